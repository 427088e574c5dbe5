import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/**
 * Fails the build when something of the server reaches a browser bundle: the database and everything
 * that touches it stays on this side.
 */
function serverStaysOnTheServer(): Plugin {
  const forbidden =
    /\/(?:db|migrations)\/|\/app\/(?:platform|http|auth|server|content\/files|company\/auth|content\/documents\/(?:texts|upload))\/(?!rules)|\/app\/(?:content\/bulk-download|access\/access-requests)\/[a-z-]+\.ts$|\/web\/api\/json-body\.ts$|\.server\.ts$|better-sqlite3|\/kysely\//;
  return {
    name: "server-stays-on-the-server",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        for (const [id, module] of Object.entries(chunk.modules)) {
          if (module.renderedLength > 0 && forbidden.test(id)) {
            this.error(
              `${id} is part of the browser bundle ${chunk.fileName}; it may run on the server alone`,
            );
          }
        }
      }
    },
  };
}

/**
 * Schemas stand beside the words of their noun, and a page that shows the words alone has no use for
 * them: what a module makes of zod at its top is made where somebody reads it, so that the bundler
 * can leave the rest out, and zod with it.
 */
function schemasOnlyWhereRead(): Plugin {
  return {
    name: "schemas-only-where-read",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform(code, id) {
      if (!id.includes("/app/") || !/from\s*"zod"/.test(code)) return null;
      let marked = code;
      for (const statement of this.parse(code).body.toReversed()) {
        const declared =
          statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
        if (declared?.type !== "VariableDeclaration") continue;
        for (const { init } of declared.declarations.toReversed())
          if (init?.type === "CallExpression" || init?.type === "ObjectExpression")
            marked = `${marked.slice(0, init.start)}/* @__PURE__ */ (() => (${code.slice(
              init.start,
              init.end,
            )}))()${marked.slice(init.end)}`;
      }
      return { code: marked, map: null };
    },
  };
}

interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

/** The routes that a portal's first page is made of. */
const PORTAL_HOME = /\/app\/portal\/(?:frame|mount|inside|home\/page|home\/plain)\.tsx/;

/** What many pages of staff are made of: the look, and what nouns say in words alone. */
const KIT =
  /\/app\/(?:values\/|model\/(?!auth\/|mail\/|staff\/|visibility\/)|(?!model\/)[^/]+\/[^/]+\/(?:rules|forms)\/|web\/ui\/(?!certification-badge|topic-article|markdown|dialog))/;

/**
 * Which file a module of ours belongs to, by the pages that load it; null: the bundler decides. Of
 * dozens of small files, each costs its headers, and is compressed alone.
 */
function partOf(id: string, graph: ModuleGraph): string | null {
  if (!id.includes("/app/")) return null;
  const above = new Set([id]);
  const loadedBy = new Set<"everything" | "area" | "home" | "others">();
  // What is added while the set is walked is walked, too.
  for (const at of above) {
    if (at.includes("/app/islands/")) return "island";
    if (/\/app\/(?:root|entry\.client)\.tsx/.test(at)) loadedBy.add("everything");
    else if (at.includes("/app/staff/area.tsx")) loadedBy.add("area");
    else if (PORTAL_HOME.test(at)) loadedBy.add("home");
    const importers = graph.getModuleInfo(at)?.importers ?? [];
    if (importers.length === 0 && !/\/portal[/.]/.test(at)) loadedBy.add("others");
    for (const importer of importers) above.add(importer);
  }
  const home = loadedBy.has("home");
  if (loadedBy.has("everything") || (loadedBy.has("area") && home)) return "common";
  if (loadedBy.has("area")) return "area";
  if (!home) return null;
  if (!loadedBy.has("others")) return "portal";
  return KIT.test(id) ? "kit" : "shared";
}

/** The modules of a part, as one file. A part takes along what its modules need. */
const asOneFile = (part: string, priority: number) => ({
  name: (id: string, graph: ModuleGraph) => (partOf(id, graph) === part ? part : null),
  priority,
});

/** The same as files by the pages that load them, as the bundler does by itself. */
const byPages = (part: string, priority: number) => ({
  ...asOneFile(part, priority),
  entriesAware: true,
});

/**
 * What a visitor's page may load before intent, beside the framework's own entries,
 * and the files of pages that hydrate. What islands load comes first, so that no other file takes
 * it: a visitor would load the whole of that.
 */
function filesOfPages(): Plugin {
  return {
    name: "files-of-pages",
    configEnvironment(name) {
      if (name !== "client") return undefined;
      // A file of its own costs a visitor more in headers than these few lines do.
      const small = /app\/(?:islands\/every-page|web\/ui\/dialog-focus)\.ts$/;
      const framework =
        /node_modules\/(?:react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//;
      return {
        build: {
          rollupOptions: {
            input: ["app/islands/start.ts"],
            output: {
              chunkFileNames: ({ name: chunk }) => `assets/${chunk.split("~")[0]}-[hash].js`,
              codeSplitting: {
                groups: [
                  { name: "every-page", test: small, priority: 9 },
                  byPages("island", 8),
                  { name: "framework", test: framework, priority: 7 },
                  { name: "package", test: /node_modules/, entriesAware: true, priority: 6 },
                  asOneFile("common", 5),
                  asOneFile("area", 4),
                  asOneFile("kit", 3),
                  byPages("shared", 2),
                  asOneFile("portal", 1),
                ],
              },
            },
          },
        },
      };
    },
  };
}

/**
 * The process that renders and marks pages (content/files/watermark), and the workers that read workbooks (platform/files/tables, platform/files/questionnaires), that which compares versions (content/documents/texts),
 * archives of content (operations/exchange/read-apart) and Markdown (platform/files/markdown): files of their own beside the server's.
 */
function workers(): Plugin {
  return {
    name: "workers",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    buildStart() {
      this.emitFile({
        type: "chunk",
        id: path.resolve("app/content/files/watermark/mark-worker.ts"),
        fileName: "mark-worker.js",
      });
      this.emitFile({
        type: "chunk",
        id: path.resolve("app/content/documents/texts/compare-worker.ts"),
        fileName: "compare-worker.js",
      });
      this.emitFile({
        type: "chunk",
        id: path.resolve("app/platform/files/tables/sheet-worker.ts"),
        fileName: "sheet-worker.js",
      });
      this.emitFile({
        type: "chunk",
        id: path.resolve("app/platform/files/questionnaires/form-worker.ts"),
        fileName: "form-worker.js",
      });
      this.emitFile({
        type: "chunk",
        id: path.resolve("app/operations/exchange/read-worker.ts"),
        fileName: "content-worker.js",
      });
      this.emitFile({
        type: "chunk",
        id: path.resolve("app/platform/files/markdown/worker.ts"),
        fileName: "markdown-worker.js",
      });
    },
  };
}

export default defineConfig({
  plugins: [
    tailwindcss(),
    filesOfPages(),
    reactRouter(),
    schemasOnlyWhereRead(),
    workers(),
    serverStaysOnTheServer(),
  ],
  build: { manifest: true, assetsInlineLimit: 0, cssMinify: true, chunkSizeWarningLimit: 400 },
  environments: {
    ssr: {
      build: { rollupOptions: { input: "./app/server/server.ts" } },
    },
  },
});
