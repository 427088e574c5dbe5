import { existsSync } from "node:fs";
import path from "node:path";

/**
 * A worker's own file, beside the built server; from the sources it is built when it is first
 * needed.
 * @param name as vite.config.ts emits it
 * @param source from the root of the sources
 */
export async function workerFile(name: string, source: string): Promise<string> {
  const built = path.join(import.meta.dirname, name);
  if (!import.meta.env.DEV || existsSync(built)) return built;
  const { build } = await import("vite");
  const outDir = path.resolve("build/development");
  await build({
    configFile: false,
    logLevel: "silent",
    build: {
      ssr: path.resolve(source),
      outDir,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: name } },
    },
  });
  return path.join(outDir, name);
}
