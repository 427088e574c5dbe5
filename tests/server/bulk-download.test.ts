import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { choiceOf, letterFileId, type BulkDownloadAnswer } from "#model/bulk-download.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { switchFeature } from "#company/settings/store/customizations.server.ts";
import { approveAccount, createAccount } from "#auth/accounts/store/accounts.server.ts";
import { addMember } from "#auth/accounts/store/members.server.ts";
import { addDocument } from "#content/documents/store/documents.server.ts";
import { isoNow } from "#db/ids.ts";
import {
  linkDocuments,
  saveItem,
  unlinkDocuments,
  type ItemValues,
} from "#content/items/store/items.server.ts";
import { testInFive } from "../in-turn.ts";
import { emptyContent, keepCards, profileOpens } from "./bare-world.ts";
import { openWorld, type Answer, type Ask, type World } from "./world.ts";
import { wording } from "../wording.ts";

const RILEY = "riley@customer.example";
const NOOR = "noor@unsigned.example";
const OWNER = "owner@acme.example";
const LETTER = letterFileId("Reports.soc2");
const TEXT = Buffer.from("The quick brown fox. ".repeat(40_000));

interface Ground {
  world: World;
  org: string;
  product: string;
  accountId: string;
  /** Ids by what they are: open to all, in riley's profile, in nobody's, view-only in the profile. */
  files: Readonly<Record<"open" | "included" | "locked" | "viewOnly" | "foreign", string>>;
}

/** acme with one file a class, and a bridge letter; globex with a file of its own. */
async function ground(): Promise<Ground> {
  const world = await openWorld();
  await emptyContent(world);
  const { store, blobs } = world.services;
  const [org, product, globex, care] = [
    await world.orgId("acme"),
    await world.productId("acme"),
    await world.orgId("globex"),
    await world.productId("globex"),
  ];
  const blob = await blobs.put(org, TEXT, { maxBytes: TEXT.length });
  const foreignBlob = await blobs.put(globex, TEXT, { maxBytes: TEXT.length });
  const files = await store.write(async (trx) => {
    const write = { trx, orgId: org, by: SYSTEM, now: world.time };
    await recordBlob(trx, org, blob, isoNow(world.time));
    await recordBlob(trx, globex, foreignBlob, isoNow(world.time));
    const stamp = { by: "Test", on: world.time };
    const add = async (
      uid: string,
      name: string,
      values: Partial<ItemValues> = {},
      accessType: "view-only" | null = null,
    ) => {
      await saveItem(
        trx,
        org,
        product,
        { uid, kind: "Reports", ...(uid.startsWith("custom.") ? { title: uid } : {}), ...values },
        stamp,
      );
      const id = await addDocument(write, {
        originalName: name,
        contentType: "text/plain",
        size: blob.size,
        blobHash: blob.hash,
        type: "Other",
        accessType,
      });
      await linkDocuments(write, product, uid, [id]);
      return id;
    };
    const made = {
      open: await add("custom.open", "Öffentlich ../ $1.txt", { publicAccess: true }),
      included: await add("Reports.soc2", "Report.txt"),
      locked: await add("custom.locked", "Locked.txt"),
      viewOnly: await add("custom.viewonly", "View only.txt", {}, "view-only"),
      foreign: "",
    };
    await saveItem(
      trx,
      org,
      product,
      {
        uid: "Reports.soc2",
        kind: "Reports",
        bridgeLetter: {
          letterEnabled: true,
          letterContent: "All is **well**.",
          signerName: "Ingrid Sommer",
          signerTitle: "CISO",
          letterType: "SOC 2",
        },
      },
      { by: "Test", on: world.time },
    );
    for (const email of [RILEY, NOOR])
      await profileOpens(
        trx,
        org,
        email,
        ["Reports.soc2", "custom.viewonly"].map((itemUid) => ({ productId: product, itemUid })),
      );
    await saveItem(
      trx,
      globex,
      care,
      { uid: "custom.foreign", kind: "Reports", title: "Foreign", publicAccess: true },
      stamp,
    );
    made.foreign = await addDocument(
      { trx, orgId: globex, by: SYSTEM, now: world.time },
      {
        originalName: "Foreign.txt",
        contentType: "text/plain",
        size: foreignBlob.size,
        blobHash: foreignBlob.hash,
        type: "Other",
      },
    );
    await linkDocuments(
      { trx, orgId: globex, by: SYSTEM, now: world.time },
      care,
      "custom.foreign",
      [made.foreign],
    );
    await keepCards(trx, ["Reports", "Documents"]);
    return made;
  });
  const { accountId } = await store.read
    .selectFrom("members")
    .select("accountId")
    .where("email", "=", RILEY)
    .executeTakeFirstOrThrow();
  return { world, org, product, accountId, files };
}

