/**
 * The ladder of the house (docs/develop/architecture.md): a room imports rooms below it, types included, and never one above.
 * `npm run house` reads the order from here.
 */
const LADDER = [
  "server",
  "api",
  "operations",
  "portal",
  "islands",
  "staff",
  "access",
  "content",
  "updates",
  "company",
  "http",
  "web",
  "visibility",
  "auth",
  "platform",
  "tenancy",
  "db",
  "model",
  "values",
];

/** Inside the two great rooms the nouns stand in an order, too. */
const NOUNS = {
  access: [
    "questionnaires",
    "partners",
    "comments",
    "byoid",
    "access-rules",
    "accounts",
    "access-requests",
    "nda",
    "profiles",
  ],
  content: [
    "guided-start",
    "cards",
    "starter-controls",
    "subprocessors",
    "trusted-by",
    "api",
    "risk-profile",
    "answers",
    "knowledge-base",
    "search",
    "controls",
    "grades",
    "edit-kit",
    "items",
    "products",
    "certifications",
    "companies",
    "webpages",
    "bulk-download",
    "bridge-letters",
    "documents",
    "files",
    "watermarks",
  ],
};

const folderOf = (room) => (room === "db" ? "^db/" : `^app/${room}/`);

/** What a room may not import: every room above it, and the files of the framework, which stand on top. */
const belowAll = LADDER.map((room, place) => ({
  name: `room ${room}`,
  comment: `From the top: ${LADDER.join(" ")}`,
  severity: "error",
  from: { path: folderOf(room) },
  to: { path: ["^app/[^/]+$", "^(?:tests|bench|bin)/", ...LADDER.slice(0, place).map(folderOf)] },
}));

const nounsBelow = Object.entries(NOUNS).flatMap(([room, nouns]) =>
  nouns.slice(1).map((noun, place) => ({
    name: `noun ${room}/${noun}`,
    comment: `From the top: ${nouns.join(" ")}`,
    severity: "error",
    from: { path: `^app/${room}/${noun}/` },
    to: { path: `^app/${room}/(?:${nouns.slice(0, place + 1).join("|")})/` },
  })),
);

/** The kind of thing that a file is, by the folder after its noun. */
const kind = (names) => `^app/[^/]+/(?:${names})/|^app/[^/]+/[^/]+/(?:${names})/`;
const PURE = "^app/(?:values|model)/|^app/[^/]+/[^/]+/(?:rules|forms)/";
const STORE = `^db/|${kind("store")}`;
const PORTAL = `^app/portal/|${kind("portal")}`;
const STAFF = `^app/staff/|${kind("staff")}`;
const API = `^app/api/|${kind("api")}`;

const kinds = [
  {
    name: "rules and forms are pure",
    severity: "error",
    from: { path: PURE },
    to: { path: "^(?:app|db|migrations)/", pathNot: PURE },
  },
  {
    name: "a store knows rows and rules",
    severity: "error",
    from: { path: STORE },
    to: { path: "^app/", pathNot: [PURE, STORE] },
  },
  {
    name: "visitors' pages never import staff's",
    severity: "error",
    from: { path: PORTAL },
    to: { path: [STAFF, API], pathNot: "^app/(?:model|web/api)/" },
  },
  {
    name: "ui stands on words alone",
    severity: "error",
    from: { path: "^app/web/ui/" },
    to: { path: "^(?:app|db)/", pathNot: ["^app/web/ui/", PURE] },
  },
  {
    name: "islands stand on ui and words",
    severity: "error",
    from: { path: "^app/islands/" },
    to: { path: "^(?:app|db)/", pathNot: ["^app/islands/", "^app/web/ui/", PURE] },
  },
];

module.exports = {
  forbidden: [
    ...belowAll,
    ...nounsBelow,
    ...kinds,
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "migrations stand alone",
      severity: "error",
      from: { path: "^migrations/" },
      to: { path: "^(?:app|db)/" },
    },
    {
      name: "markdown-in-its-worker-alone",
      comment: "How long a text takes to parse is the text's to say: no page does it.",
      severity: "error",
      from: { path: "^(app|db)/", pathNot: "^app/platform/files/markdown/tree\\.ts$" },
      to: { path: "node_modules/(unified|remark-|micromark|mdast-|react-markdown)" },
    },
    {
      name: "markdown-tree-in-its-worker-alone",
      severity: "error",
      from: { path: "^(app|db)/", pathNot: "^app/platform/files/markdown/worker\\.ts$" },
      to: {
        path: "^app/platform/files/markdown/tree\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "environment-in-config-alone",
      severity: "error",
      from: { path: "^(app|db)/", pathNot: "^app/platform/config\\.ts$" },
      to: { path: "^(node:)?process$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js", ".json"] },
  },
};
