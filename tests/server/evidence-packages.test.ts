import { execFileSync, spawn } from "node:child_process";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import http from "node:http";
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { compactVerify, createLocalJWKSet } from "jose";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMemberSession } from "#auth/store/member-sessions.server.ts";
import { revokeGrant } from "#auth/accounts/store/accounts.server.ts";
import {
  switchFeature,
  updateCustomization,
} from "#company/settings/store/customizations.server.ts";
import { purgeSigningKeys } from "#company/signing-keys/store/signing-keys.server.ts";
import { inOrg } from "#db/tenant.ts";
import { purgePackages } from "#portal/packages/store/packages.server.ts";
import { addFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import { faqSubject } from "#content/knowledge-base/store/entry-history.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { saveItem } from "#content/items/store/items.server.ts";
import { SYSTEM, type Write } from "#tenancy/audit/store/audit.server.ts";
import { createTopics } from "#updates/updates/store/topics.server.ts";
import { addDocumentsCard, openFilesWorld, type FilesWorld } from "./files-world.ts";
import { multipart, pdf } from "./multipart.ts";
import { memberKeyIn } from "./api-names.ts";
import { openWorld, type Answer, type Ask } from "./world.ts";
import { testInFive } from "../in-turn.ts";

const RILEY = "riley@customer.example";
const NOOR = "noor@unsigned.example";
const OWNER = "owner@acme.example";
const PAGE = "/acme/review/package";
const TEXTS = ["README.txt", "changes.csv", "facts.json", "index.html", "questions.csv"];
const PROOFS = ["key.pem", "manifest.jws", "manifest.json", "manifest.sig"];
const DAY = 86_400_000;

interface Manifest {
  id: string;
  issuedTo: Record<string, string>;
  asOf: string;
  revision: number;
  files: {
    path: string;
    sha256: string;
    size: number;
    version: number;
    source: string;
    watermarked: boolean;
  }[];
  viewOnly: { name: string; pages: number | null; firstOpened: string | null }[];
  leftOut: { name: string; reason: string }[];
}

/** acme with a file that Riley can take, one for nobody and one to be read alone. */
async function ground(): Promise<FilesWorld> {
  const world = await openFilesWorld();
  await addDocumentsCard(world);
  await world.plant("included", "Report (final).txt", Buffer.from("The report. ".repeat(60_000)));
  await world.plant("restricted", "Secret plan.txt", Buffer.from("secret"));
  await world.plant("public", "Öffentlich.txt", Buffer.from("open"));
  return world;
}

const make = (world: FilesWorld, who: { as?: string } = { as: RILEY }) =>
  world.ask(PAGE, { ...who, form: {} });

/** The link of a package in which nothing is missing. */
async function linkOf(world: FilesWorld): Promise<string> {
  const answer = await make(world);
  expect(answer.status).toBe(303);
  const { location = "" } = answer.headers;
  expect(location).toMatch(/^\/acme\/review\/package\/[\w-]{43}$/);
  return location;
}

/** A package, unpacked by a stock tool into a folder of its own. */
function unpacked(zip: Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), "package-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "package.zip");
  writeFileSync(file, zip);
  execFileSync("unzip", ["-q", file, "-d", path.join(folder, "out")]);
  return path.join(folder, "out");
}

async function packageOf(world: FilesWorld): Promise<string> {
  const { status, body } = await world.ask(await linkOf(world), { as: RILEY });
  expect(status).toBe(200);
  return unpacked(body);
}

const textOf = (folder: string, name: string) => readFileSync(path.join(folder, name), "utf8");
const manifestOf = (folder: string) => JSON.parse(textOf(folder, "manifest.json")) as Manifest;
const namesIn = (folder: string) =>
  (readdirSync(folder, { recursive: true, withFileTypes: true }) as import("node:fs").Dirent[])
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

/** The commands that the README of a package gives, the three first. */
function commandsIn(folder: string): string[] {
  const lines = textOf(folder, "README.txt").split("\n");
  const numbered = lines.filter((line) => /^[123]\. openssl /.test(line));
  expect(numbered).toHaveLength(3);
  const loop = lines.find((line) => line.includes("while read")) ?? "";
  return [...numbered.map((line) => line.slice(3)), loop.trim()];
}

