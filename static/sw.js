// Keeps the page for the time without a network. What the network gives goes before what is kept, and only files of
// one release are kept together: an old page never meets a new server, nor half of one the other half.

const STORE = "page";
const RELEASE = "truco-version";
const PAGE = new URL("./", self.location.href).href;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (ours(event.request)) event.respondWith(answer(event.request));
});
// The page tells what it had loaded before there was anyone to keep it.
self.addEventListener("message", (event) => event.waitUntil(keepAll(event.data.keep)));

/** A file of the page, not the server's interface. @param {Request} request */
function ours(request) {
  const url = new URL(request.url);
  return (
    request.method === "GET" &&
    url.href.startsWith(PAGE) &&
    !/^(api\/|healthz$|readyz$)/.test(url.href.slice(PAGE.length))
  );
}

/** @param {Request} request */
async function answer(request) {
  const name = request.mode === "navigate" ? PAGE : request.url;
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await keep(name, fresh.clone()).catch(() => {}); // a full disk is no reason to show nothing
    return fresh;
  } catch (away) {
    const kept = await (await caches.open(STORE)).match(name);
    if (kept) return kept;
    throw away;
  }
}

/** A page of another release takes the place of all there was; a file of another release is not kept. @param {string} name @param {Response} fresh */
async function keep(name, fresh) {
  const store = await caches.open(STORE);
  const page = await store.match(PAGE);
  const known = page?.headers.get(RELEASE);
  if (known !== fresh.headers.get(RELEASE)) {
    if (name !== PAGE) return;
    for (const old of await store.keys()) await store.delete(old);
  }
  await store.put(name, fresh);
}

/** @param {string[]} names */
async function keepAll(names) {
  for (const name of [PAGE, ...names]) {
    const request = new Request(name);
    if (ours(request)) await answer(request).catch(() => null);
  }
}
