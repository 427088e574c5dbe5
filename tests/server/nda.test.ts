import { describe, expect, test } from "vitest";
import { listAccounts } from "#auth/accounts/store/accounts.server.ts";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import { grantsInForce } from "#auth/accounts/store/grants.server.ts";
import { findNda, publishNdaVersion, setNdaProvider } from "#auth/nda/store/ndas.server.ts";
import { testInFive } from "../in-turn.ts";
import { lastLink, setting, Visitor } from "./access-world.ts";
import { multipart, pdf as pdfFile, png } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { wording } from "../wording.ts";

const NOOR = "noor@unsigned.example";
const REVIEWER = "reviewer@acme.example";

const org = (world: World) => world.orgId("acme");
const current = async (world: World) =>
  (await findNda(world.services.store.read, await org(world), world.time)).current;
const signatures = async (world: World) =>
  world.services.store.read
    .selectFrom("ndaSignatures")
    .selectAll()
    .where("orgId", "=", await org(world))
    .where("email", "=", NOOR)
    .execute();
const member = async (world: World, email = NOOR) =>
  (await membersByEmail(world.services.store.read, await org(world), email))[0];
const passed = async (world: World, email = NOOR) => {
  const one = await member(world, email);
  return (
    await grantsInForce(
      world.services.store.read,
      await org(world),
      one?.accountId ?? "",
      world.time,
      one?.id,
    )
  ).grants.every((grant) => grant.ndaPassed);
};
const signing = async (world: World, values: Record<string, string> = {}, query = "") =>
  world.ask(`/acme/nda${query}`, {
    as: NOOR,
    form: {
      name: "Noor Haddad",
      agree: "yes",
      versionId: (await current(world))?.id ?? "",
      ...values,
    },
  });
const download = async (world: World, as = NOOR) =>
  world.ask(
    `/api/statuspage/share/${(await member(world, as))?.accountId ?? ""}/external/download-signed-clickwrap-nda`,
    { as, form: {} },
  );

