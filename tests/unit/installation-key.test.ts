import { spawn } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { BlobStore } from "#platform/files/blob-store.ts";
import {
  InstallationKey,
  InstallationKeyError,
  loadInstallationKey,
  SealBroken,
} from "#platform/files/installation-key.ts";
import { bundleForNode } from "./bundled.ts";
import { testInFive } from "../in-turn.ts";

const root = mkdtempSync(path.join(tmpdir(), "installation-key-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = path.join(mkdtempSync(path.join(root, "data-")), "data");
  file = path.join(dataDir, "keys", "installation.key");
});

const fingerprint = (key: InstallationKey) => key.derive("test").toString("hex");
const mode = (name: string) => statSync(name).mode & 0o777;

describe("the file", () => {
  test("is made at the first start, for this user alone, and read at the second", async () => {
    const first = await loadInstallationKey(dataDir);
    expect(readFileSync(file, "utf8")).toMatch(/^[A-Za-z0-9_-]{43}\n$/);
    expect([mode(file), mode(path.dirname(file))]).toEqual([0o600, 0o700]);
    expect(readdirSync(path.dirname(file))).toEqual(["installation.key"]);
    expect(fingerprint(await loadInstallationKey(dataDir))).toBe(fingerprint(first));
  });

  test("differs from installation to installation", async () => {
    const other = path.join(path.dirname(dataDir), "other");
    expect(fingerprint(await loadInstallationKey(dataDir))).not.toBe(
      fingerprint(await loadInstallationKey(other)),
    );
  });

  testInFive("is the same for processes that start at once", async () => {
    const script = await bundleForNode(
      path.join(path.dirname(dataDir), "bundle"),
      `import { loadInstallationKey } from ${JSON.stringify(path.resolve("app/platform/files/installation-key.ts"))};
       process.stdout.write("ready\\n");
       process.stdin.once("data", async () => {
         const keys = await Promise.all([1, 2, 3].map(() => loadInstallationKey(process.argv[2] ?? "")));
         for (const key of keys) console.log(key.derive("test").toString("hex"));
         process.exit();
       });`,
    );
    const processes = await Promise.all(Array.from({ length: 6 }, () => startWaiting(script)));
    const keys = (await Promise.all(processes.map((go) => go()))).flat();
    expect(keys).toHaveLength(18);
    expect(new Set(keys).size).toBe(1);
    expect(fingerprint(await loadInstallationKey(dataDir))).toBe(keys[0]);
    expect(readdirSync(path.dirname(file))).toEqual(["installation.key"]);
  });

  test.each([
    "",
    "\n",
    "short\n",
    `${"a".repeat(42)}\n`,
    `${"a".repeat(44)}\n`,
    `${"a".repeat(43)}\n\n`,
    ` ${"a".repeat(43)}`,
    `${"a".repeat(42)}+\n`,
  ])("is refused by name when it holds %j, and not touched", async (content) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    const failure = await loadInstallationKey(dataDir).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InstallationKeyError);
    expect(String(failure)).toContain(file);
    expect(readFileSync(file, "utf8")).toBe(content);
  });

  test("is not made anew while there are blobs that only the old one reads", async () => {
    const blobs = new BlobStore(path.join(dataDir, "blobs"), await loadInstallationKey(dataDir));
    const { hash } = await blobs.put("acme", Buffer.from("report"), { maxBytes: 100 });
    unlinkSync(file);
    const failure = await loadInstallationKey(dataDir).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InstallationKeyError);
    expect(String(failure)).toContain(file);
    expect(existsSync(file)).toBe(false);

    await blobs.remove("acme", hash);
    mkdirSync(path.join(dataDir, "blobs", "tmp"), { recursive: true });
    writeFileSync(path.join(dataDir, "blobs", "tmp", "unfinished"), "x");
    await loadInstallationKey(dataDir);
    expect(existsSync(file)).toBe(true);
  });

  // A folder, and a name that leads to itself: what nobody can read, root neither.
  test.each([
    ["EISDIR", () => mkdirSync(file)],
    ["ELOOP", () => symlinkSync(file, file)],
  ])("that can't be read (%s) is an error, not a new key", async (code, place) => {
    mkdirSync(path.dirname(file), { recursive: true });
    place();
    const before = lstatSync(file);
    await expect(loadInstallationKey(dataDir)).rejects.toThrow(code);
    expect([lstatSync(file).ino, lstatSync(file).mode]).toEqual([before.ino, before.mode]);
    expect(readdirSync(path.dirname(file))).toEqual(["installation.key"]);
  });
});

