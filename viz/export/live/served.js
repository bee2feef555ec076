// Beside the page on a web space: keeps what was read once, so that a second visit needs
// no network. A model's file has its digest in its name; of the page the newest is shown.
const FILES = KEPT, NAME = `headlight ${registration.scope}`;

addEventListener("install", event => event.waitUntil(
  caches.open(NAME).then(kept => kept.addAll(FILES)).then(() => skipWaiting())));

addEventListener("activate", event => event.waitUntil((async () => {
  const kept = await caches.open(NAME), wanted = FILES.map(file => new URL(file, registration.scope).href);
  for (const request of await kept.keys()) {
    if (!wanted.includes(request.url)) await kept.delete(request);
  }
})()));

addEventListener("fetch", event => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("./", { cacheName: NAME })));
  } else if (FILES.some(file => request.url.endsWith(`/${file}`))) {
    event.respondWith(caches.match(request, { cacheName: NAME }).then(found => found ?? fetch(request)));
  }
});