function run(folder: string, command: string): string {
  try {
    return execFileSync("sh", ["-c", command], { cwd: folder, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? "");
  }
}

/** What the README's commands say of a package. */
async function checked(world: FilesWorld, folder: string) {
  const [key = "", signature = "", files = "", loop = ""] = commandsIn(folder);
  const { keys } = JSON.parse((await world.ask("/.well-known/jwks.json")).text) as {
    keys: { kid: string }[];
  };
  const fingerprint = /[0-9a-f]{64}/.exec(run(folder, key))?.[0] ?? "none";
  const manifest = textOf(folder, "manifest.json");
  return {
    key: keys.some(({ kid }) => kid === fingerprint),
    signature: run(folder, signature).trim(),
    changed: run(folder, files)
      .trim()
      .split("\n")
      .map((line) => /^([0-9a-f]{64}) \*(.*)$/.exec(line) ?? ["", "", line])
      .filter(([, hash, name]) => !manifest.includes(`"sha256":"${hash}","path":"${name}"`))
      .map(([, , name]) => name),
    loop: run(folder, loop).trim(),
  };
}

const GOOD = { key: true, signature: "Verified OK", changed: [], loop: "" };

const verify = (world: FilesWorld, text: string, page = "/acme/verify") =>
  world.ask(page, { form: { text } });
const said = ({ text }: Answer) =>
  text
    .replace(/<!-- -->/g, "")
    .match(/Issued by [^<]*|This manifest [^<]*|This isn’t a manifest[^<]*/)?.[0];

describe("an evidence package", () => {
  test("holds what its member can see and take, and nothing else", async () => {
    const world = await ground();
    const folder = await packageOf(world);
    expect(namesIn(folder)).toEqual(
      [
        ...TEXTS,
        ...PROOFS,
        "documents/Reports/Report (final).txt",
        "documents/Reports/Öffentlich.txt",
      ].sort(),
    );
    const manifest = manifestOf(folder);
    expect(manifest).toMatchObject({
      issuedTo: { email: RILEY },
      asOf: world.time.toISOString(),
      leftOut: [],
    });
    expect(manifest.issuedTo.account).not.toBe("");
    expect(manifest.files.map((file) => file.path).sort()).toEqual(
      namesIn(folder).filter((name) => !PROOFS.includes(name)),
    );
    for (const { path: name, sha256, size, source } of manifest.files) {
      const bytes = readFileSync(path.join(folder, name));
      expect([createHash("sha256").update(bytes).digest("hex"), bytes.length]).toEqual([
        sha256,
        size,
      ]);
      expect(source).toMatch(/^https?:\/\/trust\.acme\.example/);
    }
    const page = textOf(folder, "index.html");
    expect(page).toContain('href="documents/Reports/Report%20(final).txt"');
    expect(page).not.toMatch(/<script|<link|<img|src=/);
    for (const name of [...TEXTS, "manifest.json"])
      expect(textOf(folder, name)).not.toContain("Secret plan");
    const facts = JSON.parse(textOf(folder, "facts.json"));
    expect(facts).toMatchObject({ kind: "package", revision: manifest.revision });
    // The facts are those of the member's twin.
    const twin = JSON.parse((await world.ask("/acme/index.json", { as: RILEY })).text);
    for (const name of ["certifications", "documents", "riskProfile", "access", "overview"])
      expect(facts[name]).toEqual(twin[name]);
    expect(textOf(folder, "questions.csv")).toMatch(/^\ufeffID,Question,/);
    expect(textOf(folder, "changes.csv")).toMatch(
      /^\ufeffDate,Change,Title,Field,Before,After,Message,/,
    );
  });

  test("tells what changed as its member may read it", async () => {
    const world = await ground();
    const { store } = world.services;
    const ask = (text: string, access: "public" | "internal") => (write: Write) =>
      addFaqEntry(
        write.trx,
        write.orgId,
        {
          id: `faq-${access}`,
          question: text,
          answer: "It is.",
          comment: null,
          topic: null,
          access,
          productIds: [],
        },
        write.now,
      );
    const told = async (id: string, verb: (write: Write) => Promise<unknown>) =>
      store.write((trx) => {
        const write = { trx, orgId: world.acme, by: SYSTEM, now: world.time };
        const what = { orgId: world.acme, productId: null, subject: faqSubject, subjectId: id };
        return recordChange(trx, { ...what, by: SYSTEM, now: world.time }, () => verb(write));
      });
    await told("faq-public", ask("Is the backup tested?", "public"));
    await told("faq-internal", ask("Is this a secret canary?", "internal"));
    await store.write((trx) =>
      createTopics(
        trx,
        world.acme,
        [
          {
            subject: "A new host",
            category: "subprocessors",
            productIds: [],
            effectiveOn: new Date(world.time.getTime() + 30 * DAY).toISOString().slice(0, 10),
            createdAt: world.time,
            updates: [
              {
                message: "We change hosts.",
                audience: "public",
                channelStatusPage: true,
                channelEmail: false,
                publishAt: world.time,
              },
            ],
          },
        ],
        "Owner",
      ),
    );
    world.time = new Date(world.time.getTime() + 2 * DAY);
    const folder = await packageOf(world);
    const lines = textOf(folder, "changes.csv").split("\n");
    expect(lines.filter((line) => line.includes("Is the backup tested?"))).toEqual([
      expect.stringMatching(
        /^\d{4}-\d\d-\d\d,FAQ entry added,Is the backup tested\?,,,,.*\/faq\?entry=/,
      ),
    ]);
    expect(textOf(folder, "changes.csv")).not.toContain("canary");
    expect(lines.filter((line) => line.includes("We change hosts."))).toEqual([
      expect.stringMatching(
        /^[\d-]{10},Subprocessor change announced,A new host,,,,We change hosts\.,/,
      ),
    ]);
  });

  test("is checked by the three commands of its README, and a changed byte is found", async () => {
    const world = await ground();
    const folder = await packageOf(world);
    expect(await checked(world, folder)).toEqual(GOOD);
    const copy = `${folder}-changed`;
    cpSync(folder, copy, { recursive: true });
    const file = openSync(path.join(copy, "documents/Reports/Report (final).txt"), "r+");
    writeSync(file, "X", 5);
    closeSync(file);
    expect(await checked(world, copy)).toEqual({
      ...GOOD,
      changed: ["documents/Reports/Report (final).txt"],
      loop: "changed: documents/Reports/Report (final).txt",
    });
    writeFileSync(
      path.join(copy, "manifest.json"),
      textOf(copy, "manifest.json").replace(RILEY, "other@customer.example"),
    );
    expect((await checked(world, copy)).signature).not.toBe("Verified OK");
    // A library that knows JOSE and nothing of this product agrees.
    const keys = JSON.parse((await world.ask("/.well-known/jwks.json")).text);
    const jws = textOf(folder, "manifest.jws").trim();
    const read = await compactVerify(jws, createLocalJWKSet(keys));
    expect(Buffer.from(read.payload).toString()).toBe(textOf(folder, "manifest.json"));
  });

  test("goes on where its download broke off, and is the same byte for byte", async () => {
    const world = await ground();
    const link = await linkOf(world);
    const whole = await world.ask(link, { as: RILEY });
    expect(Number(whole.headers["content-length"])).toBe(whole.body.length);
    const folder = mkdtempSync(path.join(tmpdir(), "package-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, "package.zip");
    writeFileSync(file, whole.body);
    truncateSync(file, 300_000);
    const cookie = await world.cookieOf(RILEY, world.host);
    const args = ["-fsS", "-C", "-", "-o", file, "-H", `Host: ${world.host}`, "-b", cookie];
    const curl = spawn("curl", [...args, `http://127.0.0.1:${world.port}${link}`]);
    await new Promise((resolve) => curl.once("close", resolve));
    expect(curl.exitCode).toBe(0);
    expect(readFileSync(file).equals(whole.body)).toBe(true);
    expect(readFileSync(file).indexOf("manifest.json")).toBeLessThan(100);
  });

  test("counts as downloads, and is in the audit log", async () => {
    const world = await ground();
    await world.ask(await linkOf(world), { as: RILEY });
    const taken = (await world.events()).filter(({ access }) => access === "download");
    expect(taken.map(({ source }) => source)).toEqual(["evidence_package", "evidence_package"]);
    const audit = await inOrg(world.services.store.read, world.acme)
      .selectFrom("audit")
      .select(["action", "actor"])
      .where("action", "=", "package.issued")
      .execute();
    expect(audit).toHaveLength(1);
    const own = await world.ask("/acme/my-account", { as: RILEY });
    expect(own.text).toContain("2 documents (ZIP)");
  });

  test("is this member’s alone, ends after a day, and is refused once access ended", async () => {
    const world = await ground();
    const link = await linkOf(world);
    for (const who of [{}, { as: NOOR }, { as: OWNER }])
      expect((await world.ask(link, who)).status).toBe(404);
    expect((await world.ask(link.replace("/acme/", "/globex/"), { as: RILEY })).status).toBe(404);
    expect((await world.ask(link, { as: RILEY, method: "HEAD" })).status).toBe(200);
    const { store } = world.services;
    const grant = await inOrg(store.read, world.acme)
      .selectFrom("grants as g")
      .innerJoin("members as m", (join) =>
        join.onRef("m.orgId", "=", "g.orgId").onRef("m.accountId", "=", "g.accountId"),
      )
      .select("g.id")
      .where("m.email", "=", RILEY)
      .executeTakeFirstOrThrow();
    await store.write((trx) =>
      revokeGrant({ trx, orgId: world.acme, by: SYSTEM, now: world.time }, grant.id),
    );
    const refused = await world.ask(link, { as: RILEY });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("What you can see has changed since this package was made.");
    expect(refused.text).not.toContain("Report (final)");
  });

  test("stays in the account that its address names", async () => {
    const world = await ground();
    const { accountId } = await inOrg(world.services.store.read, world.acme)
      .selectFrom("members")
      .select("accountId")
      .where("email", "=", RILEY)
      .executeTakeFirstOrThrow();
    const query = `?accountId=${accountId}`;
    const { text } = await world.ask(`/acme/my-account${query}`, { as: RILEY });
    expect(text).toContain(`href="${PAGE}${query}"`);
    const { headers } = await world.ask(PAGE + query, { as: RILEY, form: {} });
    expect(headers.location).toMatch(new RegExp(`/[\\w-]{43}\\${query}$`));
    expect((await world.ask(headers.location ?? "", { as: RILEY })).status).toBe(200);
  });

  test("is refused once something in it was taken back, and after its day", async () => {
    const world = await ground();
    const link = await linkOf(world);
    const stamp = { by: "Test", on: world.time };
    await world.services.store.write((trx) =>
      saveItem(
        trx,
        world.acme,
        world.platform,
        { uid: "custom.public", kind: "Reports", enabledState: "NotEnabled" },
        stamp,
      ),
    );
    expect((await world.ask(link, { as: RILEY })).status).toBe(409);
    const other = await linkOf(world);
    world.time = new Date(world.time.getTime() + DAY + 1);
    expect((await world.ask(other, { as: RILEY })).status).toBe(404);
    const { store } = world.services;
    expect(await store.write((trx) => purgePackages(trx, world.time))).toBe(2);
  });

  test("says which documents are missing, and is complete without them", async () => {
    const world = await ground();
    const { store } = world.services;
    await store.write((trx) =>
      updateCustomization(
        { trx, orgId: world.acme, now: world.time },
        { watermarkDownloads: true },
      ),
    );
    // It has no page that could be marked.
    await world.plant("included", "Odd.pdf", pdf("odd"));
    const answer = await make(world);
    expect([answer.status, answer.text]).toEqual([
      200,
      expect.stringContaining("Your package has 1 document fewer: it can’t be marked (Odd.pdf)."),
    ]);
    const link = /href="(\/acme\/review\/package\/[\w-]{43})"/.exec(answer.text)?.[1] ?? "";
    const folder = unpacked((await world.ask(link, { as: RILEY })).body);
    expect(manifestOf(folder).leftOut).toEqual([{ name: "Odd.pdf", reason: "watermark" }]);
    expect(textOf(folder, "index.html")).toContain("It can’t carry a watermark.");
    expect(await checked(world, folder)).toEqual(GOOD);
  });

  test("lists what can only be read on the portal, and when the member did", async () => {
    const world = await ground();
    const id = await world.plant("included", "Read me.txt", Buffer.from("read"), {
      accessType: "view-only",
    });
    const before = manifestOf(await packageOf(world));
    expect(before.viewOnly).toMatchObject([{ name: "Read me.txt", firstOpened: null }]);
    expect((await world.ask(world.at(id, "view", "included"), { as: RILEY })).status).toBe(200);
    await world.events();
    const after = manifestOf(await packageOf(world));
    expect(after.viewOnly).toMatchObject([
      { name: "Read me.txt", firstOpened: world.time.toISOString().slice(0, 10) },
    ]);
    expect(after.files.map((file) => file.path).join()).not.toContain("Read me");
  });

  test("before the NDA is signed, nothing that waits for it is in it", async () => {
    const world = await ground();
    const answer = await make(world, { as: NOOR });
    expect(answer.status).toBe(303);
    const { body } = await world.ask(answer.headers.location ?? "", { as: NOOR });
    expect(namesIn(unpacked(body)).filter((name) => name.startsWith("documents/"))).toEqual([
      "documents/Reports/Öffentlich.txt",
    ]);
  });

  test("is for members alone, where the organization allows archives", async () => {
    const world = await ground();
    for (const who of [{}, { as: OWNER }]) {
      const answer = await make(world, who);
      expect([answer.status, answer.headers.location]).toEqual([
        303,
        expect.stringMatching(/^\/acme\?loginRequest=true/),
      ]);
    }
    for (const page of ["/acme/my-account", "/acme/documents"]) {
      const { text } = await world.ask(page, { as: RILEY });
      expect([page, text.includes(`href="${PAGE}"`)]).toEqual([page, true]);
    }
    expect((await world.ask("/acme/documents")).text).not.toContain(PAGE);
    await world.services.store.write((trx) =>
      switchFeature({ trx, orgId: world.acme, now: world.time }, "bulkDownload", false),
    );
    expect((await make(world)).status).toBe(404);
    expect((await world.ask(PAGE, { as: RILEY })).status).toBe(404);
    expect((await world.ask("/acme/documents", { as: RILEY })).text).not.toContain(PAGE);
  });

  test("on the organization’s own domain names that domain, whose keys check it", async () => {
    const world = await ground();
    const host = "trust.acme.example";
    const answer = await world.ask("/review/package", { as: RILEY, host, form: {} });
    expect(answer.headers.location).toMatch(/^\/review\/package\/[\w-]{43}$/);
    const { body } = await world.ask(answer.headers.location ?? "", { as: RILEY, host });
    const folder = unpacked(body);
    const { keys } = JSON.parse((await world.ask("/.well-known/jwks.json", { host })).text);
    const read = await compactVerify(
      textOf(folder, "manifest.jws").trim(),
      createLocalJWKSet({ keys }),
    );
    expect(Buffer.from(read.payload).toString()).toBe(textOf(folder, "manifest.json"));
    const found = await world.ask("/verify", {
      host,
      form: { text: textOf(folder, "manifest.jws") },
    });
    expect(said(found)).toMatch(/^Issued by Acme .* unchanged$/);
  });
});

describe("a package by a member’s key", () => {
  const byKey = (world: FilesWorld, key: string, call: string, more: Ask = {}) =>
    world.ask(`/api/v1/portal${call}`, {
      ...more,
      headers: { authorization: `Bearer ${key}`, ...more.headers },
    });

  test("is the member’s own, whole or in parts, for the key’s products and while nothing changed", async () => {
    const world = await ground();
    const key = await memberKeyIn(world, { email: RILEY });
    const made = await byKey(world, key, "/packages", { method: "POST" });
    expect(made.status).toBe(201);
    const { content, expiresAt, missing } = JSON.parse(made.text);
    expect([made.headers.location, missing]).toEqual([content, []]);
    expect(new Date(expiresAt).getTime()).toBe(world.time.getTime() + DAY);
    const link = content.slice(content.indexOf("/packages"));
    const { status, headers, body } = await byKey(world, key, link);
    expect([status, headers["content-type"]]).toEqual([200, "application/zip"]);
    const folder = unpacked(body);
    expect(await checked(world, folder)).toEqual(GOOD);
    expect(manifestOf(folder)).toMatchObject({ issuedTo: { email: RILEY } });
    expect(namesIn(folder)).toContain("documents/Reports/Report (final).txt");
    expect(namesIn(folder).join()).not.toContain("Secret plan");
    const part = await byKey(world, key, link, { headers: { range: "bytes=100-199" } });
    expect([part.status, part.body.equals(body.subarray(100, 200))]).toEqual([206, true]);
    const taken = (await world.events()).filter(({ access }) => access === "download");
    expect(taken.length).toBeGreaterThan(0);

    // Nobody else’s key opens it, nor one of another scope or for another product.
    const others = [
      await memberKeyIn(world, { email: NOOR }),
      await memberKeyIn(world, { email: RILEY, scopes: ["portal:read"] }),
      // A package has all of the portal that its member sees, which is more than files.
      await memberKeyIn(world, { email: RILEY, scopes: ["files:read"] }),
    ];
    const filesAlone = others[2] ?? "";
    const refused = await byKey(world, filesAlone, "/packages", { method: "POST" });
    expect([refused.status, JSON.parse(refused.text).scope]).toEqual([403, "portal:read"]);
    for (const other of others) {
      expect((await byKey(world, other, link)).status).toBeGreaterThanOrEqual(401);
      expect((await byKey(world, other, link)).body.includes("PK")).toBe(false);
    }
    const { id: elsewhere } = await inOrg(world.services.store.read, world.acme)
      .selectFrom("products")
      .select("id")
      .where("isDefault", "=", 0)
      .where("show", "=", 1)
      .executeTakeFirstOrThrow();
    const narrow = await memberKeyIn(world, { email: RILEY, products: [elsewhere] });
    expect((await byKey(world, narrow, link)).status).not.toBe(200);
    expect((await byKey(world, key, "/packages/no-such")).status).toBe(404);
    expect((await byKey(world, key, "/packages")).status).toBe(405);
    expect((await byKey(world, key, "/packages?product=none", { method: "POST" })).status).toBe(
      404,
    );

    await world.plant("public", "Another.txt", Buffer.from("another one"));
    expect((await byKey(world, key, link)).status).toBe(409);
  });

  test("is not there where the organization turns archives off", async () => {
    const world = await ground();
    const key = await memberKeyIn(world, { email: RILEY });
    await world.services.store.write((trx) =>
      switchFeature({ trx, orgId: world.acme, now: world.time }, "bulkDownload", false),
    );
    expect((await byKey(world, key, "/packages", { method: "POST" })).status).toBe(404);
  });
});

describe("the page that checks a manifest", () => {
  test("knows both forms, pasted and uploaded, and tells a changed one", async () => {
    const world = await ground();
    const folder = await packageOf(world);
    const [json, jws] = [textOf(folder, "manifest.json"), textOf(folder, "manifest.jws")];
    for (const text of [json, json.replaceAll("\n", "\r\n"), `\n${json.trim()}  `, jws, jws.trim()])
      expect(said(await verify(world, text))).toMatch(/^Issued by Acme .* on .*, unchanged$/);
    const form = multipart([{ name: "manifest.json", bytes: json }], { text: "" });
    const uploaded = await world.ask("/acme/verify", { method: "POST", ...form });
    expect(said(uploaded)).toMatch(/^Issued by Acme .* unchanged$/);
    expect(uploaded.text).toContain("documents/Reports/Report (final).txt");

    const changed = "This manifest was changed after it was issued.";
    expect(said(await verify(world, json.replace(RILEY, "eve@customer.example")))).toBe(changed);
    expect(said(await verify(world, json.replace('"files"', '"filez"')))).toBe(changed);
    const [head, payload = "", signature] = jws.trim().split(".");
    const forged = Buffer.from(
      Buffer.from(payload, "base64url").toString().replace(RILEY, "eve@customer.example"),
    ).toString("base64url");
    expect(said(await verify(world, `${head}.${forged}.${signature}`))).toBe(changed);
  });

  test("knows nothing of another organization’s, and says what is no manifest", async () => {
    const world = await ground();
    const folder = await packageOf(world);
    for (const name of ["manifest.json", "manifest.jws"])
      expect(said(await verify(world, textOf(folder, name), "/globex/verify"))).toBe(
        "This manifest wasn’t issued here.",
      );
    for (const text of ["hello", "{}", "a.b", '{"id":"x"}', "{".repeat(1_000)]) {
      const answer = await verify(world, text);
      expect([answer.status, said(answer)]).toEqual([
        400,
        expect.stringContaining("This isn’t a manifest"),
      ]);
    }
    expect(said(await verify(world, "a.b.c"))).toBe("This manifest wasn’t issued here.");
    const empty = await verify(world, "");
    expect([empty.status, empty.text]).toEqual([
      400,
      expect.stringContaining("Choose a file or paste its content."),
    ]);
    const large = multipart([{ name: "big.json", bytes: Buffer.alloc(2 * 1024 * 1024 + 1) }]);
    const refused = await world.ask("/acme/verify", { method: "POST", ...large });
    expect(refused.status).toBe(413);
  });

  test("is checked as a whole, and each file that was altered is named", async () => {
    const world = await ground();
    const { body } = await world.ask(await linkOf(world), { as: RILEY });
    const check = async (bytes: Buffer, how: "page" | "data") => {
      const form = multipart([{ name: "package.zip", bytes }]);
      const page = how === "page" ? "/acme/verify" : "/acme/verify.json";
      const { status, text } = await world.ask(page, { method: "POST", ...form });
      return { status, text: text.replace(/<!-- -->/g, "") };
    };
    const good = await check(body, "page");
    expect([good.status, good.text]).toEqual([
      200,
      expect.stringMatching(/Issued by Acme Cloud on [^<]*, unchanged/),
    ]);
    expect(good.text).toContain("Every file in the package is as the manifest lists it.");
    const { status, text } = await check(body, "data");
    const whole = JSON.parse(text);
    expect([status, whole.result, whole.manifest.issuedTo.email]).toEqual([
      200,
      "unchanged",
      RILEY,
    ]);
    expect(new Set(whole.files.map((file: { state: string }) => file.state))).toEqual(
      new Set(["unchanged"]),
    );

    // Packed again by a stock tool: in a folder, deflated, one changed, one left out, one put in.
    const folder = unpacked(body);
    const changed = path.join(folder, "documents/Reports/Report (final).txt");
    writeFileSync(
      changed,
      textOf(folder, "documents/Reports/Report (final).txt").replace("T", "X"),
    );
    writeFileSync(path.join(folder, "extra.txt"), "put in");
    rmSync(path.join(folder, "changes.csv"));
    execFileSync("zip", ["-qr", "again.zip", "out"], { cwd: path.dirname(folder) });
    const again = readFileSync(path.join(path.dirname(folder), "again.zip"));
    const altered = JSON.parse((await check(again, "data")).text);
    expect(altered.result).toBe("changed");
    expect(
      altered.files
        .filter(({ state }: { state: string }) => state !== "unchanged")
        .map((file: { path: string; state: string }) => `${file.state} ${file.path}`)
        .sort(),
    ).toEqual([
      "added extra.txt",
      "changed documents/Reports/Report (final).txt",
      "missing changes.csv",
    ]);
    const page = await check(again, "page");
    expect(page.text).toContain("but changed since");
    expect(page.text).toMatch(/Missing:<\/b> changes\.csv/);
    expect(page.text).toMatch(/Not in the manifest:<\/b> extra\.txt/);

    // A forged manifest.json beside a good manifest.jws, and both forged.
    const json = textOf(folder, "manifest.json");
    writeFileSync(path.join(folder, "manifest.json"), json.replace(RILEY, "eve@customer.example"));
    execFileSync("zip", ["-qr", "forged.zip", "out"], { cwd: path.dirname(folder) });
    const forged = readFileSync(path.join(path.dirname(folder), "forged.zip"));
    const read = JSON.parse((await check(forged, "data")).text);
    expect([read.result, read.manifest.issuedTo.email]).toEqual(["changed", RILEY]);
    expect(read.files).toContainEqual({ path: "manifest.json", state: "changed" });
    rmSync(path.join(folder, "manifest.jws"));
    execFileSync("zip", ["-qrFS", "forged.zip", "out"], { cwd: path.dirname(folder) });
    const alone = readFileSync(path.join(path.dirname(folder), "forged.zip"));
    expect(JSON.parse((await check(alone, "data")).text)).toEqual({
      result: "changed",
      manifest: null,
      files: null,
    });
    const elsewhere = await world.ask("/globex/verify.json", {
      method: "POST",
      ...multipart([{ name: "package.zip", bytes: body }]),
    });
    expect(JSON.parse(elsewhere.text)).toMatchObject({ result: "foreign", files: null });
  });

  test("is told of a changed byte in what checks it without the page, too", async () => {
    const world = await ground();
    const { body } = await world.ask(await linkOf(world), { as: RILEY });
    const folder = unpacked(body);
    const check = async () => {
      const file = path.join(path.dirname(folder), "again.zip");
      rmSync(file, { force: true });
      execFileSync("zip", ["-qr", file, "."], { cwd: folder });
      const form = multipart([{ name: "package.zip", bytes: readFileSync(file) }]);
      const { text } = await world.ask("/acme/verify.json", { method: "POST", ...form });
      const { result, files } = JSON.parse(text) as {
        result: string;
        files: { path: string; state: string }[];
      };
      const altered = files.filter(({ state }) => state !== "unchanged");
      return [result, ...altered.map((one) => `${one.state} ${one.path}`)];
    };
    expect(await check()).toEqual(["unchanged"]);
    for (const name of PROOFS) {
      const file = path.join(folder, name);
      const bytes = readFileSync(file);
      // A space at the end of a text is one byte more, of which openssl says that it is another text.
      writeFileSync(file, Buffer.concat([bytes, Buffer.from(" ")]));
      expect(await check()).toEqual(["changed", `changed ${name}`]);
      writeFileSync(file, Buffer.alloc(2_000, 65));
      if (!name.startsWith("manifest.j"))
        expect(await check()).toEqual(["changed", `changed ${name}`]);
      rmSync(file);
      expect(await check()).toEqual(["changed", `missing ${name}`]);
      writeFileSync(file, bytes);
    }
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pem = textOf(folder, "key.pem");
    const foreign = other.publicKey.export({ format: "pem", type: "spki" }).toString();
    writeFileSync(path.join(folder, "key.pem"), foreign);
    const text = readFileSync(path.join(folder, "manifest.json"));
    writeFileSync(path.join(folder, "manifest.sig"), sign("sha256", text, other.privateKey));
    expect(await check()).toEqual(["changed", "changed manifest.sig", "changed key.pem"]);
    writeFileSync(path.join(folder, "key.pem"), pem);
    expect(await check()).toEqual(["changed", "changed manifest.sig"]);
  });

  test("takes a file by what it holds only where programs write its name in several ways", async () => {
    const world = await ground();
    const { body } = await world.ask(await linkOf(world), { as: RILEY });
    const folder = unpacked(body);
    const report = path.join(folder, "documents/Reports/Report (final).txt");
    writeFileSync(path.join(folder, "documents/Reports/Größer.txt"), readFileSync(report));
    rmSync(report);
    const file = path.join(path.dirname(folder), "again.zip");
    execFileSync("zip", ["-qr", file, "."], { cwd: folder });
    const form = multipart([{ name: "package.zip", bytes: readFileSync(file) }]);
    const { text } = await world.ask("/acme/verify.json", { method: "POST", ...form });
    const { result, files } = JSON.parse(text) as {
      result: string;
      files: { path: string; state: string }[];
    };
    expect(result).toBe("changed");
    expect(files.filter(({ state }) => state !== "unchanged").map(({ state }) => state)).toEqual([
      "missing",
      "added",
    ]);
  });

  test("says of a form that breaks off, wherever it does, that it was incomplete", async () => {
    const world = await ground();
    const form = multipart([{ name: "manifest.json", bytes: '{"id":"of-nobody-at-all"}' }]);
    for (const page of ["/acme/verify", "/acme/verify.json"])
      for (let cut = 4; cut < form.body.length - 20; cut += 15) {
        const body = form.body.subarray(0, form.body.length - cut);
        const answer = await world.ask(page, { method: "POST", headers: form.headers, body });
        expect([cut, answer.status]).toEqual([cut, 400]);
        expect(answer.text).toContain("The upload was incomplete. Nothing was saved.");
      }
  });

  test("keeps little of a form with many long fields", async () => {
    const world = await ground();
    const long = "x".repeat(2_000_000);
    const fields = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, long]));
    const form = multipart([], fields);
    const before = process.memoryUsage().rss;
    const answer = await world.ask("/acme/verify.json", { method: "POST", ...form });
    expect(answer.status).toBe(400);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
  });

  test("as data is answered for a manifest alone, and refusals are problems", async () => {
    const world = await ground();
    const folder = await packageOf(world);
    const send = async (bytes: string | Buffer) => {
      const form = multipart([{ name: "manifest.json", bytes }]);
      const answer = await world.ask("/acme/verify.json", { method: "POST", ...form });
      return { status: answer.status, type: answer.headers["content-type"], text: answer.text };
    };
    for (const name of ["manifest.json", "manifest.jws"])
      expect(JSON.parse((await send(textOf(folder, name))).text)).toMatchObject({
        result: "unchanged",
        files: null,
        manifest: { issuedTo: { email: RILEY } },
      });
    const typed = await world.ask("/acme/verify.json", {
      form: { text: textOf(folder, "manifest.json") },
    });
    expect(JSON.parse(typed.text)).toMatchObject({ result: "unchanged" });
    const problemType = "application/problem+json";
    for (const [bytes, status] of [
      ["hello", 400],
      ["", 400],
      [Buffer.alloc(2 * 1024 * 1024 + 1, 32), 413],
    ] as const)
      expect(await send(bytes)).toMatchObject({ status, type: problemType });
    const raw = { body: "{}", headers: { "content-type": "application/json" } };
    expect((await world.ask("/acme/verify.json", raw)).status).toBe(415);
    expect((await world.ask("/acme/verify.json")).status).toBe(405);
  });

  test("refuses archives that are made to harm", async () => {
    const world = await ground();
    const folder = mkdtempSync(path.join(tmpdir(), "hostile-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const zip = (name: string, files: Record<string, Buffer | string>) => {
      const inner = path.join(folder, name);
      mkdirSync(inner);
      for (const [file, bytes] of Object.entries(files))
        writeFileSync(path.join(inner, file), bytes);
      execFileSync("zip", ["-qr", `../${name}.zip`, "."], { cwd: inner });
      return readFileSync(path.join(folder, `${name}.zip`));
    };
    const manifest = { "manifest.json": '{"id":"of-nobody-at-all"}' };
    const many = Object.fromEntries(
      Array.from({ length: 600 }, (_, place) => [`${place}.txt`, ""] as const),
    );
    const sound = zip("sound", manifest);
    const name = Buffer.from("manifest.json");
    const outside = Buffer.from(sound);
    for (let at = outside.indexOf(name); at >= 0; at = outside.indexOf(name, at + 1))
      outside.write("../../../etc/x", at, name.length, "latin1");
    const cases: [string, Buffer, number][] = [
      ["no manifest", zip("none", { "a.txt": "a" }), 400],
      ["a bomb", zip("bomb", { ...manifest, "zeros.bin": Buffer.alloc(70 * 1024 * 1024) }), 400],
      [
        "a large manifest",
        zip("long", { "manifest.json": Buffer.alloc(3 * 1024 * 1024, 32) }),
        400,
      ],
      ["many files", zip("many", { ...manifest, ...many }), 400],
      ["a name that leads out", outside, 400],
      ["cut off", sound.subarray(0, sound.length - 30), 400],
      ["a beginning alone", Buffer.from("PK\u0003\u0004"), 400],
      ["too large", Buffer.concat([sound.subarray(0, 4), Buffer.alloc(33 * 1024 * 1024)]), 413],
    ];
    for (const [what, bytes, status] of cases) {
      const form = multipart([{ name: "package.zip", bytes }]);
      const answer = await world.ask("/acme/verify.json", { method: "POST", ...form });
      expect([what, answer.status]).toEqual([what, status]);
      expect(JSON.parse(answer.text).title).not.toBe("");
    }
    const page = await world.ask("/acme/verify", {
      method: "POST",
      ...multipart([{ name: "none.zip", bytes: readFileSync(path.join(folder, "none.zip")) }]),
    });
    expect([page.status, page.text]).toEqual([
      400,
      expect.stringContaining("This ZIP file has no manifest.json. Choose an evidence package."),
    ]);
  });

  test("checks one package of a network at a time, and lets one more wait", async () => {
    const world = await openWorld({ TRUST_PROXY: "loopback" });
    const { body, headers } = multipart([
      {
        name: "package.zip",
        bytes: Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(500_000)]),
      },
    ]);
    const half = Math.floor(body.length / 2);
    /** A package whose first half comes at once, and the rest when it is asked for. */
    const held = (from: string) => {
      const answered =
        Promise.withResolvers<[status: number | undefined, wait: string | undefined]>();
      const request = http.request(
        {
          host: "127.0.0.1",
          port: world.port,
          path: "/acme/verify.json",
          method: "POST",
          headers: {
            ...headers,
            host: world.host,
            "content-length": String(body.length),
            "x-forwarded-for": from,
          },
          agent: false,
        },
        (response) => {
          response.resume();
          answered.resolve([response.statusCode, response.headers["retry-after"]]);
        },
      );
      request.on("error", answered.reject);
      request.write(body.subarray(0, half));
      onTestFinished(() => void request.destroy());
      return { answer: answered.promise, end: () => request.end(body.subarray(half)) };
    };
    // One subscriber has a whole /64 at hand.
    const three = [1, 2, 3].map((host) => held(`2001:db8:1:1::${host}`));
    const first = await Promise.race(three.map(async (one) => ({ one, said: await one.answer })));
    expect(first.said).toEqual([503, "60"]);
    const others = three.filter((one) => one !== first.one);
    // Somebody elsewhere has their turn meanwhile: they hear what is wrong with theirs.
    const elsewhere = held("2001:db8:1:2::1");
    elsewhere.end();
    expect((await elsewhere.answer)[0]).toBe(400);
    for (const { end } of others) end();
    for (const { answer } of others) expect((await answer)[0]).toBe(400);
  });

  test("reads nothing of a stranger’s two megabytes that are wrong in every entry", async () => {
    const world = await ground();
    const folder = await packageOf(world);
    const { id } = JSON.parse(textOf(folder, "manifest.json"));
    const [head, , signature] = textOf(folder, "manifest.jws").trim().split(".");
    const entries = (count: number, own: string) =>
      `{"id":"${own}","files":[${"{},".repeat(count)}{}]}`;
    const payload = Buffer.from(entries(450_000, id)).toString("base64url");
    for (const [text, verdict] of [
      [entries(650_000, "of-nobody-at-all"), "This manifest wasn’t issued here."],
      [entries(650_000, id), "This manifest was changed after it was issued."],
      [`${head}.${payload}.${signature}`, "This manifest was changed after it was issued."],
    ] as const) {
      const before = process.memoryUsage().rss;
      const file = multipart([{ name: "manifest.json", bytes: text }]);
      const answer = await world.ask("/acme/verify", { method: "POST", ...file });
      expect([answer.status, said(answer)]).toEqual([200, verdict]);
      // Gigabytes, if each entry's faults were listed.
      expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024);
    }
  });

  testInFive("knows a package of an earlier quarter, whose private key is gone", async () => {
    const world = await ground();
    const folder = await packageOf(world);
    const { store } = world.services;
    world.time = new Date(world.time.getTime() + 100 * DAY);
    expect(await store.write((trx) => purgeSigningKeys(trx, world.time))).toBe(1);
    // Riley has signed in again since.
    const cookie = await store.write(async (trx) => {
      const { orgId, id: memberId } = await trx
        .selectFrom("members")
        .select(["orgId", "id"])
        .where("email", "=", RILEY)
        .executeTakeFirstOrThrow();
      const { host, time } = world;
      return `otc_member=${await createMemberSession(trx, { orgId, memberId, host, now: time })}`;
    });
    const { headers } = await world.ask(PAGE, { headers: { cookie }, form: {} });
    const { body } = await world.ask(headers.location ?? "", { headers: { cookie } });
    const later = unpacked(body);
    const rows = await store.read
      .selectFrom("signingKeys")
      .select(["sealedPrivate"])
      .orderBy("endsAt")
      .execute();
    expect(rows).toEqual([{ sealedPrivate: null }, { sealedPrivate: expect.any(String) }]);
    expect(textOf(later, "key.pem")).not.toBe(textOf(folder, "key.pem"));
    for (const one of [folder, later]) {
      expect(await checked(world, one)).toEqual(GOOD);
      expect(said(await verify(world, textOf(one, "manifest.jws")))).toMatch(/unchanged$/);
    }
    // Seven years after its quarter the key is gone, too.
    world.time = new Date(world.time.getTime() + 8 * 366 * DAY);
    await store.write((trx) => purgeSigningKeys(trx, world.time));
    expect(said(await verify(world, textOf(folder, "manifest.jws")))).toBe(
      "This manifest wasn’t issued here.",
    );
  });
});
