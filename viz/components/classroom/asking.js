// What is said to a class and heard of it: small objects up, a stream of events down.

const KEPT = "headlight-class";
const FIRST_WAIT = 500, LONGEST_WAIT = 3000;   // milliseconds before a line is tried again
const ANSWERED = 10_000;   // milliseconds in which something is answered
const MOST = 8_000;   // bytes that are read of whoever teaches
const GONE = 3;   // times that a class which was there is not found, before it is over
const SILENT = 50_000, SLEPT = 25_000;   // a sign of life comes every 20 seconds

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

/** Tells something; what is answered, with its status. A line that is cut has status 0, and
    what is too long to be read is not sent. */
export async function tell(path, told = {}) {
  try {
    const body = JSON.stringify(told);
    if (new Blob([body]).size > MOST) return { status: 413 };
    const reply = await fetch(addressOf(path),
      { method: "POST", body, signal: AbortSignal.timeout(ANSWERED) });
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
  let wait = FIRST_WAIT, gone = 0;
  while (!signal.aborted) {
    const line = watched(signal);
    try {
      const reply = await fetch(addressOf(`/${code}/events`),
        { method: "POST", body: JSON.stringify(told()), signal: line.signal });
      if (reply.status === 403) { heard({ gone: true }); return; }
      if (!reply.ok) throw new Error(String(reply.status));
      for await (const event of eventsOf(reply.body, line.alive)) {
        const { seat, key } = told();
        if (event.gone && (seat || key) && ++gone < GONE) break;   // as a line that is cut
        heard(event);
        if (!event.gone) [wait, gone] = [FIRST_WAIT, 0];
        if (event.ended || event.gone || event.full) return;
      }
    } catch {
      if (signal.aborted) return;
    } finally { line.end(); }
    heard({ cut: true });
    await soonOr(wait);
    wait = Math.min(LONGEST_WAIT, 2 * wait);
  }
}

/** A line that is given up when it has been silent for too long: at once where a phone wakes
    up or has a network again, for then nobody says that it is dead. */
function watched(signal) {
  const line = new AbortController(), stop = () => line.abort();
  let last = Date.now();
  const check = silent => { if (Date.now() - last > silent) stop(); };
  const timer = setInterval(() => check(SILENT), SLEPT), woken = () => check(SLEPT);
  const heard = [[document, "visibilitychange"], [window, "online"]];
  heard.forEach(([node, name]) => node.addEventListener(name, woken));
  signal.addEventListener("abort", stop);
  return { signal: line.signal, alive: () => { last = Date.now(); }, end: () => {
    stop();
    clearInterval(timer);
    heard.forEach(([node, name]) => node.removeEventListener(name, woken));
    signal.removeEventListener("abort", stop);
  } };
}

/** After so many milliseconds, or as soon as there is a network again. */
const soonOr = wait => new Promise(done => {
  const now = () => { clearTimeout(timer); removeEventListener("online", now); done(); };
  const timer = setTimeout(now, wait);
  addEventListener("online", now);
});

/** The objects that a stream of server-sent events tells; `alive` hears all that comes. */
async function* eventsOf(body, alive) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    const lines = (rest + value).split("\n\n");
    rest = lines.pop();
    for (const line of lines) if (line.startsWith("data: ")) yield JSON.parse(line.slice(6));
  }
}
