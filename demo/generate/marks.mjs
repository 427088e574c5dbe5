/**
 * Plain marks for the companies that the portals name: one shape in a soft rounded square, two colours. A company
 * has the shape and the colours that `chosen` gives it; one that isn't listed there gets a pair of its own by its place.
 */
import { shapes } from "./mark-shapes.mjs";

/** Deep and soft. */
const palettes = {
  teal: ["#0f5f66", "#c4e7e4"],
  navy: ["#1f3a6e", "#cddaf4"],
  plum: ["#5e2b57", "#ecd3e7"],
  forest: ["#1f5136", "#cfe8d4"],
  rust: ["#9a3d1c", "#fadccd"],
  ochre: ["#85570a", "#fae6bd"],
  slate: ["#37474f", "#d7e0e4"],
  indigo: ["#3d3a8c", "#dad8f6"],
  crimson: ["#8f1f3b", "#f7d2da"],
  cobalt: ["#1257a8", "#d0e3fa"],
  olive: ["#55601c", "#e5ebc3"],
  berry: ["#7a1f6a", "#f4d0ec"],
  sky: ["#0f6c94", "#cdeaf6"],
  brown: ["#6b4226", "#eedecf"],
  mint: ["#0e7a5a", "#c9f0e1"],
  violet: ["#6a3fb5", "#e4d9f9"],
  coral: ["#b83a4b", "#fddcd9"],
  graphite: ["#2b2f36", "#dfe2e6"],
};

/** uid: shape, palette, and whether the square is the deep colour. */
const chosen = {
  "northwind-bank": ["compass", "navy", true],
  "alpenrand-insurance": ["ridge", "forest", false],
  "boreal-skyways": ["fin", "sky", true],
  "lindqvist-freight": ["cube", "rust", false],
  "solvanta-energy": ["sunrise", "ochre", true],
  "fennimore-grocers": ["leaves", "mint", false],
  "nordhavn-pensions": ["harbour", "cobalt", false],
  "university-of-eastmere": ["book", "crimson", true],
  "thornfield-clinics": ["cross", "teal", false],
  "grauwerk-automotive": ["nut", "graphite", true],
  "stratavault-cloud": ["layers", "indigo", true],
  "halden-compute": ["chip", "slate", false],
  "larkspur-edge": ["flower", "violet", false],
  "coldharbour-archive": ["snowflake", "sky", false],
  "postwing-mail": ["plane", "coral", true],
  "ringfold-communications": ["rings", "berry", false],
  deskfern: ["fern", "olive", true],
  "clearmint-payments": ["coin", "mint", true],
  tracehollow: ["hollow", "graphite", false],
  faultspire: ["bolt", "crimson", false],
  "keyhaven-identity": ["key", "brown", true],
  metricfold: ["bars", "cobalt", true],
  "relatum-crm": ["network", "plum", false],
  "inkmere-sign": ["drop", "navy", false],
  "lumenstack-inference": ["spark", "ochre", false],
  vectormoor: ["arrow", "forest", true],
  "paperlight-ocr": ["page", "slate", true],
  "sieveon-security": ["sieve", "rust", true],
  roomtide: ["tide", "teal", true],
  "polyglossa-translation": ["bubbles", "violet", true],
  learnbrook: ["brook", "indigo", false],
  mapfern: ["pin", "olive", false],
  statusbeacon: ["beacon", "coral", false],
  querystone: ["stone", "brown", false],
  "acme-cloud-inc": ["peaks", "teal", true],
  "acme-cloud-pacific": ["peaksAtSea", "teal", false],
  "st-alder-hospital": ["heart", "crimson", true],
  "ravensmoor-health-network": ["raven", "graphite", true],
  "ostermann-imaging": ["lens", "indigo", false],
  "penhallow-home-care": ["house", "rust", false],
  "cirrane-health-cloud": ["cloud", "sky", true],
  "pulsewire-messaging": ["pulse", "berry", true],
  scriptlane: ["pill", "cobalt", false],
  "auricle-video": ["play", "violet", true],
  "veriscope-identity": ["eye", "forest", false],
  "harborlight-support": ["lighthouse", "ochre", false],
};

/** @param {Array<{ uid: string, logo: string }>} companies @returns {Array<[path: string, svg: string]>} */
export function companyMarks(companies) {
  return companies.map(({ uid, logo }, i) => [logo, mark(chosen[uid] ?? byPlace(i))]);
}

function byPlace(i) {
  const [shapeNames, paletteNames] = [Object.keys(shapes), Object.keys(palettes)];
  return [
    shapeNames[i % shapeNames.length],
    paletteNames[(i * 7 + 3) % paletteNames.length],
    i % 2 === 0,
  ];
}

function mark([shape, palette, onDeep]) {
  const [deep, soft] = palettes[palette];
  const [ground, ink] = onDeep ? [deep, soft] : [soft, deep];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="56" height="56" viewBox="0 0 56 56"><rect width="56" height="56" rx="13" fill="${ground}"/>${shapes[shape](ink, ground)}</svg>\n`;
}
