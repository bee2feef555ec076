// What a page begins with: it unpacks the program, which then unpacks the pictures.
const system = matchMedia("(prefers-color-scheme: dark)");
document.documentElement.dataset.side = system.matches ? "dark" : "light";
const unpacked = packed => {
  const letters = atob(packed), bytes = new Uint8Array(letters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = letters.charCodeAt(at);
  return new Response(new Blob([bytes]).stream()
    .pipeThrough(new DecompressionStream("gzip")));
};
(async () => {
  const script = document.createElement("script");
  script.textContent = await unpacked(document.querySelector("#program").text).text();
  document.head.append(script);
})().catch(() => { document.querySelector(".unread").hidden = false; });
