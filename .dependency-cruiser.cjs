/**
 * The floors of the house (docs/architecture.md): a file imports from its own floor or from lower ones, never up,
 * and never sideways between visitors' and staff's pieces. Where a file lies says its floor: the kind of thing that it
 * is comes after its noun, as a file (`rules.ts`, `staff.list.tsx`) or as a folder (`rules/`, `staff/`).
 *
 *   rules, forms, values → db, store → files, mail, jobs, integrations → content → services, auth, http/request, forms
 *   → portal, staff, api, and the screens of signing in
 *
 *   ui stands on rules alone; islands on ui and rules
 */
/** Whatever noun it is of: a feature's, or one of the kernel's own. */
const KIND = (names) => `^app/(?:features/)?[^/]+/(?:${names})[./]`;
const room = (name) => `^app/${name}/`;

const RULES = `^app/values/|${KIND("rules|forms")}`;
const STORE = `^db/|^app/edit-kit/(?:row-list\\.server|editable-list)\\.ts|${KIND("store")}`;
const KINDS = "(?:rules|forms|store|staff|portal|api|mail)[./]";
const OUTWARD = `^app/(?:files|mail|jobs|integrations)/(?!${KINDS})|${KIND("mail")}`;
const CONTENT = `^app/features/content/(?!${KINDS})`;
/** What a noun does with more than its rows: it asks others, or answers for several faces. */
const SERVICE =
  "^app/features/(?!backup/(?!nightly-state)|doctor/|content/)[^/]+/(?!store\\.|editor\\.)[a-z-]+\\.server\\.ts";
const MIDDLEWARE = `^app/(?:forms|http/request|auth/(?!sign-in/|account/|${KINDS}))|${SERVICE}`;
const FRONT = `^app/http/(?!request/|${KINDS})`;
const UI = room("ui");
const ISLANDS = room("islands");
const EDIT_KIT = room("edit-kit");
const EDITOR = "^app/features/[^/]+/editor\\.";
const ROOT = "^app/(data-folder|folder-lock|database-check)\\.ts$";
// What a request carries: keys and types, no rules.
const CONTEXT = "^app/(context|config|environment|version)\\.ts$";
const TYPES = "\\+types/";
const PORTAL = `${room("portal")}|${KIND("portal")}`;
const STAFF = `^app/staff/(?!rules[./])|${KIND("staff")}`;
const API = `${room("api")}|${KIND("api")}`;
const SIGN_IN = "^app/auth/(?:sign-in|account)/";

const LOWER = [RULES, STORE, OUTWARD, CONTENT, MIDDLEWARE, UI, ISLANDS, CONTEXT, TYPES];

const floor = (name, from, allowed) => ({
  name,
  severity: "error",
  comment: `${name}: may import ${allowed.length ? allowed.join(", ") : "nothing of the other floors"}`,
  from: { path: from },
  to: {
    path: "^(app|db|migrations|demo|tests)/",
    pathNot: [from, ...allowed],
  },
});

module.exports = {
  forbidden: [
    floor("rules", RULES, []),
    floor("store", STORE, [RULES, "^migrations/"]),
    floor("migrations", "^migrations/", []),
    floor("outward", OUTWARD, [RULES, STORE, CONTEXT]),
    floor("content", CONTENT, [RULES, STORE, OUTWARD, SERVICE, CONTEXT]),
    floor("middleware", MIDDLEWARE, [RULES, STORE, OUTWARD, CONTENT, CONTEXT, TYPES]),
    floor("ui", UI, [RULES]),
    floor("islands", ISLANDS, [UI, RULES]),
    floor("http", FRONT, [RULES, STORE, OUTWARD, MIDDLEWARE, CONTEXT]),
    ...["backup", "doctor"].map((name) =>
      floor(name, `^app/features/${name}/(?!${KINDS})`, [
        `^app/features/${name}/`,
        RULES,
        STORE,
        OUTWARD,
        MIDDLEWARE,
        UI,
        ROOT,
        CONTEXT,
        TYPES,
      ]),
    ),
    floor("portal", PORTAL, LOWER),
    floor("staff", STAFF, [...LOWER, EDIT_KIT, EDITOR]),
    floor("api", API, [...LOWER, EDIT_KIT, EDITOR]),
    floor("sign-in", SIGN_IN, LOWER),
    floor("edit-kit", `${EDIT_KIT}(?!row-list|editable-list)`, [...LOWER, EDIT_KIT, STAFF, API]),
    floor("editor", EDITOR, [...LOWER, EDIT_KIT, STAFF]),
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
