// Archives of the same bytes for the same files.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import path from "node:path";

/**
 * Packs a folder, itself included. Names are sorted, times, owners and rights are fixed, and blocks do not depend on
 * how many processors there are.
 * @param folder what is packed
 * @param file the archive, .tar.xz
 * @param time of every file, in seconds
 */
export function makeArchive(folder, file, time) {
  const { base, dir } = path.parse(folder);
  run(
    "tar",
    [
      "--create",
      "--sort=name",
      "--format=gnu",
      "--owner=0",
      "--group=0",
      "--numeric-owner",
      "--mode=u=rwX,go=rX",
      `--mtime=@${time}`,
      "--use-compress-program=xz -6 -T1",
      `--file=${file}`,
      `--directory=${dir}`,
      base,
    ],
    { env: fixedEnvironment() },
  );
}

/** The environment without what changes the bytes that tar, xz and dpkg-deb write. */
export function fixedEnvironment() {
  const changing = /^(?:TAR_OPTIONS|XZ_OPT|XZ_DEFAULTS|DPKG_DEB_.*)$/;
  const kept = Object.entries(process.env).filter(([name]) => !changing.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: "C" };
}

/** Writes the digest of a file beside it, as sha256sum reads it. */
export function noteDigest(file) {
  const digest = createHash("sha256").update(readFileSync(file)).digest("hex");
  writeFileSync(`${file}.sha256`, `${digest}  ${path.basename(file)}\n`);
}

/** Runs a tool to its end. @throws Error with what it said */
export function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
  return stdout;
}
