// The view as the part of the address after #, in the names of the app; numbers count from
// 1 there, as on the screen, and a head of 0 is the mean.

const number = (usual, by = 1) => ({
  read: written => /^\d{1,3}$/.test(written) ? Number(written) - by : undefined,
  write: at => String(at + by), usual });
const plain = usual => ({ read: written => written, write: value => value, usual });
const truth = usual => ({ read: written => written === "true", write: String, usual });
const heads = {
  read: written => /^\d+(\.\d+)*$/.test(written)
    ? written.split(".").map(head => Number(head) - 1) : [],
  write: list => list.map(head => head + 1).join("."), usual: [] };

/** Of each kind of model what is written: its name there, its name here, how. */
const VIEWS = {
  transformer: { kind: ["stack", plain()], layer: ["layer", number()], head: ["head", number()],
    row: ["row", number()], mean: ["heads", heads], names: ["names", plain("")],
    colour: ["colour", plain("linear")], links: ["links", number(100, 0)],
    special: ["special", truth(true)], overview: ["overview", plain("all")] },
  bahdanau: { b_row: ["row", number()] },
};
const EXPERIMENTS = {
  transformer: { causal: ["causal", truth(true)], silence: ["silence", plain("")],
    forbid: ["forbid", plain("")], without: ["without", plain("")],
    prefix: ["prefix", plain("")] },
  bahdanau: { b_prefix: ["prefix", plain("")] },
};

function read(named, said, before) {
  const found = {};
  for (const [name, [here, { read: reading }]] of Object.entries(named)) {
    const value = said.get(before + name);
    const is = value === null ? undefined : reading(value);
    if (is !== undefined) found[here] = is;
  }
  return found;
}

function write(named, values, said, before) {
  for (const [name, [here, { write: writing, usual }]] of Object.entries(named)) {
    const value = values[here];
    if (value !== undefined && String(value) !== String(usual)) {
      said.set(before + name, writing(value));
    }
  }
}

/** What an address says of a model: the view, the experiment. A second one of its kind
    has a number before its names. */
export const readModel = (said, kind, before = "") => ({
  view: read(VIEWS[kind], said, before), experiment: read(EXPERIMENTS[kind], said, before) });

export function writeModel(said, kind, { view, experiment }, before = "") {
  write(VIEWS[kind], view, said, before);
  write(EXPERIMENTS[kind], experiment, said, before);
}

/** The page of the app that shows the same. */
export function inTheApp(app, kind, typed, pieces, shown) {
  const said = new URLSearchParams({ sentence: typed });
  if (pieces) said.set("pieces", "true");
  writeModel(said, kind, shown);
  return `${app.replace(/\/*$/, "")}/${kind}?${said}`;
}
