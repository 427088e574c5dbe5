// The parts of a package with their licenses: CycloneDX 1.6, the same text for the same parts.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} version
 * @property {string} license its expression, by SPDX
 * @property {string | undefined} integrity as package-lock.json has it
 * @property {string} folder where it is installed, with its license
 * @property {string} purl
 */

/** What package.json does not say, and the text beside it does. */
const LICENSES = { "png-js": "MIT" };

/**
 * What is known of each package.
 * @param places the packages, as places in package-lock.json
 * @returns {Part[]} each package and version once, by name
 * @throws Error naming a package that tells no license
 */
export function partsOf(root, lock, places) {
  const parts = new Map();
  for (const place of places) {
    const folder = path.join(root, place);
    const { name, version, license } = readPackage(folder);
    const told = license?.type ?? license ?? LICENSES[name];
    if (!told) throw new Error(`${place} tells no license`);
    const { integrity } = lock[place];
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    parts.set(purl, { name, version, license: told, integrity, folder, purl });
  }
  return [...parts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
}

/** What comes within other packages: Node.js itself, and SQLite. @returns {Part[]} */
export function carriedParts(root, node) {
  const { version } = readPackage(node);
  const folder = path.join(root, "node_modules/better-sqlite3");
  const header = readFileSync(path.join(folder, "deps/sqlite3/sqlite3.h"), "utf8");
  const [, sqlite] = /^#define SQLITE_VERSION\s+"([\d.]+)"/m.exec(header);
  return [
    { name: "node", version, license: "MIT", folder: node },
    { name: "sqlite", version: sqlite, license: "blessing", folder },
  ].map((part) => ({ ...part, purl: `pkg:generic/${part.name}@${part.version}` }));
}

function readPackage(folder) {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
}

/**
 * The list of parts of a package.
 * @param own its version, its license, and the machine that it is for
 * @param {Part[]} parts
 */
export function partsList({ version, license, arch }, parts) {
  const self = `pkg:generic/open-trust-center@${version}?arch=${arch}`;
  const list = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": self,
        name: "open-trust-center",
        version,
        licenses: [{ license: { id: license } }],
        purl: self,
      },
    },
    components: parts.map(component),
  };
  const serial = createHash("sha256").update(JSON.stringify(list)).digest("hex");
  // A UUID of version 8: made from the list itself.
  const uuid = [
    serial.slice(0, 8),
    serial.slice(8, 12),
    `8${serial.slice(13, 16)}`,
    `8${serial.slice(17, 20)}`,
    serial.slice(20, 32),
  ].join("-");
  return `${JSON.stringify({ ...list, serialNumber: `urn:uuid:${uuid}` }, null, 1)}\n`;
}

function component({ name, version, license, integrity, purl }) {
  const [, algorithm, digest] = /^(sha512)-(.+)$/.exec(integrity ?? "") ?? [];
  const [group, own] = name.startsWith("@") ? name.split("/") : [undefined, name];
  return {
    type: "library",
    "bom-ref": purl,
    ...(group === undefined ? {} : { group }),
    name: own,
    version,
    ...(algorithm === undefined
      ? {}
      : { hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }] }),
    licenses: /^[\w.+-]+$/.test(license)
      ? [{ license: { id: license } }]
      : [{ expression: license }],
    purl,
  };
}
