import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "vite";

/**
 * Bundles a module of the application as the server is bundled, into {folder}/build/server/index.js with
 * node_modules beside the build, for tests that need it in a process of its own.
 * @param source TypeScript that imports the application by absolute path
 * @returns the file to run with node
 */
export async function bundleForNode(folder: string, source: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const entry = path.join(folder, "index.ts");
  writeFileSync(entry, source);
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  await build({
    root: folder,
    configFile: false,
    logLevel: "silent",
    build: { ssr: entry, outDir: path.join(folder, "build/server"), emptyOutDir: true },
  });
  return path.join(folder, "build/server/index.js");
}