const named = (g: Ground, names: readonly (keyof Ground["files"] | "letter")[]) =>
  names.map((name) => {
    const uids = {
      open: "custom.open",
      included: "Reports.soc2",
      locked: "custom.locked",
      viewOnly: "custom.viewonly",
      foreign: "custom.foreign",
    } as const;
    return name === "letter"
      ? { itemUid: "Reports.soc2", fileId: LETTER, generated: true }
      : { itemUid: uids[name], fileId: g.files[name], generated: false };
  });

function post(
  g: Ground,
  files: unknown,
  options: Ask & { base?: string; product?: string } = {},
): Promise<Answer> {
  const {
    base = `/api/statuspage/share/${g.accountId}/external`,
    product = g.product,
    ...ask
  } = options;
  const body = JSON.stringify({ files, productId: product, selectAllUsed: false });
  return g.world.ask(`${base}/bulk-download`, {
    as: RILEY,
    headers: { "content-type": "application/json" },
    body,
    ...ask,
  });
}

async function linkFor(g: Ground, names: Parameters<typeof named>[1]): Promise<string> {
  const answer = JSON.parse((await post(g, named(g, names))).text) as BulkDownloadAnswer;
  expect(answer.failedFileIds).toEqual([]);
  return answer.fileUrl ?? "";
}

/** The names in an archive, after three tools found no fault in it. */
function namesIn(zip: Buffer): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "bulk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "a.zip");
  writeFileSync(file, zip);
  execFileSync("unzip", ["-tqq", file]);
  execFileSync("7z", ["t", "-bd", file]);
  return execFileSync("bsdtar", ["-tf", file], { env: { ...process.env, LC_ALL: "C.UTF-8" } })
    .toString()
    .trim()
    .split("\n")
    .sort();
}

const events = (g: Ground, name: string) =>
  g.world.services.store.read
    .selectFrom("events")
    .select(["documentId", "access", "source", "bytes", "memberId"])
    .where("name", "=", name)
    .execute();
const moment = () => new Promise((resolve) => setTimeout(resolve, 60));

