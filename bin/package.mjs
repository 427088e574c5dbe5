// npm run package: one download with everything in it, in dist/ (docs/operate/packages.md). With --arch arm64 for that machine;
// with --deb a package for Debian and Ubuntu, too; --tree FOLDER lays the files out there and makes nothing else.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { makeArchive, noteDigest } from "../packaging/archive.mjs";
import { makeDebianPackage } from "../packaging/debian.mjs";
import { fetchNode } from "../packaging/fetch-node.mjs";
import { layOut, packageFiles } from "../packaging/tree.mjs";
import { buildApplication, installPackages, root } from "./prepare.mjs";

const { values } = parseArgs({
  options: {
    arch: { type: "string", default: "x64" },
    deb: { type: "boolean", default: false },
    tree: { type: "string" },
  },
});
const { arch } = values;
if (arch !== "x64" && arch !== "arm64") {
  console.error(`--arch is x64 or arm64, not ${arch}.`);
  process.exit(1);
}
installPackages();
buildApplication();
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const place = mkdtempSync(path.join(tmpdir(), "trust-center-package-"));
try {
  const own = path.join(root, "node_modules", `node-linux-${arch}`);
  const node = existsSync(own) ? own : fetchNode(root, arch, path.join(place, "node"));
  const files = packageFiles(root, { arch, node });
  if (values.tree !== undefined) layOut(files, path.resolve(values.tree));
  else makeAll(files);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}

function makeAll(files) {
  const name = `open-trust-center-${version}`;
  const tree = path.join(place, "tree", name);
  layOut(files, tree);
  const dist = path.join(root, "dist");
  mkdirSync(dist, { recursive: true });
  const time = timeOfSources();
  const archive = path.join(dist, `${name}-linux-${arch}.tar.xz`);
  makeArchive(tree, archive, time);
  const made = [archive];
  if (values.deb) made.push(makeDebianPackage(tree, dist, { version, arch, time, root, place }));
  for (const file of made) {
    noteDigest(file);
    console.log(`${path.relative(root, file)}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  }
}

/** The time of every file in a package, in seconds: that of the commit, so that the same one gives the same bytes. */
function timeOfSources() {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined && /^\d+$/.test(given)) return Number(given);
  const { status, stdout } = spawnSync("git", ["log", "-1", "--format=%ct"], {
    cwd: root,
    encoding: "utf8",
  });
  if (status === 0) return Number(stdout);
  throw new Error("This is no checkout of git: set SOURCE_DATE_EPOCH to a time in seconds.");
}
