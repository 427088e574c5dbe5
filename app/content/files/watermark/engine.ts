import type { Pdfium } from "./pdfium.ts";

let loaded: Promise<Pdfium> | null = null;

/** The engine of a rendering process, loaded for the first job that needs it. */
export function engine(): Promise<Pdfium> {
  return (loaded ??= import("./pdfium.ts").then((module) => module.Pdfium.load()));
}