describe("an archive of a member's documents", () => {
  testInFive(
    "holds what was asked for, letter and all, under safe names, with its exact length; each file is one event",
    async () => {
      const g = await ground();
      const link = await linkFor(g, ["open", "included", "letter"]);
      expect(link).toMatch(/^\/acme\/bulk-download\/[\w-]{43}$/);
      const head = await g.world.ask(link, { as: RILEY, method: "HEAD" });
      expect([head.status, head.body.length]).toEqual([200, 0]);
      await moment();
      expect(await events(g, "file engaged")).toEqual([]);
      const answer = await g.world.ask(link, { as: RILEY });
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": "application/zip",
        "content-length": String(answer.body.length),
        "accept-ranges": "bytes",
        etag: head.headers.etag,
      });
      expect(namesIn(answer.body)).toEqual([
        "Reports/Acme-Cloud-SOC-2-Bridge-Letter.pdf",
        "Reports/Report.txt",
        "Reports/Öffentlich .._ $1.txt",
      ]);
      // They are written down behind the answer.
      await expect
        .poll(async () =>
          (await events(g, "file engaged")).map(({ documentId }) => documentId).sort(),
        )
        .toEqual([g.files.open, g.files.included, LETTER].sort());
      const [recorded] = await events(g, "file engaged");
      expect(recorded).toMatchObject({ access: "download", source: "bulk_download" });
    },
  );

  test("gives the same bytes by ranges, and the whole when it is not the one that was begun", async () => {
    const g = await ground();
    const link = await linkFor(g, ["open", "included"]);
    const whole = await g.world.ask(link, { as: RILEY });
    const etag = whole.headers.etag ?? "";
    for (const start of [1, 700_000, whole.body.length - 30]) {
      const part = await g.world.ask(link, {
        as: RILEY,
        headers: { Range: `bytes=${start}-`, "If-Range": etag },
      });
      expect([part.status, part.headers["content-range"]]).toEqual([
        206,
        `bytes ${start}-${whole.body.length - 1}/${whole.body.length}`,
      ]);
      expect(part.body.equals(whole.body.subarray(start))).toBe(true);
    }
    const other = await g.world.ask(link, {
      as: RILEY,
      headers: { Range: "bytes=1-", "If-Range": '"another"' },
    });
    expect([other.status, other.body.length]).toEqual([200, whole.body.length]);
  });

  test("leaves out what is locked, foreign or made up, and tells no difference between them", async () => {
    const g = await ground();
    const wanted = [
      ...named(g, ["open", "locked", "viewOnly", "foreign"]),
      { itemUid: "custom.open", fileId: "made-up", generated: false },
      { itemUid: "custom.locked", fileId: letterFileId("custom.locked"), generated: true },
    ];
    const answer = JSON.parse((await post(g, wanted)).text) as BulkDownloadAnswer;
    expect(answer).toMatchObject({
      successCount: 1,
      failedFileIds: wanted.slice(1).map(({ fileId }) => fileId),
      // That a document is view-only stands on its row; of the others nothing is known.
      failed: wanted.slice(1).map(({ fileId, itemUid }) => ({
        fileId,
        itemUid,
        reason: fileId === g.files.viewOnly ? "view-only" : "not-found",
      })),
    });
    expect(g.world.logged.filter((line) => line.startsWith("Downloading files failed"))).toEqual([
      expect.stringContaining("made-up"),
    ]);
    expect(namesIn((await g.world.ask(answer.fileUrl ?? "", { as: RILEY })).body)).toEqual([
      "Reports/Öffentlich .._ $1.txt",
    ]);
    expect(JSON.parse((await post(g, named(g, ["locked"]))).text)).toEqual({
      fileUrl: null,
      failedFileIds: [g.files.locked],
      failed: [{ fileId: g.files.locked, itemUid: "custom.locked", reason: "not-found" }],
      successCount: 0,
    });
  });

  test("waits for the NDA", async () => {
    const g = await ground();
    const { accountId } = await g.world.services.store.read
      .selectFrom("members")
      .select("accountId")
      .where("email", "=", NOOR)
      .executeTakeFirstOrThrow();
    const answer = await post(g, named(g, ["open", "included", "letter"]), {
      as: NOOR,
      base: `/api/statuspage/share/${accountId}/external`,
    });
    expect(JSON.parse(answer.text)).toMatchObject({
      successCount: 1,
      failedFileIds: [g.files.included, LETTER],
      failed: [{ reason: "nda" }, { reason: "nda" }],
    });
  });
});

