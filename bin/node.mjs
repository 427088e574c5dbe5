// Prints the Node that goes on with a command: the one that runs npm, or the one among the packages where that is
// too old. With --pinned always the one among the packages. Installs the packages first; all else is said on stderr.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { binOf, installPackages, root } from "./prepare.mjs";

/** The oldest Node that the packages run on. */
const OLDEST = [22, 12];

/** Whether a version, such as 22.12.0, is new enough. */
export function isNewEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(root);
  installPackages();
  const installed = process.env.npm_node_execpath ?? process.execPath;
  const own = versionOf(installed);
  const pinned = process.argv.includes("--pinned") || !isNewEnough(own) ? pinnedNode() : null;
  const starts = pinned !== null && versionOf(pinned) !== "";
  if (!starts && !isNewEnough(own)) {
    console.error(
      pinned === null
        ? `Open Trust Center needs Node.js ${OLDEST.join(".")} or newer. This is ${own}, and the packages include none for ${process.platform} on ${process.arch}.`
        : `The Node.js that runs Open Trust Center and its renderer doesn’t start on this machine. It needs 600 MB of memory or more that it can write to (ulimit -d, or LimitDATA= in a systemd unit). To check it yourself, run ${pinned} --version.`,
    );
    process.exit(1);
  }
  console.log(starts ? pinned : installed);
}

/** The Node among the packages; null where they bring none for this machine. */
function pinnedNode() {
  try {
    return path.resolve(binOf(`node-${process.platform}-${process.arch}`, "node"));
  } catch {
    return null;
  }
}

/** The version of a Node, without its v; empty when it does not run. */
function versionOf(file) {
  if (file === process.execPath) return process.versions.node;
  const { status, stdout } = spawnSync(file, ["-p", "process.versions.node"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}
