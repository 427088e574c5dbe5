import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "#platform/config.ts";
import { environmentSchema } from "#platform/environment.ts";
import { makeArchive, noteDigest } from "../../packaging/archive.mjs";
import { makeDebianPackage } from "../../packaging/debian.mjs";

const root = path.resolve(".");
const places: string[] = [];
afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true });
});

function newPlace(): string {
  const place = mkdtempSync(path.join(tmpdir(), "otc-packages-"));
  places.push(place);
  return place;
}

const isThere = (program: string) =>
  spawnSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" }).status === 0;

/** A small tree of a package, its files made in an order, at a time, and with rights of somebody's own. */
function smallTree(names: readonly string[], when: number, mode: number): string {
  const tree = path.join(newPlace(), "open-trust-center-0.1.0");
  for (const name of names) {
    const file = path.join(tree, name);
    mkdirSync(path.dirname(file), { recursive: true, mode: mode | 0o700 });
    writeFileSync(file, `This is ${name}.\n`);
    chmodSync(file, name === "node" ? mode | 0o700 : mode);
    utimesSync(file, when, when);
  }
  return tree;
}

const NAMES = ["CHANGELOG.md", "LICENSE", "README.md", "docs/upgrade.md", "node"];

/** What lies in a folder, by name. */
const bytesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      readFileSync(path.join(folder, name)).toString("base64"),
    ]),
  );

function packed(tree: string): Record<string, string> {
  const dist = newPlace();
  const time = 1_700_000_000;
  const archive = path.join(dist, "archive.tar.xz");
  makeArchive(tree, archive, time);
  noteDigest(archive);
  if (isThere("dpkg-deb"))
    makeDebianPackage(tree, dist, { version: "0.1.0", arch: "x64", time, root, place: newPlace() });
  return bytesIn(dist);
}

test.runIf(isThere("xz"))(
  "the same files give the same bytes, however, when and by whose settings they were put there",
  () => {
    const first = packed(smallTree(NAMES, 1_600_000_000, 0o644));
    process.env.XZ_DEFAULTS = "-0";
    process.env.TAR_OPTIONS = "--owner=5:5";
    try {
      expect(packed(smallTree(NAMES.toReversed(), 1_800_000_000, 0o600))).toEqual(first);
    } finally {
      delete process.env.XZ_DEFAULTS;
      delete process.env.TAR_OPTIONS;
    }
    const others = packed(smallTree([...NAMES, "limits.sh"], 1_600_000_000, 0o644));
    for (const [name, bytes] of Object.entries(first)) expect(others[name], name).not.toBe(bytes);
  },
);

test.runIf(isThere("xz"))("an archive that can't be made is an error, and not a short file", () => {
  expect(() => makeArchive("/no/such/folder", path.join(newPlace(), "a.tar.xz"), 0)).toThrow(
    "tar failed",
  );
});

test("the settings of the Debian package say of each variable what it does, with a value that is taken", () => {
  const lines = readFileSync("packaging/debian/open-trust-center.env", "utf8").split("\n");
  const set: Record<string, string> = {};
  let said = false;
  for (const line of lines) {
    const [, name, value] = /^#?([A-Z_]+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) {
      expect(said, `a line above ${name} says what it does`).toBe(true);
      expect(Object.keys(environmentSchema.shape)).toContain(name);
      set[name] = value.replaceAll("'", "");
      // Systemd, a shell and Node read quoted values alike, and none of the others.
      expect(value).toMatch(/^(?:'[^']+'|[\w.]+)$/);
    } else said = line.startsWith("# ");
  }
  expect(readConfig(set)).toMatchObject({ demo: false, backups: { keep: 7 } });
});

test("an image runs as nobody else, and its settings are ones that the server reads", () => {
  const file = readFileSync("packaging/docker/Dockerfile", "utf8");
  const step = (name: string) =>
    file
      .split("\n")
      .filter((line) => line.startsWith(`${name} `))
      .map((line) => line.slice(name.length + 1));
  expect(step("USER")).toEqual(["10001:10001"]);
  expect(step("VOLUME")).toEqual(["/data"]);
  const compose = parse(readFileSync("packaging/docker/compose.yaml", "utf8")) as {
    services: Record<string, { read_only?: boolean; environment: Record<string, string> }>;
  };
  const own = compose.services["open-trust-center"];
  expect(own).toMatchObject({ read_only: true, tmpfs: ["/tmp"], cap_drop: ["ALL"] });
  const names = [
    ...(step("ENV")[0] ?? "").split(" ").map((variable) => variable.split("=")[0] ?? ""),
    ...Object.keys(own?.environment ?? {}),
  ];
  const known = [...Object.keys(environmentSchema.shape), "OPEN_TRUST_CENTER"];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});