describe("the view of a product", () => {
  interface View {
    items: { itemUid: string; explanation: string | null; isUnlocked: boolean }[];
    documents: {
      kind: string;
      itemUid: string;
      isUnlocked: boolean;
      documents: {
        fileId: string | null;
        originalName: string | null;
        itemUid: string;
        generated: boolean;
        isShared: boolean;
        lock: string;
        mayDownload: boolean;
      }[];
    }[];
  }

  const view = async (g: Ground, door: string, as?: string) => {
    const answer = await g.world.ask(`${door}/view/${g.product}`, as === undefined ? {} : { as });
    expect(answer.status).toBe(200);
    return { text: answer.text, ...(JSON.parse(answer.text) as View) };
  };
  const itemOf = ({ items }: View, uid: string) => items.find(({ itemUid }) => itemUid === uid);
  const filesOf = ({ documents }: View, uid: string) =>
    documents.find(({ itemUid }) => itemUid === uid);

  test("has the texts and the files that its viewer may see, and of the others what the page shows", async () => {
    const g = await ground();
    await g.world.services.store.write(async (trx) => {
      for (const uid of ["custom.open", "Reports.soc2", "custom.locked", "custom.viewonly"])
        await trx
          .updateTable("items")
          .set({ explanation: `text of ${uid}` })
          .where("orgId", "=", g.org)
          .where("uid", "=", uid)
          .execute();
      await linkDocuments(
        { trx, orgId: g.org, by: SYSTEM, now: g.world.time },
        g.product,
        "custom.viewonly",
        [g.files.included],
      );
    });
    const member = await view(g, `/api/statuspage/share/${g.accountId}/external`, RILEY);
    for (const uid of ["custom.open", "Reports.soc2", "custom.viewonly"])
      expect(itemOf(member, uid)).toMatchObject({
        isUnlocked: true,
        explanation: `text of ${uid}`,
      });
    expect(itemOf(member, "custom.locked")).toMatchObject({ isUnlocked: false, explanation: null });
    expect(filesOf(member, "Reports.soc2")).toMatchObject({
      kind: "Reports",
      isUnlocked: true,
      documents: [
        {
          fileId: g.files.included,
          originalName: "Report.txt",
          itemUid: "Reports.soc2",
          generated: false,
          isShared: true,
          mayDownload: true,
        },
        { fileId: LETTER, generated: true, isShared: false, mayDownload: true },
      ],
    });
    expect(filesOf(member, "custom.viewonly")?.documents).toContainEqual(
      expect.objectContaining({
        fileId: g.files.viewOnly,
        documentAccessType: "view-only",
        mayDownload: false,
      }),
    );
    expect(filesOf(member, "custom.locked")).toMatchObject({
      isUnlocked: false,
      documents: [{ fileId: null, originalName: null, lock: "locked" }],
    });
    // Whatever may be downloaded is had by the names that the view gives.
    const wanted = member.documents.flatMap(({ documents }) =>
      documents
        .filter(({ mayDownload }) => mayDownload)
        .map(({ fileId, itemUid, generated }) => ({ fileId, itemUid, generated })),
    );
    expect(wanted.length).toBeGreaterThan(3);
    expect(JSON.parse((await post(g, wanted)).text)).toMatchObject({ failed: [] });

    const everyone = await view(g, `/api/share/${g.org}`);
    expect(itemOf(everyone, "custom.open")?.explanation).toBe("text of custom.open");
    expect(itemOf(everyone, "Reports.soc2")?.explanation).toBeNull();
    expect(filesOf(everyone, "custom.open")?.documents).toMatchObject([
      { fileId: g.files.open, isShared: false },
    ]);
    for (const secret of [
      g.files.included,
      g.files.viewOnly,
      g.files.locked,
      "Report.txt",
      "text of Reports.soc2",
      LETTER,
    ])
      expect(everyone.text).not.toContain(secret);
    for (const secret of [g.files.locked, "Locked.txt", "text of custom.locked"])
      expect(member.text).not.toContain(secret);
    const staff = await view(g, "/api/trust-center", OWNER);
    expect(filesOf(staff, "custom.locked")?.documents).toMatchObject([{ fileId: g.files.locked }]);
    const asPublic = await g.world.ask(`/api/trust-center/view/${g.product}?view=public`, {
      as: OWNER,
    });
    expect(asPublic.text).not.toContain(g.files.included);
  });

  test("names what waits for the NDA, and says that it waits", async () => {
    const g = await ground();
    const { accountId } = await g.world.services.store.read
      .selectFrom("members")
      .select("accountId")
      .where("email", "=", NOOR)
      .executeTakeFirstOrThrow();
    const unsigned = await view(g, `/api/statuspage/share/${accountId}/external`, NOOR);
    expect(filesOf(unsigned, "Reports.soc2")).toMatchObject({
      isUnlocked: false,
      documents: [
        { originalName: "Report.txt", lock: "nda", mayDownload: false },
        { fileId: LETTER, lock: "nda", mayDownload: false },
      ],
    });
  });
});

