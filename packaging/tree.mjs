// What a package is made of: every file of its tree, from a checkout that is installed and built.
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { builtText, loadedPackages, productionPackages, readLock } from "./packages.mjs";
import { carriedParts, partsList, partsOf } from "./parts-list.mjs";
import { licenseFiles, licenseTexts } from "./license-texts.mjs";

/** What nothing loads: types, maps, sources of other languages, words for programmers. */
const UNREAD =
  /\.(?:map|[cm]?ts|tsx|flow|md|markdown|c|cc|cpp|h|hpp|gyp|gypi|patch|sh|ya?ml|coffee|gz|log)$/i;
/** Folders at the top of a package that are for its programmers, and everything that begins with a dot. */
const FOR_PROGRAMMERS = /^(?:\..*|tests?|__tests__|examples?|benchmarks?|docs|src\/.*\.(?:c|cpp))$/;
/** What only browsers, and other programs than Node, load. What is for development stays: Node reads names in it. */
const ELSEWHERE =
  /(?:\.standalone|\.browser(?:\.old)?|\.min|\.umd)\.[cm]?js$|\/umd\/|\/react-dom-(?:client|profiling|server(?:-legacy)?\.(?:browser|edge|bun))\./;

const CLIENT_MANIFEST = "build/client/.vite/manifest.json";

/**
 * @typedef {object} TreeFile
 * @property {string} to its place below the folder of the package
 * @property {string} [from] the file that it is a copy of
 * @property {string} [text] what is in it, where it is made
 * @property {boolean} program whether it can be started
 */

/**
 * Every file of a package, by its place.
 * @param root a checkout with its packages and its build
 * @param options.arch x64 or arm64
 * @param options.node the folder of the package that has its Node
 * @returns {TreeFile[]}
 */
export function packageFiles(root, { arch, node }) {
  const lock = readLock(root);
  const text = builtText(root);
  const { version, license } = readJson(path.join(root, "package.json"));
  const production = productionPackages(lock);
  const parts = [...carriedParts(root, node), ...partsOf(root, lock, production)];
  const made = (to, content) => ({ to, text: content, program: false });
  const copied = (to, from, program = false) => ({ to, from: path.join(root, from), program });
  const own = { name: "open-trust-center", version, license, private: true, type: "module" };
  return [
    copied("open-trust-center", "packaging/open-trust-center", true),
    copied("open-trust-center.mjs", "packaging/open-trust-center.mjs"),
    copied("limits.sh", "bin/limits.sh"),
    { to: "node", from: path.join(node, "bin/node"), program: true },
    made("package.json", `${JSON.stringify(own, null, 2)}\n`),
    made("parts.cdx.json", partsList({ version, license, arch }, parts)),
    made("LICENSES.txt", licenseTexts(parts)),
    copied("LICENSE", "LICENSE"),
    ...readdirSync(root)
      .filter((name) => name.endsWith(".md"))
      .map((name) => copied(name, name)),
    ...below(root, "docs", () => true),
    ...below(root, "packaging/docker", () => true),
    ...below(root, "demo", (name) => !name.startsWith("generate/")),
    ...below(root, "build/server", isServed),
    ...below(root, "build/client", isServed),
    made(CLIENT_MANIFEST, sameManifest(root)),
    ...loadedPackages(lock, text).flatMap((place) =>
      below(root, place, (name) => isLoaded(place, name, { arch, text })),
    ),
  ].sort((a, b) => (a.to < b.to ? -1 : 1));
}

/** Puts the files of a package below a folder that is not there yet; linked instead of copied where that is enough. */
export function layOut(files, folder, { linked = false } = {}) {
  const made = new Set();
  for (const { to, from, text, program } of files) {
    const target = path.join(folder, to);
    const parent = path.dirname(target);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true, mode: 0o755 });
    made.add(parent);
    if (text !== undefined) writeFileSync(target, text);
    else if (linked && isLinked(from, target)) continue;
    else copyFileSync(from, target);
    chmodSync(target, program ? 0o755 : 0o644);
  }
}

/** Links a file; false where the target lies on another disk. */
function isLinked(from, target) {
  try {
    linkSync(from, target);
    return true;
  } catch (error) {
    if (error.code === "EXDEV" || error.code === "EPERM") return false;
    throw error;
  }
}

/** What a server is made of: the bundler's notes are not. */
function isServed(name) {
  return !name.startsWith(".vite/");
}

/** Which files the pages load, as the bundler noted it: sorted, and without the folder that it was built in. */
function sameManifest(root) {
  const chunks = JSON.parse(
    readFileSync(path.join(root, CLIENT_MANIFEST), "utf8").replaceAll(`${root}/`, ""),
  );
  const sorted = Object.fromEntries(
    Object.keys(chunks)
      .sort()
      .map((name) => [name, chunks[name]]),
  );
  return `${JSON.stringify(sorted, null, 1)}\n`;
}

function isLoaded(place, name, { arch, text }) {
  const top = name.split("/")[0];
  if (top === "node_modules" || name.includes("/node_modules/")) return false;
  if (licenseFiles.test(path.posix.basename(name))) return true;
  if (FOR_PROGRAMMERS.test(top) || UNREAD.test(name) || ELSEWHERE.test(`/${name}`)) return false;
  if (place === "node_modules/better-sqlite3" && /^(?:deps|src)\//.test(name)) return false;
  if (/(?:^|\/)prebuilds\//.test(name)) return name.endsWith(`prebuilds/linux-${arch}.node`);
  // A font is loaded by its name.
  if (/\.(?:ttf|otf|woff2?)$/.test(name))
    return text.includes(`${place.slice("node_modules/".length)}/${name}`);
  return true;
}

/** @returns {TreeFile[]} */
function below(root, folder, isWanted) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(root, folder), path.join(entry.parentPath, entry.name)))
    .filter((name) => isWanted(name))
    .map((name) => ({
      to: `${folder}/${name}`,
      from: path.join(root, folder, name),
      program: false,
    }));
}

export function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
