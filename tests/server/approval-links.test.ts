import { describe, expect, test } from "vitest";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { testInFive } from "../in-turn.ts";
import {
  fieldOf,
  lastLink,
  mails,
  minutes,
  requestValues,
  setting,
  shownCode,
  Visitor,
} from "./access-world.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { publishNdaVersion } from "#auth/nda/store/ndas.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { wording } from "../wording.ts";

const PAT = "pat@partner.example";
const JANE = "jane@corp.example";
const REVIEWER = "reviewer@acme.example";

const pathOf = (link: string) => new URL(link).pathname + new URL(link).search;

/** The link of the newest approval's mail. */
async function approvalLink(world: World): Promise<string> {
  const text = (await mails(world, "access-approved")).at(-1)?.text ?? "";
  return /https?:\/\/\S+\/sign-in-link\?token=[\w-]+/.exec(text)?.[0] ?? "";
}

/** Pat asks, and a rule approves. */
async function approvedByRule(query = ""): Promise<{ world: World; asker: Visitor; link: string }> {
  const world = await openWorld();
  const asker = new Visitor(world);
  await askFor(world, asker, PAT, query);
  return { world, asker, link: await approvalLink(world) };
}

async function askFor(world: World, asker: Visitor, email: string, query = ""): Promise<string> {
  const itemUid = new URLSearchParams(query).get("itemUid") ?? undefined;
  const answer = await asker.ask(`/acme/get-access?requestAccess=true${query}`, {
    form: { intent: "request", ...(await requestValues(world, "acme", { email, itemUid })) },
  });
  return answer.headers.location ?? "";
}

/** Staff let in whoever waits with an address. @returns the request */
async function approve(world: World, email: string): Promise<string> {
  const { id } = await world.services.store.read
    .selectFrom("accessRequests")
    .select("id")
    .where("email", "=", email)
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  const profileId =
    (await listProfiles(world.services.store.read, await world.orgId("acme")))[0]?.id ?? "";
  const answer = await world.ask(`/requests/${id}`, {
    as: REVIEWER,
    form: {
      intent: "approve",
      account: "new",
      accountName: "Corp",
      profileId,
      productIds: await world.productId("acme"),
      expires: "none",
      nda: "required",
    },
  });
  expect(answer.status, answer.text.slice(0, 300)).toBe(303);
  return id;
}

/** What the page's form sends to sign the NDA that it shows. */
const signature = (page: Answer) => ({
  intent: "sign",
  name: "Pat Berg",
  agree: "yes",
  versionId: fieldOf(page, "versionId"),
});

/** How often Pat has signed. */
const signatures = async (world: World) =>
  (
    await world.services.store.read
      .selectFrom("ndaSignatures")
      .select("id")
      .where("email", "=", PAT)
      .execute()
  ).length;

const isSignedIn = async (visitor: Visitor) =>
  (await visitor.ask("/acme/my-account")).text.includes("Sessions");