describe("a document of several items", () => {
  testInFive(
    "is one row that names the other items, lies in the archive once, and counts once",
    async () => {
      const g = await ground();
      const { store } = g.world.services;
      await store.write(async (trx) => {
        const write = { trx, orgId: g.org, by: SYSTEM, now: g.world.time };
        await saveItem(
          trx,
          g.org,
          g.product,
          { uid: "custom.second", kind: "Documents", title: "Second place", publicAccess: true },
          { by: "Test", on: g.world.time },
        );
        await linkDocuments(write, g.product, "custom.second", [g.files.open, g.files.locked]);
        await linkDocuments(write, g.product, "custom.open", [g.files.included]);
      });
      const { text } = await g.world.ask("/acme/bulk-download", { as: RILEY });
      expect(text.match(/name="file"/g)).toHaveLength(4);
      expect(text.match(/data-name="">Öffentlich/g)).toHaveLength(1);
      expect(text.replaceAll("<!-- -->", "")).toMatch(
        /Also in: (Second place \(Documents\)|custom\.open \(Reports\))</,
      );
      // It is named where it can be had from, and by no item that this member can't open.
      expect(text).not.toMatch(/Also in: [^<]*custom\.locked/);
      const files = [
        { itemUid: "custom.second", fileId: g.files.open, generated: false },
        { itemUid: "custom.open", fileId: g.files.open, generated: false },
      ];
      const answer = JSON.parse((await post(g, files)).text) as BulkDownloadAnswer;
      expect(answer).toMatchObject({ failedFileIds: [], successCount: 1 });
      expect(namesIn((await g.world.ask(answer.fileUrl ?? "", { as: RILEY })).body)).toEqual([
        "Documents/Öffentlich .._ $1.txt",
      ]);
      const all = await g.world.ask("/acme/bulk-download", {
        as: RILEY,
        form: new URLSearchParams({ all: "on" }),
      });
      const zip = await g.world.ask(all.headers.location ?? "", { as: RILEY });
      expect(namesIn(zip.body)).toHaveLength(4);
    },
  );
});

describe("a link to an archive", () => {
  test("is its reader's alone, can be resumed for a day, and ends", async () => {
    const g = await ground();
    const link = await linkFor(g, ["open"]);
    for (const as of [NOOR, OWNER, "kim@expired.example"])
      expect((await g.world.ask(link, { as })).status, as).toBe(404);
    expect((await g.world.ask(link)).status).toBe(404);
    const whole = await g.world.ask(link, { as: RILEY });
    g.world.time = new Date(g.world.time.getTime() + 23 * 3_600_000);
    const rest = await g.world.ask(link, {
      as: RILEY,
      headers: { Range: "bytes=700000-", "If-Range": whole.headers.etag ?? "" },
    });
    expect(rest.status).toBe(206);
    expect(rest.body.equals(whole.body.subarray(700_000))).toBe(true);
    g.world.time = new Date(g.world.time.getTime() + 3_600_000 + 1);
    expect((await g.world.ask(link, { as: RILEY })).status).toBe(404);
  });

  test("honours a right that was taken back meanwhile: none left is 404, some left is 409", async () => {
    const g = await ground();
    const [one, both] = [await linkFor(g, ["included"]), await linkFor(g, ["open", "included"])];
    const { store } = g.world.services;
    await store.write((trx) =>
      profileOpens(trx, g.org, RILEY, [{ productId: g.product, itemUid: "custom.viewonly" }]),
    );
    const gone = await g.world.ask(one, { as: RILEY });
    expect([
      gone.status,
      gone.text.includes("None of these documents is available to you now."),
    ]).toEqual([404, true]);
    const changed = await g.world.ask(both, { as: RILEY });
    expect([changed.status, changed.text.includes("Please select them again.")]).toEqual([
      409,
      true,
    ]);
    expect(changed.headers["content-type"]).toMatch(/^text\/html/);
  });

  test("ends with the document's link to its item", async () => {
    const g = await ground();
    const link = await linkFor(g, ["open"]);
    await g.world.services.store.write((trx) =>
      unlinkDocuments(
        { trx, orgId: g.org, by: SYSTEM, now: new Date() },
        g.product,
        "custom.open",
        [g.files.open],
      ),
    );
    expect((await g.world.ask(link, { as: RILEY })).status).toBe(404);
  });
});

