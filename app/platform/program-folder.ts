import { existsSync } from "node:fs";
import path from "node:path";

/**
 * The folder of this program: the nearest one above with a package.json, wherever it was started.
 * Nothing below it is ever written.
 */
export const PROGRAM_FOLDER = folderOf(import.meta.dirname);

function folderOf(place: string): string {
  const above = path.dirname(place);
  return above === place || existsSync(path.join(place, "package.json")) ? place : folderOf(above);
}
