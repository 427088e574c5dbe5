/**
 * The floors of the house (docs/decisions, README): a file imports from its own folder or from lower
 * floors, never up, and never sideways between actors.
 *
 *   domain → db → files, mail, integrations, search → content → middleware → portal, staff, account, api
 *   ui stands on domain alone; islands on ui and domain
 */
const room = (name) => `^app/${name}/`;
const floor = (name, from, allowed) => ({
  name,
  severity: "error",
  comment: `${name}: may import ${allowed.length ? allowed.join(", ") : "nothing of the other floors"}`,
  from: { path: from },
  to: {
    path: "^(app|db|migrations|demo|tests)/",
    pathNot: [from, ...allowed.map((path) => (path.startsWith("^") ? path : `^${path}`))],
  },
});

const DOMAIN = room("domain");
const DB = "^db/";
const OUTWARD = room("(files|mail|integrations|search)");
const CONTENT = room("content");
const MIDDLEWARE = room("middleware");
const UI = room("ui");
const ISLANDS = room("islands");
// A feature is one noun's folder. Its rules and forms are pure; other features use them, and its store.
const PURE = "^app/features/[^/]+/(rules|forms)\\.ts$";
const SHARED_BY_FEATURES = "^app/features/[^/]+/(rules|forms|store\\.server)\\.ts$";
const ROOT = "^app/data-folder\\.ts$";
// What a request carries: keys and types, no rules.
const CONTEXT = "^app/(context|config|version)\\.ts$";
const TYPES = "\\+types/";

/** An actor's room may use every lower floor, the look, and its own room, and no other actor's. */
const actor = (name) =>
  floor(name, room(name), [
    DOMAIN,
    DB,
    OUTWARD,
    CONTENT,
    MIDDLEWARE,
    UI,
    ISLANDS,
    SHARED_BY_FEATURES,
    CONTEXT,
    TYPES,
  ]);

module.exports = {
  forbidden: [
    floor("domain", DOMAIN, []),
    floor("db", DB, [DOMAIN, "^migrations/"]),
    floor("migrations", "^migrations/", []),
    ...["files", "mail", "integrations", "search"].map((name) =>
      floor(name, room(name), [DOMAIN, DB, CONTEXT]),
    ),
    floor("content", CONTENT, [DOMAIN, DB, OUTWARD, CONTEXT]),
    floor("middleware", MIDDLEWARE, [DOMAIN, DB, OUTWARD, CONTENT, CONTEXT, TYPES]),
    floor("ui", UI, [DOMAIN]),
    floor("islands", ISLANDS, [UI, DOMAIN]),
    floor("front-door", room("front-door"), [
      DOMAIN,
      DB,
      OUTWARD,
      MIDDLEWARE,
      SHARED_BY_FEATURES,
      CONTEXT,
    ]),
    floor("rules-of-features", PURE, [DOMAIN]),
    ...["backup", "doctor"].map((name) =>
      floor(`features-${name}`, `^app/features/${name}/(?!rules\\.ts|forms\\.ts)`, [
        `^app/features/${name}/`,
        SHARED_BY_FEATURES,
        DOMAIN,
        DB,
        OUTWARD,
        MIDDLEWARE,
        UI,
        ROOT,
        CONTEXT,
        TYPES,
      ]),
    ),
    ...["portal", "staff", "account", "api"].map(actor),
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "markdown-in-its-worker-alone",
      comment: "How long a text takes to parse is the text's to say: no page does it.",
      severity: "error",
      from: { path: "^(app|db)/", pathNot: "^app/files/markdown/tree\\.ts$" },
      to: { path: "node_modules/(unified|remark-|micromark|mdast-|react-markdown)" },
    },
    {
      name: "markdown-tree-in-its-worker-alone",
      severity: "error",
      from: { path: "^(app|db)/", pathNot: "^app/files/markdown/markdown-worker\\.ts$" },
      to: {
        path: "^app/files/markdown/tree\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "environment-in-config-alone",
      severity: "error",
      from: { path: "^(app|db)/", pathNot: "^app/config\\.ts$" },
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
