/** How elements are shown where a page's own rules say nothing: HTML's own stylesheet. */

const NONE =
  "area base basefont datalist head link meta noembed param rp script style template title"
    .split(" ")
    .map((tag) => [tag, "none"] as const);
const BLOCK =
  "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend listing main menu nav ol optgroup option p plaintext pre search section ul xmp"
    .split(" ")
    .map((tag) => [tag, "block"] as const);
const OTHER = Object.entries({
  li: "list-item",
  summary: "list-item",
  table: "table",
  caption: "table-caption",
  colgroup: "table-column-group",
  col: "table-column",
  thead: "table-header-group",
  tbody: "table-row-group",
  tfoot: "table-footer-group",
  tr: "table-row",
  td: "table-cell",
  th: "table-cell",
  button: "inline-block",
  input: "inline-block",
  select: "inline-block",
  textarea: "inline-block",
  meter: "inline-block",
  progress: "inline-block",
  slot: "contents",
});
/** What HTML's own stylesheet says; everything else is inline. */
export const DISPLAYS = new Map<string, string>([...NONE, ...BLOCK, ...OTHER]);

/** Elements that show something though they hold no text. */
export const SHOWN_EMPTY =
  "input, select, textarea, button, img, svg, iframe, canvas, video, audio, object, embed, hr, progress, meter, summary";