describe("the mail of an approval", () => {
  testInFive(
    "signs in the browser that asked, by one button, once, and leads back to the item",
    async () => {
      const { world, asker, link } = await approvedByRule("&itemUid=Reports.soc2");
      for (const method of ["GET", "HEAD", "GET"])
        expect((await world.ask(pathOf(link), { method })).status).toBe(200);
      const page = await asker.ask(pathOf(link));
      expect(page.text).toContain(wording.ndaText);
      expect(page.text).not.toContain('name="code"');
      // One press signs in, signs the NDA and opens what was asked for.
      const signed = await asker.openLink(link, signature(page));
      expect([signed.status, signed.headers.location]).toEqual([
        303,
        "/acme?itemUid=Reports.soc2&openDocument=true",
      ]);
      // Of several documents it is the newest report that was meant.
      const led = await asker.ask(signed.headers.location ?? "");
      expect([led.status, led.headers.location]).toEqual([
        302,
        expect.stringMatching(/^\/acme\/documents\/[\w-]+\/view\?itemUid=Reports\.soc2&/),
      ]);
      const document = await asker.ask(led.headers.location ?? "");
      expect(document.status).toBe(200);
      expect(document.text).toMatch(/SOC 2 Type II report 2026|SOC2.*2026/i);
      expect(await isSignedIn(asker)).toBe(true);
      expect((await asker.openLink(link)).status).not.toBe(303);
      // One mail is all that it took; the other one is the copy of what was signed.
      expect((await mails(world)).map(({ kind }) => kind).sort()).toEqual([
        "access-approved",
        "nda-signed",
      ]);
    },
  );

  test("without a signature signs nobody in and spends no link; the values stay", async () => {
    const { world, asker, link } = await approvedByRule("&itemUid=Reports.soc2");
    const page = await asker.ask(pathOf(link));
    for (const [missing, message] of [
      [{ agree: "" }, wording.agreeToNda],
      [{ name: "" }, wording.enterFullName],
    ] as const) {
      const refused = await asker.openLink(link, { ...signature(page), ...missing });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain(message);
      expect(refused.text).toContain("<title>Error: ");
      if (!("name" in missing)) expect(refused.text).toContain('value="Pat Berg"');
    }
    expect(asker.cookie("otc_member")).toBeUndefined();
    expect(await signatures(world)).toBe(0);
    expect((await asker.openLink(link, signature(page))).status).toBe(303);
    expect(await signatures(world)).toBe(1);
  });

  test("signs no other text than the one that was read, and nobody in with it", async () => {
    const { world, asker, link } = await approvedByRule();
    const page = await asker.ask(pathOf(link));
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      publishNdaVersion(
        { trx, orgId, by: SYSTEM, now: new Date(world.time.getTime() - 1) },
        { title: "Newest NDA", body: "A new clause." },
      ),
    );
    const refused = await asker.openLink(link, signature(page));
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(wording.textChanged);
    expect(refused.text).toContain("A new clause.");
    expect([asker.cookie("otc_member"), await signatures(world)]).toEqual([undefined, 0]);
    const again = await asker.openLink(link, signature(refused));
    expect([again.status, await signatures(world)]).toEqual([303, 1]);
  });

  test("signs in without the NDA, too, which then waits", async () => {
    const { world, asker, link } = await approvedByRule("&itemUid=Reports.soc2");
    const answer = await asker.openLink(link, { intent: "later" });
    expect([answer.status, answer.headers.location]).toEqual([303, "/acme?itemUid=Reports.soc2"]);
    expect([await isSignedIn(asker), await signatures(world)]).toEqual([true, 0]);
  });

  test("signs nothing in a browser that did not ask, whatever its form says", async () => {
    const { world, asker, link } = await approvedByRule();
    const page = await asker.ask(pathOf(link));
    const other = new Visitor(world);
    const refused = await other.openLink(link, signature(page));
    expect(refused.status).toBe(400);
    expect((await other.ask(pathOf(link))).text).not.toContain(wording.ndaText);
    expect([other.cookie("otc_member"), await signatures(world)]).toEqual([undefined, 0]);
  });

  test("has a code for the page that waits for it, which leads to the NDA and the document", async () => {
    const { world, asker } = await approvedByRule("&itemUid=Reports.soc2");
    const page = await asker.ask("/acme?accessStatus=check-email");
    expect(page.text).toContain(wording.openLinkSentTo);
    expect(page.text).toContain("Send again");
    expect([shownCode(page), page.text.includes('name="code"')]).toEqual(["", true]);
    // It is the mail's alone: the page shows none for another browser.
    const shown = await asker.ask("/acme?accessStatus=check-email&otherBrowser=true");
    expect([shownCode(shown), shown.text.includes("in another browser?")]).toEqual(["", false]);
    const text = (await mails(world, "access-approved")).at(-1)?.text ?? "";
    const [code = ""] = /\b\d{6}\b/.exec(text) ?? [];
    const typed = await asker.ask("/acme/get-access/code?accessStatus=check-email", {
      form: { code },
    });
    expect([typed.status, typed.headers.location]).toEqual([
      303,
      "/acme/nda?returnTo=%2Facme%2F%3FitemUid%3DReports.soc2&first=true",
    ]);
    expect(await isSignedIn(asker)).toBe(true);
    expect((await new Visitor(world).ask("/acme?accessStatus=check-email")).text).not.toContain(
      'name="code"',
    );
  });

  test("has a code for half an hour alone", async () => {
    const { world, asker, link } = await approvedByRule();
    const text = (await mails(world, "access-approved")).at(-1)?.text ?? "";
    const [code = ""] = /\b\d{6}\b/.exec(text) ?? [];
    await minutes(world, 31);
    expect((await asker.ask("/acme?accessStatus=check-email")).text).not.toContain('name="code"');
    const late = await asker.ask("/acme/get-access/code?accessStatus=check-email", {
      form: { code },
    });
    expect([late.status, asker.cookie("otc_member")]).toEqual([400, undefined]);
    expect((await asker.openLink(link)).status).toBe(303);
  });

  test("in any other browser has one button that mails a link; the address is neither shown nor asked", async () => {
    const { world, link } = await approvedByRule();
    const other = new Visitor(world);
    const page = await other.ask(pathOf(link));
    expect(page.text).toContain(wording.sendSignInLink);
    expect(page.text).not.toMatch(/partner\.example|type="email"|name="code"/);
    const sent = await other.ask(pathOf(link), {
      form: { intent: "renew", proof: fieldOf(page, "proof") },
    });
    expect(sent.headers.location).toBe("/acme?accessStatus=check-email");
    const dialog = await other.ask(sent.headers.location ?? "");
    expect(dialog.text).toContain("Check your email");
    expect(dialog.text).not.toContain("partner.example");
    const mailed = await lastLink(world);
    expect(mailed.toEmail).toBe(PAT);
    expect((await other.openLink(mailed.link)).status).toBe(303);
    expect(await isSignedIn(other)).toBe(true);
  });

  test("is sent again to the same address, which stays untold", async () => {
    const { world, link } = await approvedByRule();
    const other = new Visitor(world);
    const page = await other.ask(pathOf(link));
    await other.ask(pathOf(link), { form: { intent: "renew", proof: fieldOf(page, "proof") } });
    await minutes(world, 2);
    const again = await other.ask("/acme/get-access?accessStatus=check-email", {
      form: { intent: "send-again", productId: await world.productId("acme") },
    });
    expect(again.status).toBe(303);
    expect((await mails(world, "sign-in-link")).map(({ toEmail }) => toEmail)).toEqual([PAT, PAT]);
    expect((await other.ask(again.headers.location ?? "")).text).not.toContain("partner.example");
  });

  test("signs in no other browser, by no code and no forged button", async () => {
    const { world, asker, link } = await approvedByRule();
    const other = new Visitor(world);
    for (const code of ["000000", ""]) {
      const refused = await other.openLink(link, { code });
      expect(refused.status).toBeGreaterThanOrEqual(400);
    }
    const typed = await asker.ask("/acme/get-access?accessStatus=check-email", {
      form: { intent: "code", code: "123456" },
    });
    expect(typed.status).toBe(400);
    expect([other.cookie("otc_member"), asker.cookie("otc_member")]).toEqual([
      undefined,
      undefined,
    ]);
    // None of it has spent the link.
    expect((await asker.openLink(link)).status).toBe(303);
  });

  test("of staff signs in the browser that asked and waited", async () => {
    const world = await openWorld();
    const asker = new Visitor(world);
    expect(await askFor(world, asker, JANE, "&itemUid=Reports.soc2")).toContain("request-sent");
    await approve(world, JANE);
    const answer = await asker.openLink(await approvalLink(world));
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringContaining("soc2-type2"),
    ]);
    expect(await isSignedIn(asker)).toBe(true);
  });

  test.each([PAT, JANE])("with discreet sign-in does so too, for %s", async (email) => {
    const world = await openWorld();
    await setting(world, { discreetSignIn: true });
    const asker = new Visitor(world);
    expect(await askFor(world, asker, email)).toContain("request-sent");
    if (email === JANE) await approve(world, email);
    const link = await approvalLink(world);
    expect((await new Visitor(world).ask(pathOf(link))).text).toContain(wording.sendSignInLink);
    expect((await asker.openLink(link)).status).toBe(303);
    expect(await isSignedIn(asker)).toBe(true);
  });
});