describe("a person’s other account", () => {
  /** A second account that riley belongs to, while their session is of the first. */
  async function secondOf(g: Ground): Promise<string> {
    await g.world.cookieOf(RILEY, g.world.host);
    return g.world.services.store.write(async (trx) => {
      const write = { trx, orgId: g.org, by: SYSTEM, now: g.world.time };
      const id = await createAccount(write, { name: "Second Ltd" });
      await approveAccount(write, id);
      await addMember(write, id, { email: RILEY, firstName: "Riley", lastName: "Novak" });
      return id;
    });
  }

  test("gets its archive by the page that names it, and by its own calls", async () => {
    const g = await ground();
    const account = await secondOf(g);
    const [file] = named(g, ["open"]);
    const pressed = await g.world.ask(`/acme/bulk-download?accountId=${account}`, {
      as: RILEY,
      form: { file: choiceOf(file ?? { itemUid: "", fileId: "" }) },
    });
    expect(pressed.status).toBe(303);
    const base = `/api/statuspage/share/${account}/external`;
    const called = await post(g, [file], { base });
    const { fileUrl } = JSON.parse(called.text) as BulkDownloadAnswer;
    for (const link of [pressed.headers.location ?? "", fileUrl ?? ""]) {
      expect(link).toMatch(/^\/acme\/bulk-download\/[\w-]{43}\?accountId=/);
      const answer = await g.world.ask(link, { as: RILEY });
      expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/zip"]);
      // The archive is this account's alone.
      const own = await g.world.ask(link.replace(/\?.*/, ""), { as: RILEY });
      expect(own.status).toBe(404);
      expect((await g.world.ask(link, { as: NOOR })).status).toBe(404);
    }
  });

  test("leaves the first one named, where a page names that", async () => {
    const g = await ground();
    await secondOf(g);
    const [file] = named(g, ["open"]);
    const pressed = await g.world.ask(`/acme/bulk-download?accountId=${g.accountId}`, {
      as: RILEY,
      form: { file: choiceOf(file ?? { itemUid: "", fileId: "" }) },
    });
    const link = pressed.headers.location ?? "";
    expect([pressed.status, link.split("?")[1]]).toEqual([303, `accountId=${g.accountId}`]);
    expect((await g.world.ask(link, { as: RILEY })).status).toBe(200);
    const own = await g.world.ask("/acme/bulk-download", {
      as: RILEY,
      form: { file: choiceOf(file ?? { itemUid: "", fileId: "" }) },
    });
    expect([own.status, own.headers.location?.includes("?")]).toEqual([303, false]);
  });

  test("stays the one that search results and the account’s own page lead to", async () => {
    const g = await ground();
    const account = await secondOf(g);
    const searched = (id: string) =>
      g.world.ask(`/api/statuspage/share/${id}/external/search`, {
        as: RILEY,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query: { term: "Öffentlich", filters: { products: [g.product] } } }),
      });
    const hrefsOf = ({ text }: Answer) =>
      (JSON.parse(text) as { result: { matches: { href: string }[] } }).result.matches.map(
        ({ href }) => href,
      );
    const [own, other] = [hrefsOf(await searched(g.accountId)), hrefsOf(await searched(account))];
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((href) => href.includes("accountId="))).toEqual([]);
    expect(other.length).toBeGreaterThan(0);
    expect(other.filter((href) => !href.includes(`accountId=${account}`))).toEqual([]);
    const page = await g.world.ask(`/acme/my-account?accountId=${account}`, { as: RILEY });
    expect(page.text).toContain(`/bulk-download?accountId=${account}`);
    expect(page.text).toMatch(/href="[^"]*accountId=[^"]*show=documents#documents"/);
    const ownPage = await g.world.ask("/acme/my-account", { as: RILEY });
    expect(ownPage.text).not.toContain("?accountId=");
  });
});

