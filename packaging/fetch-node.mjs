// The Node of another machine than this one.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { readLock } from "./packages.mjs";
import { run } from "./archive.mjs";

/**
 * Fetches the package with the Node of a machine, which npm installs on that machine alone.
 * @param folder where it is put
 * @returns the folder of the package
 * @throws Error when it can't be had, or is not what package-lock.json names
 */
export function fetchNode(root, arch, folder) {
  const name = `node-linux-${arch}`;
  const { version, integrity } = readLock(root)[`node_modules/${name}`];
  mkdirSync(folder, { recursive: true });
  run("npm", ["pack", `${name}@${version}`, "--pack-destination", folder, "--loglevel=error"], {
    cwd: folder,
  });
  const packed = path.join(folder, `${name}-${version}.tgz`);
  const digest = createHash("sha512").update(readFileSync(packed)).digest("base64");
  if (integrity !== `sha512-${digest}`)
    throw new Error(`${name} ${version} is not what package-lock.json names.`);
  run("tar", ["-xzf", packed, "-C", folder]);
  return path.join(folder, "package");
}
