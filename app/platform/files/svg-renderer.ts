import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { loadedOnce } from "#values/loaded-once.ts";

/** What draws SVG pictures. */
export type SvgRenderer = typeof import("@resvg/resvg-wasm").Resvg;

/** Loads it when it is first wanted: a process can do so only once. */
export const loadSvgRenderer = loadedOnce(async (): Promise<SvgRenderer> => {
  // Found by name, not by path: the bundled server lies elsewhere than this file, with node_modules
  // above it.
  const { resolve } = createRequire(import.meta.url);
  const wasm = await readFile(resolve("@resvg/resvg-wasm/index_bg.wasm"));
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  await initWasm(wasm);
  return Resvg;
});
