// A file that the server made comes once and is saved as if it had been made here.
import { save } from "../common/save.js";

let saved = "";

export default function sending({ data: [{ id, name, kind, text, bytes }] }) {
  if (saved === id) return;
  saved = id;
  save(name, kind, text ?? Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0)));
}
