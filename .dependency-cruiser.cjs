/**
 * The floors of the house (docs/decisions, README): a file imports from its own folder or from lower
 * floors, never up, and never sideways between actors.
 *
 *   domain → db → files, mail, integrations, search → content → middleware → portal, staff, account, api
 *
 * A noun with a folder of its own in features has all floors inside: its rules and forms are domain, its store is
 * db, its editor is middleware's neighbor, and its pages are what their names begin with.
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

const DOMAIN =
  "^app/(domain/|features/[^/]+/(rules|forms)\\.ts|features/search/(words|synonyms|matching|thesaurus|gates)\\.ts|features/answers/(quoting|citing)\\.ts|features/webpages/robots\\.ts)";
const DB =
  "^(db/|app/edit-kit/(row-list\\.server|editable-list)\\.ts|app/features/[^/]+/store\\.server\\.ts|app/features/controls/(shown|subject|imports)\\.server\\.ts|app/features/search/(records|facts|seen|indexes|questions)\\.server\\.ts|app/features/answers/passages\\.server\\.ts)";
const STATE = "^app/features/[^/]+/[a-z-]+-state\\.server\\.ts";
const OUTWARD =
  "^app/((files|mail|jobs|integrations|search)/|features/[^/]+/[a-z-]+-state\\.server\\.ts|features/(webpages/(page-text|fetching|reading)|integrations/(statuspage|hackerone|reading)|companies/logos|partners/tokens|entitlements/checks)\\.server\\.ts)";
const CONTENT = room("content");
const MIDDLEWARE =
  "^app/((middleware|forms)/|features/(search|answers)/(asking|shown|browser|model)\\.server\\.ts|features/grades/scorecard\\.server\\.ts|features/companies/search\\.server\\.ts|features/graphql/schema\\.server\\.ts|features/(partners/sending|consent/offered)\\.server\\.ts)";
const UI = room("ui");
const ISLANDS = room("islands");
const ROOT = "^app/data-folder\\.ts$";
// What a request carries: keys and types, no rules.
const CONTEXT = "^app/(context|config|version)\\.ts$";
const TYPES = "\\+types/";

const EDIT_KIT = room("edit-kit");
/** What a noun shows in one actor's rooms. */
const piece = (name) => `^app/features/[^/]+/${name}\\.`;
const LOWER = [DOMAIN, DB, OUTWARD, CONTENT, MIDDLEWARE, UI, ISLANDS, CONTEXT, TYPES];

/** An actor's room may use every lower floor, the look, and its own room, and no other actor's. */
const actor = (name) =>
  floor(name, room(name), [...LOWER, piece(name), ...(name === "api" ? [piece("editor")] : [])]);

module.exports = {
  forbidden: [
    floor("domain", DOMAIN, []),
    floor("db", DB, [DOMAIN, "^migrations/"]),
    floor("migrations", "^migrations/", []),
    ...["files", "mail", "jobs", "integrations", "search"].map((name) =>
      floor(name, room(name), [DOMAIN, DB, CONTEXT, ...(name === "files" ? [room("jobs")] : [])]),
    ),
    floor("features-state", STATE, [DOMAIN, DB, OUTWARD, CONTEXT]),
    floor(
      "features-webpages",
      "^app/features/webpages/(page-text|fetching|reading)\\.server\\.ts",
      [DOMAIN, DB, OUTWARD, CONTEXT],
    ),
    floor(
      "features-integrations",
      "^app/features/integrations/(statuspage|hackerone|reading)\\.server\\.ts",
      [DOMAIN, DB, OUTWARD, CONTEXT],
    ),
    floor("content", CONTENT, [DOMAIN, DB, OUTWARD, CONTEXT]),
    floor("middleware", MIDDLEWARE, [DOMAIN, DB, OUTWARD, CONTENT, CONTEXT, TYPES]),
    floor("ui", UI, [DOMAIN]),
    floor("islands", ISLANDS, [UI, DOMAIN]),
    floor("front-door", room("front-door"), [DOMAIN, DB, OUTWARD, MIDDLEWARE, CONTEXT]),
    ...["backup", "doctor"].map((name) =>
      floor(
        `features-${name}`,
        `^app/features/${name}/(?!rules\\.ts|forms\\.ts|store\\.server\\.ts)`,
        [`^app/features/${name}/`, DOMAIN, DB, OUTWARD, MIDDLEWARE, UI, ROOT, CONTEXT, TYPES],
      ),
    ),
    ...["portal", "staff", "account", "api"].map(actor),
    floor("features-portal", piece("portal"), [...LOWER, room("portal")]),
    floor("edit-kit", `${EDIT_KIT}(?!row-list)`, [...LOWER, EDIT_KIT, room("(staff|api)")]),
    ...["staff", "editor", "api"].map((name) =>
      floor(`features-${name}`, piece(name), [
        ...LOWER,
        EDIT_KIT,
        piece("editor"),
        room(name === "api" ? "api" : "staff"),
      ]),
    ),
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
