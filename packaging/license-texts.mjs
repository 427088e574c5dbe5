// The texts of the licenses of all parts, one after the other.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Names of the files that a package tells its license in. */
export const licenseFiles = /^(?:licen[cs]es?|copying|notice|copyright|ofl)(?:[.-][\w.-]+)?$/i;

/**
 * The texts of the licenses of all parts. Of one that brings no text, who made it, and where it comes from.
 * @param {import("./parts-list.mjs").Part[]} parts
 */
export function licenseTexts(parts) {
  const rule = "=".repeat(80);
  return parts
    .map(({ name, version, license, folder }) => {
      const files = readdirSync(folder)
        .filter((file) => licenseFiles.test(file))
        .sort();
      const texts = files.map((file) => readFileSync(path.join(folder, file), "utf8").trim());
      if (texts.length === 0) texts.push(whereFrom(folder, license));
      return `${rule}\n${name} ${version}: ${license}\n${rule}\n\n${texts.join("\n\n")}\n`;
    })
    .join("\n");
}

function whereFrom(folder, license) {
  const { author, repository } = JSON.parse(
    readFileSync(path.join(folder, "package.json"), "utf8"),
  );
  const lines = [
    author && `Copyright (c) ${author.name ?? author}`,
    repository && `Source: ${repository.url ?? repository}`,
    `Terms: https://spdx.org/licenses/${license}.html`,
  ];
  return lines.filter(Boolean).join("\n");
}