/** What a browser without scripts shows on the way: each page, with what redirects lead to. */
class Journey {
  readonly asker: Visitor;
  readonly pages: string[] = [];

  constructor(asker: Visitor) {
    this.asker = asker;
  }

  /** Goes on with an answer until it is a page, and notes its heading. */
  async arrive(answer: Answer): Promise<Answer> {
    const { location } = answer.headers;
    if (location !== undefined) return this.arrive(await this.asker.ask(String(location)));
    expect(answer.status).toBe(200);
    this.pages.push(/<title>([^<]*) · /.exec(answer.text)?.[1] ?? "");
    return answer;
  }

  async open(path: string): Promise<Answer> {
    return this.arrive(await this.asker.ask(path));
  }

  async send(path: string, form: Record<string, string>): Promise<Answer> {
    return this.arrive(await this.asker.ask(path, { form }));
  }
}

describe("from the form to the document", () => {
  const SOC2 = "itemUid=Reports.soc2";

  /** The form, and the page that it leads to. */
  async function asked({ withNda, discreet = false }: { withNda: boolean; discreet?: boolean }) {
    const world = await openWorld();
    if (discreet) await setting(world, { discreetSignIn: true });
    if (!withNda) {
      const provider = await world.ask("/nda", {
        as: "owner@acme.example",
        form: { intent: "settings", provider: "none" },
      });
      expect(provider.status).toBe(303);
    }
    const journey = new Journey(new Visitor(world));
    await journey.open(`/acme?requestAccess=true&source=item&${SOC2}`);
    const waiting = await journey.send(`/acme/get-access/request?requestAccess=true&${SOC2}`, {
      ...(await requestValues(world, "acme", { email: PAT, itemUid: "Reports.soc2" })),
    });
    const text = (await mails(world, "access-approved")).at(-1)?.text ?? "";
    const [code = ""] = /\b\d{6}\b/.exec(text) ?? [];
    return { world, journey, waiting, code };
  }

  const CODE_AT = "/acme/get-access/code?accessStatus=check-email";
  /** A fourth page fails this. */
  const THREE = [
    expect.stringContaining("Get access"),
    "Check your email",
    expect.stringMatching(/SOC ?2/),
  ];

  test("by the code of the email there are three pages, the NDA signed on the second", async () => {
    const { world, journey, waiting, code } = await asked({ withNda: true });
    expect(waiting.text).toContain(wording.ndaText);
    const sent = { code, nda: "sign", name: "Pat Berg", agree: "yes" };
    const document = await journey.send(CODE_AT, {
      ...sent,
      versionId: fieldOf(waiting, "versionId"),
    });
    expect(journey.pages).toEqual(THREE);
    expect(document.text).toContain(wording.ndaSigned);
    expect(await signatures(world)).toBe(1);
    expect((await mails(world)).map(({ kind }) => kind).sort()).toEqual([
      "access-approved",
      "nda-signed",
    ]);
  });

  test("where no NDA is asked for there are three as well", async () => {
    const { journey, waiting, code } = await asked({ withNda: false });
    expect(waiting.text).not.toContain(wording.ndaText);
    await journey.send(CODE_AT, { code });
    expect(journey.pages).toEqual(THREE);
  });

  test.each([true, false])(
    "by the email’s link in the browser that asked one press leads to it (NDA: %s)",
    async (withNda) => {
      const { world, journey } = await asked({ withNda });
      const link = pathOf(await approvalLink(world));
      const page = await journey.open(link);
      expect(page.text.includes(wording.ndaText)).toBe(withNda);
      const proof = fieldOf(page, "proof");
      await journey.send(link, {
        ...(withNda ? signature(page) : { intent: "sign-in" }),
        proof,
      });
      // Looking at a link signs nobody in, so its page comes between. The NDA has none of its own.
      expect(journey.pages).toEqual([
        ...THREE.slice(0, 2),
        expect.stringContaining("Sign in"),
        THREE[2],
      ]);
    },
  );

  test("a signature that lacks something tries no code, a wrong code signs nothing", async () => {
    const { world, journey, waiting, code } = await asked({ withNda: true });
    const versionId = fieldOf(waiting, "versionId");
    const sent = { nda: "sign", name: "Pat Berg", agree: "yes", versionId };
    const tries = async () =>
      (
        await world.services.store.read
          .selectFrom("signInLinks")
          .select("tries")
          .where("email", "=", PAT)
          .executeTakeFirstOrThrow()
      ).tries;
    const { asker } = journey;
    for (const [change, message] of [
      [{ agree: "" }, wording.agreeToNda],
      [{ name: "" }, wording.enterFullName],
      [{ code: "12" }, "Enter the six digits"],
    ] as const) {
      const refused = await asker.ask(CODE_AT, { form: { code, ...sent, ...change } });
      expect([refused.status, refused.text.includes(message)]).toEqual([400, true]);
      expect(refused.text).not.toContain(`value="${code}"`);
      expect(refused.text).toContain(wording.ndaText);
    }
    expect(await tries()).toBe(0);
    const wrong = code === "111111" ? "222222" : "111111";
    const refused = await asker.ask(CODE_AT, { form: { code: wrong, ...sent } });
    expect([refused.status, await tries()]).toEqual([400, 1]);
    expect(refused.text).toContain("Use the one from the newest email.");
    const orgId = await world.orgId("acme");
    const now = new Date(world.time.getTime() - 1);
    await world.services.store.write((trx) =>
      publishNdaVersion(
        { trx, orgId, by: SYSTEM, now },
        { title: "Newest NDA", body: "A new clause." },
      ),
    );
    const changed = await asker.ask(CODE_AT, { form: { code, ...sent } });
    expect([changed.status, changed.text.includes("A new clause.")]).toEqual([409, true]);
    expect([asker.cookie("otc_member"), await signatures(world)]).toEqual([undefined, 0]);
    const later = await asker.ask(CODE_AT, { form: { code, nda: "later" } });
    expect([later.status, later.headers.location]).toEqual([303, `/acme?${SOC2}`]);
    expect([await isSignedIn(asker), await signatures(world)]).toEqual([true, 0]);
  });

  test("the page that waits shows the NDA to nobody else, and with discreet sign-in to no one", async () => {
    const { world, journey } = await asked({ withNda: true });
    const at = "/acme?accessStatus=check-email";
    expect((await journey.asker.ask(at)).text).toContain(wording.ndaText);
    expect((await new Visitor(world).ask(at)).text).not.toContain(wording.ndaText);
    const other = new Visitor(world);
    await other.logIn("riley@customer.example");
    expect((await other.ask(at)).text).not.toContain(wording.ndaText);
    await setting(world, { discreetSignIn: true });
    expect((await journey.asker.ask(at)).text).not.toContain(wording.ndaText);
  });
});

