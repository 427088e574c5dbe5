// Which of the installed packages a built server loads, by package-lock.json.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/** The text of every file of the built server, end to end. */
export function builtText(root) {
  const folder = path.join(root, "build/server");
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".js"))
    .sort()
    .map((name) => readFileSync(path.join(folder, name), "utf8"))
    .join("\n");
}

/** The packages of package-lock.json, by their place. */
export function readLock(root) {
  return JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;
}

/**
 * The places, such as node_modules/zod, of the packages that the built server imports, and of all that they need.
 * @param lock see readLock
 * @param text see builtText
 */
export function loadedPackages(lock, text) {
  const named = (name) =>
    [`"${name}"`, `'${name}'`, `\`${name}\``, `"${name}/`, `'${name}/`, `\`${name}/`].some(
      (words) => text.includes(words),
    );
  return closureOf(lock, Object.keys(lock[""].dependencies).filter(named));
}

/** The places of all packages that the project names for production: a browser's code is made of some. */
export function productionPackages(lock) {
  return closureOf(lock, Object.keys(lock[""].dependencies));
}

function closureOf(lock, names) {
  const found = new Set(names.map((name) => placeOf(lock, "", name)));
  // What is added while the set is walked is walked, too.
  for (const place of found) {
    const { dependencies, peerDependencies, peerDependenciesMeta, optionalDependencies } =
      lock[place];
    const wanted = { ...dependencies, ...peerDependencies, ...optionalDependencies };
    for (const name of Object.keys(wanted)) {
      // Types are for compilers.
      if (peerDependenciesMeta?.[name]?.optional || name.startsWith("@types/")) continue;
      const there = placeOf(lock, place, name);
      if (there !== null) found.add(there);
      else if (dependencies?.[name] !== undefined && optionalDependencies?.[name] === undefined)
        throw new Error(`${place} needs ${name}, which package-lock.json lacks`);
    }
  }
  return [...found].sort();
}

/** Where a package finds another one: in its own node_modules, or in one above. */
function placeOf(lock, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const place = path.posix.join(at, "node_modules", name);
    if (lock[place] !== undefined) return place;
    if (at === "") return null;
  }
}
