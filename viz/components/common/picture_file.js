// A drawing as a file that needs nothing else and says what it is: SVG or PNG.
import { facesOf, firstFont } from "./faces.js";
import { make } from "./nodes.js";
import { withTexts } from "./png.js";
import { save } from "./save.js";
import { version } from "./texts.js";

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const DC = "http://purl.org/dc/elements/1.1/";
const REFUSED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;   // by XML
const PAUSE = 150, MOST = 20;   // milliseconds, drawings
const SHARP = 2;   // pixels of a PNG to one of the drawing

/**
 * What a file says of itself; `cited` is its sentence, its model and who drew it. Only
 * in the app it has an address, and no other page's is ever written.
 * @returns {{ Title: string, Description: string, Source: string, Software: string }}
 */
export const factsOf = (title, cited) => ({
  Title: title, Description: cited || title,
  Source: globalThis.headlightHistory?.address?.() ?? "",
  Software: ["Headlight", version()].join(" ").trim(),
});

/** A drawing under its name, with the faces of its letters and with what it is. */
export async function saveSvg(name, drawing, facts) {
  save(`${name}.svg`, "image/svg+xml", await written(drawing, facts));
}

/** The same at twice its size. A drawing is there before the faces in it are, and nothing
    tells when they come: it is drawn anew until two in a row are alike. */
export async function savePng(name, drawing, facts) {
  const svg = new Blob([await written(drawing, facts)], { type: "image/svg+xml" });
  let canvas = await drawn(svg), before = "", now = canvas.toDataURL();
  for (let time = 0; now !== before && time < MOST; time++) {
    await new Promise(done => setTimeout(done, PAUSE));
    canvas = await drawn(svg);
    [before, now] = [now, canvas.toDataURL()];
  }
  const made = await new Promise(done => canvas.toBlob(done, "image/png"));
  const bytes = new Uint8Array(await made.arrayBuffer());
  save(`${name}.png`, "image/png", withTexts(bytes, facts));
}

async function drawn(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  await image.decode();
  const canvas = make("canvas", { width: image.naturalWidth * SHARP,
    height: image.naturalHeight * SHARP });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return canvas;
}

/** The drawing as one text: behind its title come the facts, then the faces. */
async function written(drawing, facts) {
  const faces = await facesOf(fontsIn(drawing));
  drawing.querySelector("title").after(metadata(facts), make("style", { text: faces }));
  return new XMLSerializer().serializeToString(drawing).replace(REFUSED, "");
}

const fontsIn = drawing => new Set([...drawing.querySelectorAll("text, tspan")]
  .map(each => each.getAttribute("font-family") || each.style.fontFamily)
  .filter(Boolean).map(firstFont));

/** Facts as other programs read them: RDF with the names of Dublin Core. */
function metadata({ Title, Description, Source, Software }) {
  const about = spaced(RDF, "rdf:Description", ...Object.entries(
    { title: Title, description: Description, source: Source, creator: Software })
    .filter(([, fact]) => fact).map(([name, fact]) => spaced(DC, `dc:${name}`, fact)));
  about.setAttributeNS(RDF, "rdf:about", "");
  return spaced("http://www.w3.org/2000/svg", "metadata", spaced(RDF, "rdf:RDF", about));
}

/** A node of another vocabulary; what stands in it is text. */
function spaced(vocabulary, name, ...children) {
  const node = document.createElementNS(vocabulary, name);
  node.append(...children);
  return node;
}
