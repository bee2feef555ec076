// What a page begins with: it unpacks the program, which then unpacks the pictures.
const unpacked = packed => new Response(
  new Blob([Uint8Array.from(atob(packed), letter => letter.charCodeAt(0))])
    .stream().pipeThrough(new DecompressionStream("gzip")));
(async () => {
  const script = document.createElement("script");
  script.textContent = await unpacked(document.querySelector("#program").text).text();
  document.head.append(script);
})().catch(() => { document.querySelector(".unread").hidden = false; });