describe("who is offered bulk download", () => {
  test("members and previews as one; not the public, not Main, not without the feature, not elsewhere", async () => {
    const g = await ground();
    const files = named(g, ["open"]);
    const share = "/api/share/acme";
    expect((await post(g, files, { base: share })).status).toBe(200);
    expect(
      (
        await g.world.ask(`${share}/bulk-download`, {
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ files, productId: g.product }),
        })
      ).status,
    ).toBe(403);
    expect((await post(g, files, { as: OWNER, base: "/api/trust-center" })).status).toBe(403);
    expect((await post(g, files, { as: NOOR })).status).toBe(404);
    expect((await post(g, files, { product: await g.world.productId("globex") })).status).toBe(404);
    const preview = await g.world.ask(`/api/trust-center/bulk-download?accountId=${g.accountId}`, {
      as: OWNER,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ files, productId: g.product }),
    });
    const { fileUrl } = JSON.parse(preview.text) as BulkDownloadAnswer;
    expect(fileUrl).toContain(`accountId=${g.accountId}`);
    expect((await g.world.ask(fileUrl ?? "", { as: OWNER })).headers["content-type"]).toBe(
      "application/zip",
    );
    await g.world.services.store.write((trx) =>
      switchFeature({ trx, orgId: g.org, now: g.world.time }, "bulkDownload", false),
    );
    expect((await post(g, files)).status).toBe(403);
    expect((await g.world.ask("/acme/bulk-download", { as: RILEY })).status).toBe(404);
    expect((await g.world.ask("/acme", { as: RILEY })).text).not.toContain("/bulk-download");
  });

  test("a request of nothing, of too much, or of nonsense is told so", async () => {
    const g = await ground();
    const nothing = await post(g, []);
    expect([nothing.status, JSON.parse(nothing.text).title]).toEqual([400, wording.selectDocument]);
    for (const files of [
      Array.from({ length: 501 }, (_, i) => ({ itemUid: "a", fileId: String(i) })),
      "all",
      [{ itemUid: 1 }],
      null,
    ])
      expect((await post(g, files)).status).toBe(400);
    expect(
      (
        await g.world.ask(`/api/statuspage/share/${g.accountId}/external/bulk-download`, {
          as: RILEY,
        })
      ).status,
    ).toBe(405);
  });
});

describe("the plain form", () => {
  const send = (g: Ground, fields: [string, string][]) =>
    g.world.ask("/acme/bulk-download", { as: RILEY, form: new URLSearchParams(fields) });

  test("leads to the archive when nothing failed: of what was checked, or of everything", async () => {
    const g = await ground();
    const [file] = named(g, ["included"]);
    const archive = async (fields: [string, string][]) => {
      const { status, headers } = await send(g, fields);
      expect([status, headers.location]).toEqual([
        303,
        expect.stringMatching(/^\/acme\/bulk-download\/[\w-]{43}$/),
      ]);
      return g.world.ask(headers.location ?? "", { as: RILEY });
    };
    const one = await archive([["file", choiceOf(file ?? { itemUid: "", fileId: "" })]]);
    expect([one.status, one.headers["content-type"], namesIn(one.body)]).toEqual([
      200,
      "application/zip",
      ["Reports/Report.txt"],
    ]);
    expect(namesIn((await archive([["all", "on"]])).body)).toHaveLength(3);
  });

  test("keeps what was checked when nothing can be made of it, and says so", async () => {
    const g = await ground();
    const answer = await send(g, []);
    expect([
      answer.status,
      answer.text.includes(wording.selectDocument),
      answer.text.includes("<title>Error: "),
    ]).toEqual([400, true, true]);
  });

  test("says how much is ready when a stored file is gone, with a link to the rest", async () => {
    const g = await ground();
    await damage(g, (file) => file.truncate(10));
    const files = [...named(g, ["open"]), ...named(g, ["letter"])];
    const answer = await send(
      g,
      files.map((file) => ["file", choiceOf(file)]),
    );
    expect(answer.text).toContain(
      "1 ready, 1 failed".replace(/(\d) ready, (\d)/, "$1<!-- --> ready, <!-- -->$2<!-- -->"),
    );
    const link = /href="(\/acme\/bulk-download\/[\w-]+)"/.exec(answer.text)?.[1] ?? "";
    expect(namesIn((await g.world.ask(link, { as: RILEY })).body)).toEqual([
      "Reports/Acme-Cloud-SOC-2-Bridge-Letter.pdf",
    ]);
  });
});

