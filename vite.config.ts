import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/**
 * Fails the build when something of the server reaches a browser bundle: the database and everything
 * that touches it stays on this side (design §1).
 */
function serverStaysOnTheServer(): Plugin {
  const forbidden =
    /\/(?:db|migrations)\/|\/app\/(?:files|mail|jobs|integrations|http)\/(?!rules)|\/app\/auth\/(?!rules|forms|sign-in|account)|\.server\.ts$|\/app\/(?:config|context|server)\.ts|better-sqlite3|\/kysely\//;
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

/** What a visitor's page may load before intent, beside the framework's own entries (stack.md §2). */
function islandEntry(): Plugin {
  return {
    name: "island-entry",
    configEnvironment(name) {
      if (name !== "client") return undefined;
      // A file of its own costs a visitor more in headers than these few lines do.
      const small =
        /app\/(?:islands\/(?:every-page|copy-link|filter|menu|search)|ui\/dialog-focus)\.ts$/;
      return {
        build: {
          rollupOptions: {
            input: ["app/islands/start.ts"],
            output: { codeSplitting: { groups: [{ name: "every-page", test: small }] } },
          },
        },
      };
    },
  };
}

/**
 * The process that renders and marks pages (files/watermark), and the workers that read workbooks (files/tables),
 * archives of content (features/content/read-apart) and Markdown (files/markdown): files of their own beside the server's.
 */
function workers(): Plugin {
  return {
    name: "workers",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    buildStart() {
      this.emitFile({
        type: "chunk",
        id: path.resolve("app/files/watermark/mark-worker.ts"),
        fileName: "mark-worker.js",
      });
      this.emitFile({
        type: "chunk",
        id: path.resolve("app/files/tables/sheet-worker.ts"),
        fileName: "sheet-worker.js",
      });
      this.emitFile({
        type: "chunk",
        id: path.resolve("app/features/content/read-worker.ts"),
        fileName: "content-worker.js",
      });
      this.emitFile({
        type: "chunk",
        id: path.resolve("app/files/markdown/markdown-worker.ts"),
        fileName: "markdown-worker.js",
      });
    },
  };
}

export default defineConfig({
  plugins: [tailwindcss(), islandEntry(), reactRouter(), workers(), serverStaysOnTheServer()],
  build: { manifest: true, assetsInlineLimit: 0, cssMinify: true, chunkSizeWarningLimit: 400 },
  environments: {
    ssr: {
      build: { rollupOptions: { input: "./app/server.ts" } },
    },
  },
});