describe("signing the NDA", () => {
  test("shows the whole text, and what is missing with the values kept", async () => {
    const world = await openWorld();
    const page = await world.ask("/acme/nda", { as: NOOR });
    expect(page.status).toBe(200);
    expect(page.text).toContain("Sign NDA");
    expect((await world.ask("/acme", { as: NOOR })).text).toContain(wording.signToOpen);
    const refused = await world.ask("/acme/nda", {
      as: NOOR,
      form: { name: "Noor Haddad", versionId: (await current(world))?.id ?? "" },
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(wording.agreeToNda);
    expect(refused.text).toContain('value="Noor Haddad"');
    expect(refused.text).toContain("<title>Error: ");
    expect((await signing(world, { name: "" })).text).toContain(wording.enterFullName);
    expect(await signatures(world)).toEqual([]);
  });

  testInFive("is what the first screen says more documents wait for", async () => {
    const world = await openWorld();
    await setting(world, { reviewBannerSize: "none" });
    const summary = async () => {
      const { text } = await world.ask("/acme", { as: NOOR });
      const [, found = ""] =
        /<section aria-labelledby="own-access"[^>]*>(.*?)<\/section>/s.exec(text) ?? [];
      return found.replace(/<!-- -->|<[^>]+>/g, "");
    };
    const [, open = "", more = ""] =
      /Your access(\d+) documents? (?:is|are) open to you.*\. (\d+) more opens? once you sign the NDA\./.exec(
        await summary(),
      ) ?? [];
    expect(Number(more)).toBeGreaterThan(0);
    await signing(world);
    const after = await summary();
    expect(after).toContain(`${Number(open) + Number(more)} documents are open to you`);
    expect(after).not.toContain("sign the NDA");
    expect((await world.ask("/acme")).text).not.toMatch(/id="review"/);
  });

  testInFive(
    "keeps the record with a PDF, sends the mail, opens the files and leads back",
    async () => {
      const world = await openWorld();
      expect(await passed(world)).toBe(false);
      const answer = await signing(world, {}, "?returnTo=%2Facme%2Ffaq");
      expect([answer.status, answer.headers.location]).toEqual([303, "/acme/faq"]);
      const [row] = await signatures(world);
      expect(row).toMatchObject({
        name: "Noor Haddad",
        email: NOOR,
        versionHash: (await current(world))?.hash,
        importedAt: null,
      });
      const pdf = await world.services.blobs.readAll(
        await org(world),
        row?.blobHash ?? "",
        10_000_000,
      );
      expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
      expect(await passed(world)).toBe(true);
      const mail = await world.services.store.read
        .selectFrom("outbox")
        .select(["toEmail", "text"])
        .where("kind", "=", "nda-signed")
        .execute();
      expect(mail).toHaveLength(1);
      expect(mail[0]?.text).toMatch(/\/nda/);
      const file = await download(world);
      expect(file.status).toBe(200);
      expect(file.headers["content-disposition"]).toMatch(
        /^attachment; filename="Acme Cloud NDA .*\.pdf"$/,
      );
      expect((await world.ask("/acme", { as: NOOR })).text).not.toContain(
        "Sign the NDA to open confidential",
      );
      expect((await world.ask("/acme", { as: NOOR })).text).toContain("Download NDA");
    },
  );

  test("signs once however often the form comes, and leads nowhere else", async () => {
    const world = await openWorld();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => signing(world, {}, "?returnTo=%2F%2Fevil.example")),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(answers.map(({ headers }) => headers.location))).toEqual(new Set(["/acme/nda"]));
    expect(await signatures(world)).toHaveLength(1);
  });

  test("tells of a text that changed meanwhile, and shows the new one; old signatures stay", async () => {
    const world = await openWorld();
    const old = (await current(world))?.id ?? "";
    const id = await org(world);
    await world.services.store.write((trx) =>
      publishNdaVersion(
        {
          trx,
          orgId: id,
          by: { actor: "system", actorName: "Olive" },
          now: new Date(world.time.getTime() - 1),
        },
        { title: "Newest NDA", body: "A new clause." },
      ),
    );
    const refused = await signing(world, { versionId: old });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(wording.textChanged);
    expect(refused.text).toContain("A new clause.");
    expect(refused.text).toContain('value="Noor Haddad"');
    expect(await passed(world, "riley@customer.example")).toBe(true);
  });

  test("is nobody's who has nothing to sign", async () => {
    const world = await openWorld();
    expect((await world.ask("/acme/nda")).headers.location).toContain("loginRequest=true");
    expect((await world.ask("/acme/nda", { as: "sam@prospect.example" })).status).toBe(404);
    expect((await world.ask("/acme/nda", { as: REVIEWER })).status).toBe(404);
    const id = await org(world);
    await world.services.store.write((trx) => setNdaProvider(trx, id, { provider: "none" }));
    expect((await signing(world)).status).toBe(404);
  });

  testInFive(
    "where no NDA is asked for, the gate is open and passed, for pages, files and programs; and closes again",
    async () => {
      const world = await openWorld();
      const id = await org(world);
      const own = (await member(world))?.accountId ?? "";
      const state = async () =>
        JSON.parse(
          (await world.ask(`/api/statuspage/share/${own}/external/nda`, { as: NOOR })).text,
        ) as { passed: boolean };
      const file = await world.services.store.read
        .selectFrom("itemDocuments")
        .innerJoin("items", (join) =>
          join
            .onRef("items.orgId", "=", "itemDocuments.orgId")
            .onRef("items.productId", "=", "itemDocuments.productId")
            .onRef("items.uid", "=", "itemDocuments.itemUid"),
        )
        .innerJoin("documents", (join) =>
          join
            .onRef("documents.orgId", "=", "itemDocuments.orgId")
            .onRef("documents.id", "=", "itemDocuments.documentId"),
        )
        .select(["itemDocuments.documentId", "itemDocuments.itemUid", "itemDocuments.productId"])
        .where("items.orgId", "=", id)
        .where("items.publicAccess", "=", 0)
        .where("items.hiddenAt", "is", null)
        .where("items.enabledState", "=", "Enabled")
        .where("documents.accessType", "is", null)
        .execute();
      const statuses = async () =>
        Promise.all(
          file.map(
            async ({ documentId, itemUid, productId }) =>
              (
                await world.ask(
                  `/acme/documents/${documentId}/view/content?itemUid=${itemUid}&productId=${productId}`,
                  { as: NOOR },
                )
              ).status,
          ),
        );
      const before = await statuses();
      expect([(await state()).passed, await passed(world), before.includes(200)]).toEqual([
        false,
        false,
        false,
      ]);
      await world.services.store.write((trx) => setNdaProvider(trx, id, { provider: "none" }));
      expect([
        (await state()).passed,
        await passed(world),
        (await statuses()).includes(200),
      ]).toEqual([true, true, true]);
      const page = (await world.ask("/acme", { as: NOOR })).text;
      expect([
        page.includes("NDA required"),
        page.includes("Sign the NDA to open confidential"),
      ]).toEqual([false, false]);
      expect((await world.ask("/requests?folder=nda", { as: REVIEWER })).text).not.toContain(NOOR);
      await world.services.store.write((trx) => setNdaProvider(trx, id, { provider: "clickwrap" }));
      expect([(await state()).passed, await statuses()]).toEqual([false, before]);
    },
  );

  test("one signature covers the account where staff chose so, from the next request on, and its own signer alone where not", async () => {
    const world = await openWorld();
    const id = await org(world);
    const own = (await member(world))?.accountId ?? "";
    const { addMember } = await import("#auth/accounts/store/members.server.ts");
    await world.services.store.write((trx) =>
      addMember({ trx, orgId: id, by: SYSTEM, now: world.time }, own, {
        email: "kit@unsigned.example",
        firstName: "Kit",
        lastName: "Two",
      }),
    );
    await signing(world);
    expect([await passed(world), await passed(world, "kit@unsigned.example")]).toEqual([
      true,
      false,
    ]);
    expect((await world.ask("/acme", { as: "kit@unsigned.example" })).text).toContain(
      wording.signToOpen,
    );
    await world.services.store.write((trx) =>
      setNdaProvider(trx, id, { provider: "clickwrap", accountWide: true }),
    );
    expect(await passed(world, "kit@unsigned.example")).toBe(true);
    const page = await world.ask("/acme/nda", { as: "kit@unsigned.example" });
    expect([page.status, page.text.includes("has already signed")]).toEqual([200, true]);
    expect((await world.ask("/acme", { as: "kit@unsigned.example" })).text).not.toContain(
      "Sign the NDA to open confidential",
    );
    await world.services.store.write((trx) =>
      setNdaProvider(trx, id, { provider: "clickwrap", accountWide: false }),
    );
    expect(await passed(world, "kit@unsigned.example")).toBe(false);
  });

  test.each(["毛利 蘭", "نورة", "𐐷 \u{1F58A}", "e\u0301\u0301\u0301"])(
    "a signer called %s has a record, with the address where the font lacks the name",
    async (name) => {
      const world = await openWorld();
      expect((await signing(world, { name })).status).toBe(303);
      const [row] = await signatures(world);
      expect(row?.name).toBe(name);
      expect((await download(world)).body.subarray(0, 5).toString()).toBe("%PDF-");
    },
  );

  test("who is not signed in comes back to the NDA after signing in", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    const led = await visitor.ask("/acme/nda?returnTo=%2Facme%2Ffaq");
    expect(led.headers.location).toBe(
      "/acme?loginRequest=true&source=nda&redirectTo=%2Fnda%3FreturnTo%3D%252Facme%252Ffaq",
    );
    const page = await visitor.ask(led.headers.location ?? "");
    const action =
      /<form[^>]*action="([^"]*get-access[^"]*)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ??
      "";
    expect(
      (await visitor.ask(action, { form: { intent: "login", email: NOOR } })).headers.location,
    ).toContain("accessStatus=check-email");
    const first = await visitor.openLink((await lastLink(world)).link);
    expect(first.headers.location).toBe("/acme/nda?returnTo=%2Facme%2Ffaq&first=true");
    const welcome = await visitor.ask(first.headers.location ?? "");
    expect(welcome.text).toMatch(/href="\/acme\/faq"[^>]*>Let&#x27;s Go/);
    for (const evil of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
      await visitor.ask(
        `/acme/get-access?loginRequest=true&redirectTo=${encodeURIComponent(evil)}`,
        { form: { intent: "login", email: "riley@customer.example" } },
      );
      const back = (await visitor.openLink((await lastLink(world)).link)).headers.location ?? "";
      expect(back).not.toContain("evil");
      world.time = new Date(world.time.getTime() + 60_000);
    }
  });

  test("a download that fails is told in the specification's words", async () => {
    const world = await openWorld();
    await signing(world);
    const [row] = await signatures(world);
    await world.services.blobs.remove(await org(world), row?.blobHash ?? "");
    const failed = await download(world);
    expect([failed.status, failed.headers.location]).toEqual([303, "/acme/my-account"]);
    const flash =
      failed.headers["set-cookie"]?.find((cookie) => cookie.includes("otc_flash"))?.split(";")[0] ??
      "";
    const told = await world.ask("/acme/my-account", { as: NOOR, headers: { cookie: flash } });
    expect(told.text).toMatch(
      /data-passes-after="10000" class="fixed end-4 bottom-4 [^]*Failed to download NDA\. Please contact support\./,
    );
    expect((await world.ask("/acme", { as: NOOR })).text).not.toContain("data-passes-after");
    const json = await world.ask(
      `/api/statuspage/share/${(await member(world))?.accountId ?? ""}/external/download-signed-clickwrap-nda`,
      { as: NOOR, method: "POST" },
    );
    expect(json.status).toBe(500);
    expect(json.text).toContain("Failed to download NDA. Please contact support.");
    expect(
      (
        await world.ask(
          `/api/statuspage/share/${(await member(world))?.accountId ?? ""}/external/download-signed-clickwrap-nda`,
          { as: "riley@customer.example", form: {} },
        )
      ).status,
    ).toBe(404);
  });
});