/** Changes the stored file of the world's documents; the folder is shared, so it is put right at the end. */
async function damage(
  g: Ground,
  change: (file: Awaited<ReturnType<typeof open>>) => Promise<unknown>,
): Promise<void> {
  const { blobHash } = await g.world.services.store.read
    .selectFrom("documents")
    .select("blobHash")
    .where("id", "=", g.files.open)
    .executeTakeFirstOrThrow();
  const stored = path.join(
    g.world.services.config.dataDir,
    "blobs",
    g.org,
    blobHash.slice(0, 2),
    blobHash,
  );
  const before = await open(stored, "r").then(async (file) => {
    const bytes = await file.readFile();
    await file.close();
    return bytes;
  });
  onTestFinished(() => writeFileSync(stored, before));
  const file = await open(stored, "r+");
  await change(file);
  await file.close();
}

test("an archive is noted with how much it holds, and whether all was selected; unknown names are refused", async () => {
  const g = await ground();
  const [file] = named(g, ["open"]);
  const body = (more: object) =>
    JSON.stringify({ files: [file], productId: g.product, selectAllUsed: true, ...more });
  expect((await post(g, [], { body: body({ everything: true }) })).status).toBe(400);
  expect((await post(g, [], { body: body({ files: [{ ...file, all: true }] }) })).status).toBe(400);
  expect((await post(g, [], { body: body({}) })).status).toBe(200);
  const noted = await g.world.services.store.read
    .selectFrom("events")
    .select(["viewerKind", "productId", "detailJson"])
    .where("name", "=", "bulk download")
    .execute();
  expect(noted).toEqual([
    {
      viewerKind: "accountExternal",
      productId: g.product,
      detailJson: JSON.stringify({ files: 1, selectAllUsed: true }),
    },
  ]);
});

test("a file that turns out damaged half-way cuts the answer off, and is recorded", async () => {
  const g = await ground();
  const link = await linkFor(g, ["open", "included"]);
  await damage(g, (file) => file.write(Buffer.from("damage"), 0, 6, 500_000));
  const outcome = await g.world
    .ask(link, { as: RILEY })
    .catch((error: NodeJS.ErrnoException) => error.code);
  expect(outcome).toBe("ECONNRESET");
  await expect.poll(async () => (await events(g, "file damaged")).length).toBe(1);
  await moment();
  expect(await events(g, "file engaged")).toEqual([]);
  expect(await events(g, "file damaged")).toHaveLength(1);
});

testInFive(
  "clients that leave half-way leave no file open, are counted for nothing, and no file is called damaged",
  async () => {
    const g = await ground();
    // More than what a connection holds on its way, so that most of it is still to be read when they leave.
    const { store, blobs } = g.world.services;
    const large = await blobs.put(g.org, Buffer.alloc(12 * 1024 * 1024, "large"), {
      maxBytes: 12 * 1024 * 1024,
    });
    await store.write(async (trx) => {
      await recordBlob(trx, g.org, large, isoNow(g.world.time));
      await trx
        .updateTable("documents")
        .set({ blobHash: large.hash, size: large.size })
        .where("id", "in", [g.files.open, g.files.included])
        .execute();
    });
    const link = await linkFor(g, ["open", "included"]);
    const cookie = await g.world.cookieOf(RILEY, g.world.host);
    // Regular files alone: the connections of a database come and go meanwhile.
    const isFile = (descriptor: string) =>
      statSync(`/proc/self/fd/${descriptor}`, { throwIfNoEntry: false })?.isFile() ?? false;
    const blobsOpen = () => readdirSync("/proc/self/fd").filter(isFile).length;
    const before = blobsOpen();
    await Promise.all(
      Array.from(
        { length: 20 },
        () =>
          new Promise<void>((resolve) => {
            const request = http.get(
              {
                host: "127.0.0.1",
                port: g.world.port,
                path: link,
                headers: { host: g.world.host, cookie },
                agent: false,
              },
              (response) => {
                response.once("data", () => {
                  response.destroy();
                  resolve();
                });
                response.on("error", () => undefined);
              },
            );
            request.on("error", () => resolve());
          }),
      ),
    );
    await expect.poll(blobsOpen).toBeLessThan(before + 5);
    await moment();
    expect(await events(g, "file engaged")).toEqual([]);
    expect(await events(g, "file damaged")).toEqual([]);
    expect(g.world.logged.filter((line) => line.includes("damaged"))).toEqual([]);
  },
);
