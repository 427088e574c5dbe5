import { readFile } from "node:fs/promises";
import path from "node:path";

let known: Promise<string | null> | null = null;

/**
 * The URL of the script that starts the islands of a visitor's page: the hashed file of the build,
 * the source itself in development.
 */
export function islandScript(): Promise<string | null> {
  if (import.meta.env.DEV) return Promise.resolve("/app/islands/start.ts");
  known ??= find();
  return known;
}

/** The folder of the browser's files, beside the server's. */
export const clientFolder = path.resolve(import.meta.dirname, "../client");

async function find(): Promise<string | null> {
  const text = await readFile(path.join(clientFolder, ".vite/manifest.json"), "utf8").catch(
    () => null,
  );
  if (text === null) return null;
  const manifest = JSON.parse(text) as Record<string, { file?: string; src?: string }>;
  const entry = Object.values(manifest).find((chunk) => chunk.src === "app/islands/start.ts");
  return entry?.file === undefined ? null : `/${entry.file}`;
}
