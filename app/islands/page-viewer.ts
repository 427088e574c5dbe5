/** How long a page may take before its file is offered beside it. */
const LATE_MS = 3_000;

/**
 * The pages of a document: the address follows the page that is read, and a page that is late, or
 * does not come, says so and offers the file.
 * @param viewer holds the pages, and the links and forms that keep the page
 */
export function begin(viewer: HTMLElement): void {
  const pages = [...viewer.querySelectorAll<HTMLElement>("[data-page]")];
  for (const page of pages) watch(page);
  const seen = new Set<HTMLElement>();
  // The page that is read is the first one that crosses the upper part of the window.
  const reading = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (target instanceof HTMLElement) seen[isIntersecting ? "add" : "delete"](target);
      const page = pages.find((one) => seen.has(one))?.dataset.page;
      if (page !== undefined && window.scrollY > 0) keep(viewer, page);
    },
    { rootMargin: "-20% 0px -60% 0px" },
  );
  for (const page of pages) reading.observe(page);
}

function watch(page: HTMLElement): void {
  const image = page.querySelector("img");
  const late = page.querySelector<HTMLElement>("[data-late]");
  if (image === null || late === null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (isLate: boolean) => {
    clearTimeout(timer);
    late.hidden = !isLate;
  };
  const isThere = () => image.complete && image.naturalWidth > 0;
  image.addEventListener("load", () => say(false));
  image.addEventListener("error", () => say(true));
  const near = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    if (isThere()) return;
    // What has failed before this script came is complete without a picture.
    if (image.complete) say(true);
    else timer = setTimeout(() => say(!isThere()), LATE_MS);
  });
  near.observe(image);
}

/** Writes the page that is read into the address, the field of pages and what keeps it. */
function keep(viewer: HTMLElement, page: string): void {
  const address = new URL(location.href);
  const withPage = (query: URLSearchParams) =>
    page === "1" ? query.delete("page") : query.set("page", page);
  withPage(address.searchParams);
  if (address.href === location.href) return;
  // A reload begins with this page, so the old place on the screen means nothing to it.
  history.scrollRestoration = "manual";
  history.replaceState(history.state, "", address);
  const field = viewer.querySelector<HTMLInputElement>("#viewer-page");
  if (field !== null && document.activeElement !== field) field.value = page;
  for (const link of viewer.querySelectorAll<HTMLAnchorElement>("a[data-keeps-page]")) {
    const to = new URL(link.href);
    withPage(to.searchParams);
    link.href = to.href;
  }
  for (const form of viewer.querySelectorAll<HTMLFormElement>("form[data-keeps-page]")) {
    const input =
      form.querySelector<HTMLInputElement>('input[name="page"]') ??
      form.appendChild(
        Object.assign(document.createElement("input"), { type: "hidden", name: "page" }),
      );
    input.value = page;
  }
}
