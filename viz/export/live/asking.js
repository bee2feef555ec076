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
    a file came. @returns {(what: string, given: object, tell?: Function) => Promise<any>} */
export function asking() {
  const worker = started(), waiting = [];
  worker.onmessage = ({ data: { id, bytes, answer, wrong } }) => {
    const { done, failed, tell } = waiting[id];
    if (bytes) { tell(bytes); return; }
    delete waiting[id];
    if (wrong) failed(new Wrong(wrong));
    else done(answer);
  };
  worker.onerror = () => waiting.forEach(({ failed }) => failed(new Wrong({ name: "broken" })));
  return (what, given, tell) => new Promise((done, failed) => {
    worker.postMessage({ id: waiting.push({ done, failed, tell }) - 1, what, given });
  });
}
