/**
 * A link to a place on the same page leads there and nowhere else. On hydrated pages the router
 * would take it for a navigation and forget the answer to the last form: its messages, and what was
 * typed.
 */
document.addEventListener(
  "click",
  (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('a[href^="#"]')
        : null;
    const place = link === null ? null : document.getElementById(link.hash.slice(1));
    if (
      place === null ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    event.stopPropagation();
    place.focus();
    if (document.activeElement !== place) {
      place.tabIndex = -1;
      place.focus();
    }
    place.scrollIntoView({ block: "nearest" });
  },
  true,
);
