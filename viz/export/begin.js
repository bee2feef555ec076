// What a page begins with: it unpacks the program, which then unpacks the pictures.
import { bytesOf, unpacked } from "../components/common/letters.js";

const system = matchMedia("(prefers-color-scheme: dark)");
document.documentElement.dataset.side = system.matches ? "dark" : "light";
(async () => {
  const script = document.createElement("script");
  script.textContent = await unpacked(bytesOf(document.querySelector("#program").text)).text();
  document.head.append(script);
})().catch(() => { document.querySelector(".unread").hidden = false; });
