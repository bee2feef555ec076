// Which part of an address a class shares, and what of it a picture alone shows.

/** What everybody keeps for themselves: language, projector, open panels, a teacher's plan. */
const OWN = ["lang", "project", "explore", "b_more", "compare_more", "course", "present"];
/** What the picture of a page shows by itself: nothing needs to be asked for it. */
const PICTURED = ["kind", "layer", "head", "row", "mean", "colour", "links", "special", "overview",
   "b_row", "start_b", "start_t", "compare_row", "walk", "place", "stage", "terms"];

/** The page that is open and its state, as it is told to a class. */
export function viewOf(href) {
  const url = new URL(href), page = url.pathname.slice(url.pathname.lastIndexOf("/"));
  OWN.forEach(name => url.searchParams.delete(name));
  return `${page}${url.search}`;
}

/** Whether two views differ in nothing but what a picture shows, or in nothing at all. */
export function samePlace(one, other, but = PICTURED) {
  const places = [one, other].map(view => {
    const url = new URL(view || "/", "http://class");
    but.forEach(name => url.searchParams.delete(name));
    url.searchParams.sort();
    return `${url.pathname}${url.search}`;
  });
  return places[0] === places[1];
}

/** Which page and which step of it an address opens: there one begins at the top. */
export function stepOf(href) {
  const { pathname, searchParams } = new URL(href);
  return [pathname, searchParams.get("step") ?? 1, searchParams.get("set"), searchParams.get("exercise")].join();
}

/** Where a follower goes: the view, with what they keep for themselves. */
export function placeOf(view, href) {
  const mine = new URL(href).searchParams, url = new URL(`.${view}`, href);
  for (const name of ["lang", "project"]) if (mine.has(name)) url.searchParams.set(name, mine.get(name));
  return url.href;
}
