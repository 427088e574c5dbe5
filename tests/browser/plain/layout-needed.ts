/** What only a layout knows of elements, boxes, pictures and windows. */
export const SIZES_OF_ELEMENTS =
  "clientHeight clientWidth scrollHeight scrollLeft scrollTop scrollWidth".split(" ");
export const SIZES_OF_BOXES = "offsetHeight offsetLeft offsetTop offsetWidth".split(" ");
export const SIZES_OF_PICTURES = "complete height naturalHeight naturalWidth width".split(" ");
export const SIZES_OF_WINDOWS = "innerHeight innerWidth scrollX scrollY scrollTo".split(" ");

/** Asked about what only a browser with a layout knows. */
export class NeedsLayout extends Error {
  constructor(what: string) {
    super(
      `${what} needs a browser: tag the test with @chromium, or ask for it where \`laidOut\` holds`,
    );
  }
}
