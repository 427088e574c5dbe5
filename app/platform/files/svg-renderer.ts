import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** What draws SVG pictures. */
export type SvgRenderer = typeof import("@resvg/resvg-wasm").Resvg;

let renderer: Promise<SvgRenderer> | null = null;

/** Loads it when it is first wanted: a process can do so only once. */
export function loadSvgRenderer(): Promise<SvgRenderer> {
  renderer ??= start().catch((error: unknown) => {
    renderer = null;
    throw error;
  });
  return renderer;
}

async function start(): Promise<SvgRenderer> {
  // Found by name, not by path: the bundled server lies elsewhere than this file, with node_modules
  // above it.
  const { resolve } = createRequire(import.meta.url);
  const wasm = await readFile(resolve("@resvg/resvg-wasm/index_bg.wasm"));
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  await initWasm(wasm);
  return Resvg;
}