describe("the link of an approval ends", () => {
  const hasEnded = async (asker: Visitor, link: string) => {
    const page = await asker.ask(pathOf(link));
    return page.text.includes(wording.linkGone) && (await asker.openLink(link)).status !== 303;
  };

  test.each([
    ["after a day", 24 * 60 + 1, true],
    ["not after 23 hours", 23 * 60, false],
  ])("%s", async (_, count, ended) => {
    const { world, asker, link } = await approvedByRule();
    await minutes(world, count);
    expect(await hasEnded(asker, link)).toBe(ended);
  });

  test("with a newer link", async () => {
    const { world, asker, link } = await approvedByRule();
    await new Visitor(world).logIn(PAT);
    expect(await hasEnded(asker, link)).toBe(true);
  });

  test("with an undo, and a second approval does not bring it back", async () => {
    const world = await openWorld();
    const asker = new Visitor(world);
    await askFor(world, asker, JANE);
    const id = await approve(world, JANE);
    const first = await approvalLink(world);
    const undone = await world.ask(`/requests/${id}`, { as: REVIEWER, form: { intent: "undo" } });
    expect(undone.status).toBe(303);
    expect(await hasEnded(asker, first)).toBe(true);
    await minutes(world, 1);
    await approve(world, JANE);
    expect(await hasEnded(asker, first)).toBe(true);
    expect((await asker.openLink(await approvalLink(world))).status).toBe(303);
  });

  test.each([
    ["access is taken away", "grants", { revokedAt: "2020-01-01T00:00:00.000Z", revokedBy: "x" }],
    ["access has expired", "grants", { expiresAt: "2020-01-01T00:00:00.000Z" }],
    ["the person is removed", "members", { removedAt: "2020-01-01T00:00:00.000Z" }],
  ] as const)("when %s", async (_, table, values) => {
    const { world, asker, link } = await approvedByRule();
    const { memberId, accountId } = await world.services.store.read
      .selectFrom("accessRequests")
      .select(["memberId", "accountId"])
      .where("email", "=", PAT)
      .executeTakeFirstOrThrow();
    await world.services.store.write((trx) =>
      trx
        .updateTable(table)
        .set(values)
        .where(
          table === "grants" ? "accountId" : "id",
          "=",
          table === "grants" ? accountId : memberId,
        )
        .execute(),
    );
    expect((await asker.openLink(link)).status).not.toBe(303);
    expect(asker.cookie("otc_member")).toBeUndefined();
  });
});
