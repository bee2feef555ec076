// What is said to a class and heard of it: small objects up, a stream of events down.

const KEPT = "headlight-class";
const FIRST_WAIT = 500, LONGEST_WAIT = 5000;   // milliseconds before a line is tried again

/** What this tab knows of its class: code and key, or code and seat; {} without one. */
export function kept() {
  try { return JSON.parse(sessionStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
}

export function keep(known) {
  try {
    if (known.code) sessionStorage.setItem(KEPT, JSON.stringify(known));
    else sessionStorage.removeItem(KEPT);
  } catch { /* a browser that keeps nothing: the class ends with the page */ }
}

/** The address of a class, or of a place in it. */
const addressOf = path => new URL(`./class${path}`, location.href);

/** Tells something; what is answered, with its status. A line that is cut has status 0. */
export async function tell(path, told = {}) {
  try {
    const reply = await fetch(addressOf(path), { method: "POST", body: JSON.stringify(told) });
    const json = reply.headers.get("content-type")?.includes("json");
    return { status: reply.status, ...json ? await reply.json() : {} };
  } catch {
    return { status: 0 };
  }
}

/** Hears a class until `signal` ends it: a line that is cut is taken up again. `heard` gets
    what is told, and { gone } where there is no such class, { full } where it has no seat,
    { cut } while there is no line. */
export async function listen(code, told, heard, signal) {
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    try {
      const reply = await fetch(addressOf(`/${code}/events`),
        { method: "POST", body: JSON.stringify(told()), signal });
      if (reply.status === 403) { heard({ gone: true }); return; }
      if (!reply.ok) throw new Error(String(reply.status));
      wait = FIRST_WAIT;
      for await (const event of eventsOf(reply.body)) {
        heard(event);
        if (event.ended || event.gone || event.full) return;
      }
    } catch {
      if (signal.aborted) return;
    }
    heard({ cut: true });
    await new Promise(done => setTimeout(done, wait));
    wait = Math.min(LONGEST_WAIT, 2 * wait);
  }
}

/** The objects that a stream of server-sent events tells. */
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n\n");
    rest = lines.pop();
    for (const line of lines) if (line.startsWith("data: ")) yield JSON.parse(line.slice(6));
  }
}
