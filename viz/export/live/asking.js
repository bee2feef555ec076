// A worker that holds a model, and questions to it.

/** What a model says is wrong with what it was asked, by the name of a text. */
export class Wrong extends Error {
  constructor({ name, slots = {} }) {
    super(name);
    this.slots = slots;
  }
}

function started() {
  const script = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
  try {
    return new Worker(script);
  } catch {
    throw new Wrong({ name: "no_worker" });
  }
}

/** Starts a worker; the function that is returned asks it. `tell` hears how many bytes of
    its files were unpacked. @returns {(what: string, given: object) => Promise<any>} */
export function asking(tell) {
  const worker = started(), waiting = [];
  worker.onmessage = ({ data: { id, bytes, answer, wrong } }) => {
    if (bytes) { tell(bytes); return; }
    const { done, failed } = waiting[id];
    delete waiting[id];
    if (wrong) failed(new Wrong(wrong));
    else done(answer);
  };
  worker.onerror = () => waiting.forEach(({ failed }) => failed(new Wrong({ name: "broken" })));
  return (what, given) => new Promise((done, failed) => {
    worker.postMessage({ id: waiting.push({ done, failed }) - 1, what, given });
  });
}
