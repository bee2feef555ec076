// A saved picture, opened: a file is dropped or chosen, read here, and drawn here.
import { make } from "../common/nodes.js";
import { speak, text } from "../common/texts.js";
import { Mount } from "../attention/mount.js";
import { checked } from "./checking.js";
import { LIMITS, picturesOf, Refused, unpacked } from "./reading.js";

const begun = new WeakMap();
const LONGEST = 160;   // letters of a title

/** The one on this page. */
class Opened {
  #asked = 0;   // of two files or pictures the later one counts

  constructor(parent, spoken) {
    this.parent = parent;
    this.spoken = spoken;
    this.refused = make("p", { class: "refused", role: "alert" });
    this.which = make("select", { "aria-label": text("opened.which"), hidden: true,
      onchange: () => this.latest(late => this.draw(this.pictures[this.which.selectedIndex], late)) });
    this.title = make("h2", { class: "title", hidden: true });
    this.cited = make("p", { class: "cited" });
    this.room = parent.querySelector(".attention");
    this.room.hidden = true;
    this.area = parent.querySelector(".opened");
    parent.querySelector(".choose-file").replaceChildren(this.place(), this.title);
    parent.querySelector(".opened").append(this.cited);
  }

  /** Where a file is chosen, or dropped. */
  place() {
    const input = make("input", { type: "file", accept: ".headlight,.html,.htm",
      onchange: () => { if (input.files[0]) this.open(input.files[0]); } });
    const drop = make("div", { class: "drop" },
      make("label", {}, make("span", { text: text("opened.choose") }), input), this.which,
      make("p", { class: "note", text: text("opened.here") }), this.refused);
    const over = on => event => {
      event.preventDefault();
      drop.classList.toggle("over", on);
    };
    this.area.ondragover = over(true);
    this.area.ondragleave = over(false);
    this.area.ondrop = event => {
      over(false)(event);
      if (event.dataTransfer.files[0]) this.open(event.dataTransfer.files[0]);
    };
    return drop;
  }

  /** Reads a file and draws its first picture, or says why not. */
  open(file) {
    return this.latest(async late => {
      const pictures = await picturesOf(file);
      if (late()) return;
      this.pictures = pictures;
      this.which.replaceChildren(...pictures.map((_, at) => make("option",
        { text: text("opened.picture", { n: at + 1, all: pictures.length }) })));
      this.which.hidden = pictures.length < 2;
      await this.draw(pictures[0], late);
    });
  }

  /** Does what was asked for, unless something else is asked for meanwhile. */
  async latest(act) {
    const asked = ++this.#asked, late = () => asked !== this.#asked;
    this.area.setAttribute("aria-busy", "true");
    this.refused.textContent = "";
    const problem = await act(late).catch(error => error);
    if (late()) return;
    this.area.removeAttribute("aria-busy");   // before an alert, which is not read there
    if (problem) this.refuse(problem);
  }

  async draw(packed, late) {
    const whole = await unpacked(packed);
    if (late()) return;
    const data = checked(whole, this.spoken);
    this.mount?.close();
    this.room.hidden = false;
    this.area.classList.add("filled");
    this.mount = new Mount(this.parent);
    this.mount.report = this.mount.request = () => {};   // nobody is told
    this.mount.show(data);
    const { labels, cited } = this.mount.header;
    const { title } = labels;
    this.title.textContent = title.length > LONGEST ? `${title.slice(0, LONGEST)} …` : title;
    this.title.hidden = !labels.title;
    this.cited.textContent = cited;
  }

  /** Nothing is shown but the reason. */
  refuse(error) {
    this.mount?.close();
    this.mount = null;
    this.area.classList.remove("filled");
    this.room.replaceChildren();
    this.room.hidden = this.title.hidden = this.which.hidden = true;
    this.cited.textContent = "";
    this.refused.textContent = text(error instanceof Refused ? error.message
      : "opened.damaged", LIMITS);
  }
}

export default function opened({ data, parentElement }) {
  const [{ spoken }] = data;
  speak(spoken);
  const page = begun.get(parentElement) ?? new Opened(parentElement, spoken);
  begun.set(parentElement, page);
  page.mount?.build();   // perhaps in another theme
  return () => {
    page.mount?.close();
    begun.delete(parentElement);
  };
}