describe("a key", () => {
  const key = new InstallationKey(Buffer.alloc(32, 1));
  const other = new InstallationKey(Buffer.alloc(32, 2));

  test("derives 32 bytes for a purpose, others for another purpose or installation", () => {
    expect(key.derive("totp")).toHaveLength(32);
    expect(key.derive("totp").equals(key.derive("totp"))).toBe(true);
    const all = [
      key.derive("totp"),
      key.derive("invite"),
      key.derive(""),
      other.derive("totp"),
      Buffer.alloc(32, 1),
    ];
    expect(new Set(all.map((bytes) => bytes.toString("hex"))).size).toBe(all.length);
  });

  test("opens what it sealed for the purpose, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(key.open("totp", key.seal("totp", text))).toBe(text);
      }),
    );
  });

  test("seals the same text differently each time, without a trace of it", () => {
    const sealed = [key.seal("totp", "JBSWY3DPEHPK3PXP"), key.seal("totp", "JBSWY3DPEHPK3PXP")];
    expect(sealed[0]).not.toBe(sealed[1]);
    for (const text of sealed) {
      expect(text).toMatch(/^1\.[A-Za-z0-9_-]+$/);
      expect(Buffer.from(text.slice(2), "base64url").includes("JBSWY")).toBe(false);
    }
  });

  test("refuses a sealed text that was altered, cut, or made elsewhere", () => {
    const sealed = key.seal("totp", "JBSWY3DPEHPK3PXP");
    const bytes = Buffer.from(sealed.slice(2), "base64url");
    for (let at = 0; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      expect(() => key.open("totp", `1.${altered.toString("base64url")}`)).toThrow(SealBroken);
      expect(() => key.open("totp", `1.${bytes.subarray(0, at).toString("base64url")}`)).toThrow(
        SealBroken,
      );
    }
    for (const text of [
      "",
      "1.",
      "2" + sealed.slice(1),
      sealed.slice(2),
      `${sealed}AAAA`,
      "JBSWY3DPEHPK3PXP",
    ]) {
      expect(() => key.open("totp", text)).toThrow(SealBroken);
    }
    const twin =
      sealed.slice(0, -1) + String.fromCharCode(sealed.charCodeAt(sealed.length - 1) + 1);
    expect(Buffer.from(twin.slice(2), "base64url").equals(bytes)).toBe(true);
    expect(() => key.open("totp", twin)).toThrow(SealBroken);
    expect(() => key.open("totp", `${sealed}=`)).toThrow(SealBroken);
    expect(() => key.open("other", sealed)).toThrow(SealBroken);
    expect(() => other.open("totp", sealed)).toThrow(SealBroken);
  });

  test("verifies its own signature of the text for the purpose, and no other", () => {
    const mac = key.sign("unsubscribe", "org.acme.riley@customer.example");
    expect(mac).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(key.verify("unsubscribe", "org.acme.riley@customer.example", mac)).toBe(true);
    expect(key.verify("invite", "org.acme.riley@customer.example", mac)).toBe(false);
    expect(key.verify("unsubscribe", "org.globex.riley@customer.example", mac)).toBe(false);
    expect(other.verify("unsubscribe", "org.acme.riley@customer.example", mac)).toBe(false);
    const twin = mac.slice(0, -1) + String.fromCharCode(mac.charCodeAt(42) + 1);
    for (const wrong of [
      "",
      mac.slice(1),
      `${mac}=`,
      ` ${mac}`,
      mac.toLowerCase(),
      "é".repeat(43),
      twin,
    ]) {
      expect(key.verify("unsubscribe", "org.acme.riley@customer.example", wrong)).toBe(false);
    }
  });

  test("does not show itself in logs", () => {
    const secret = new InstallationKey(Buffer.from("0123456789abcdef0123456789abcdef"));
    expect(
      inspect(secret, { depth: 9, showHidden: true }) + JSON.stringify(secret) + String(secret),
    ).not.toMatch(/0123|30 31 32|48,49/);
    expect(() => new InstallationKey(Buffer.alloc(31))).toThrow(RangeError);
  });
});

/** Starts a process that waits, so that all can begin in the same moment; the result makes it go on. */
function startWaiting(script: string): Promise<() => Promise<string[]>> {
  const child = spawn(process.execPath, [script, dataDir], { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise<string[]>((resolve) =>
    child.on("close", () => resolve(output.trim().split("\n").slice(1))),
  );
  return new Promise((resolve) =>
    child.stdout.once("data", () =>
      resolve(() => {
        child.stdin.end("go\n");
        return ended;
      }),
    ),
  );
}
