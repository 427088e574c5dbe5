// The texts of the licenses of all parts, one after the other.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Names of the files that a package tells its license in. */
export const licenseFiles = /^(?:licen[cs]es?|copying|notice|copyright|ofl)(?:[.-][\w.-]+)?$/i;

/** @param {import("./parts-list.mjs").Part[]} parts */
export function licenseTexts(parts) {
  const rule = "=".repeat(80);
  return parts
    .map(({ name, version, license, folder }) => {
      const files = readdirSync(folder)
        .filter((file) => licenseFiles.test(file))
        .sort();
      const texts = files.map((file) => readFileSync(path.join(folder, file), "utf8").trim());
      return `${rule}\n${name} ${version}: ${license}\n${rule}\n\n${texts.join("\n\n")}\n`;
    })
    .join("\n");
}