describe("the NDA's settings", () => {
  test("choose provider and coverage, with their audit row", async () => {
    const world = await openWorld();
    expect(
      (
        await world.ask("/nda", {
          as: REVIEWER,
          form: { provider: "clickwrap", accountWide: "yes" },
        })
      ).status,
    ).toBe(303);
    expect(await findNda(world.services.store.read, await org(world), world.time)).toMatchObject({
      provider: "clickwrap",
      accountWide: true,
    });
    expect((await world.ask("/nda", { as: REVIEWER, form: { provider: "docusign" } })).status).toBe(
      400,
    );
    expect((await world.ask("/nda", { as: "editor@acme.example" })).status).toBe(403);
    const audit = await world.services.store.read
      .selectFrom("audit")
      .select("action")
      .where("action", "=", "nda.settings-changed")
      .execute();
    expect(audit).toHaveLength(1);
  });

  test("show a new text before it is published; what was signed can be read for ever", async () => {
    const world = await openWorld();
    const before = await current(world);
    const text = { title: "NDA 2", body: "**Bold** promise" };
    const shown = await world.ask("/nda/versions/new", { as: REVIEWER, form: text });
    expect([shown.status, shown.text.includes("<strong>Bold</strong>")]).toEqual([200, true]);
    expect((await current(world))?.id).toBe(before?.id);
    expect(
      (await world.ask("/nda/versions/new", { as: REVIEWER, form: { ...text, confirmed: "yes" } }))
        .status,
    ).toBe(303);
    expect((await current(world))?.title).toBe("NDA 2");
    expect(
      (await world.ask("/nda/versions/new", { as: REVIEWER, form: { ...text, confirmed: "yes" } }))
        .status,
    ).toBe(400);
    const old = await world.ask(`/nda/versions/${before?.id ?? ""}`, { as: REVIEWER });
    expect([old.status, old.text.includes(before?.title ?? "?")]).toEqual([200, true]);
    expect(
      (await world.ask(`/nda/versions/${before?.id ?? ""}`, { as: "owner@globex.example" })).status,
    ).toBe(404);
  });

  test("list, export and hand out what was signed", async () => {
    const world = await openWorld();
    await signing(world, { name: "=1+1 Noor" });
    expect((await world.ask("/nda?q=NOOR%40", { as: REVIEWER })).text).toContain("=1+1 Noor");
    expect((await world.ask("/nda?q=nobody", { as: REVIEWER })).text).toContain(
      "No signatures match.",
    );
    const csv = await world.ask("/nda/export.csv", { as: REVIEWER, form: {} });
    expect(csv.headers["content-type"]).toContain("text/csv");
    expect(csv.text).toContain(NOOR);
    expect(csv.text).not.toMatch(/^=1\+1/m);
    const [row] = await signatures(world);
    const pdf = await world.ask(`/nda/signatures/${row?.id ?? ""}/pdf`, { as: REVIEWER });
    expect([pdf.status, pdf.headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect(
      (await world.ask(`/nda/signatures/${row?.id ?? ""}/pdf`, { as: "owner@globex.example" }))
        .status,
    ).toBe(404);
  });

  test("note an NDA that was signed elsewhere, which opens the files", async () => {
    const world = await openWorld();
    const one = await member(world);
    const outside = {
      accountId: one?.accountId ?? "",
      covers: "member",
      name: "Noor Haddad",
      email: NOOR,
      signedOn: "2026-01-02",
      note: "In the safe",
    };
    for (const [wrong, status, message] of [
      [{ email: "x" }, 400, wording.invalidEmail],
      [{ signedOn: "2026-02-30" }, 400, "Enter a day such as"],
      [{ signedOn: "2999-01-01" }, 400, "This date is in the future"],
      [{ email: "other@unsigned.example" }, 409, "This account has no member with this address"],
      [{ accountId: "no-such" }, 409, "This account no longer exists"],
    ] as const) {
      const refused = await world.ask("/nda/import", {
        as: REVIEWER,
        form: { ...outside, ...wrong },
      });
      expect([refused.status, refused.text.includes(message)]).toEqual([status, true]);
      expect(refused.text).toContain('value="In the safe"');
    }
    expect(await passed(world)).toBe(false);
    expect((await world.ask("/nda/import", { as: REVIEWER, form: outside })).status).toBe(303);
    expect(await passed(world)).toBe(true);
    const [row] = await signatures(world);
    expect((await world.ask(`/nda/signatures/${row?.id ?? ""}/pdf`, { as: REVIEWER })).status).toBe(
      200,
    );
  });

  testInFive("keep the signed PDF of one, and hand it out as it was signed", async () => {
    const world = await openWorld();
    const outside = {
      accountId: (await member(world))?.accountId ?? "",
      covers: "member",
      name: "Noor Haddad",
      email: NOOR,
      signedOn: "2026-01-02",
      note: "In the safe",
    };
    const send = (
      files: { name: string; bytes: Buffer | string }[],
      changes: Record<string, string> = {},
    ) =>
      world.ask("/nda/import", {
        as: REVIEWER,
        method: "POST",
        ...multipart(files, { ...outside, ...changes }),
      });
    for (const [files, status, message] of [
      [[{ name: "nda.pdf", bytes: "no pdf" }], 400, "isn’t a valid PDF"],
      [[{ name: "nda.png", bytes: png(10, 10) }], 400, "Choose a PDF file."],
      [[{ name: "nda.exe", bytes: "MZ" }], 400, "nda"],
      [
        [{ name: "nda.pdf", bytes: Buffer.concat([pdfFile(), Buffer.alloc(21 * 1024 * 1024)]) }],
        413,
        "The limit is 20",
      ],
    ] as const) {
      const refused = await send([...files]);
      expect([
        refused.status,
        refused.text.includes(message),
        refused.text.includes("import-file-error") || refused.status === 413,
      ]).toEqual([status, true, true]);
    }
    const wrong = await send([{ name: "nda.pdf", bytes: pdfFile() }], { email: "x" });
    expect([wrong.status, wrong.text.includes('value="In the safe"')]).toEqual([400, true]);
    expect(await signatures(world)).toEqual([]);
    const bytes = pdfFile("Signed on paper");
    expect((await send([{ name: "../../Signed NDA.pdf", bytes }])).status).toBe(303);
    const [row] = await signatures(world);
    expect([row?.versionId, row?.importedBy !== null, row?.blobHash !== null]).toEqual([
      null,
      true,
      true,
    ]);
    const file = await world.ask(`/nda/signatures/${row?.id ?? ""}/pdf`, { as: REVIEWER });
    expect([
      file.status,
      file.body.equals(bytes),
      file.headers["content-type"],
      file.headers["x-content-type-options"],
    ]).toEqual([200, true, "application/pdf", "nosniff"]);
    expect(file.headers["content-disposition"]).toMatch(/^attachment/);
    expect((await world.ask("/nda", { as: REVIEWER })).text).toContain("as signed");
    expect(
      (await world.ask(`/nda/signatures/${row?.id ?? ""}/pdf`, { as: "owner@globex.example" }))
        .status,
    ).toBe(404);
    expect(
      (await world.ask(`/nda/signatures/${row?.id ?? ""}/pdf`, { as: "editor@acme.example" }))
        .status,
    ).toBe(403);
    // The same bytes again, for the account: one blob, two signatures.
    expect((await send([{ name: "nda.pdf", bytes }], { covers: "account" })).status).toBe(303);
    expect(await signatures(world)).toHaveLength(2);
  });

  test("one for the whole account covers everybody of it", async () => {
    const world = await openWorld();
    const one = await member(world);
    const outside = {
      accountId: one?.accountId ?? "",
      covers: "account",
      name: "The CFO",
      email: "cfo@unsigned.example",
      signedOn: "2026-01-02",
    };
    expect((await world.ask("/nda/import", { as: REVIEWER, form: outside })).status).toBe(303);
    expect(await passed(world)).toBe(true);
    expect(
      (await listAccounts(world.services.store.read, await org(world))).length,
    ).toBeGreaterThan(1);
  });
});
