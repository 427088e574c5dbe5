import { describe, expect, test } from "vitest";
import { Visitor } from "./access-world.ts";
import { openFilesWorld, type FilesWorld } from "./files-world.ts";
import { pdf } from "./multipart.ts";
import { openWorld, type Answer } from "./world.ts";
import { testInFive } from "../in-turn.ts";

const RILEY = "riley@customer.example";
const PAGE = "/acme/my-account";

function words({ text }: Pick<Answer, "text">): string {
  return text
    .replace(/<!-- -->/g, "")
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
}

/** The words of one section of Riley's page. */
async function section(world: FilesWorld, id: string, as = RILEY): Promise<string> {
  const { text } = await world.ask(PAGE, { as });
  const [, found = ""] =
    new RegExp(`<section aria-labelledby="${id}"[^>]*>(.*?)</section>`, "s").exec(text) ?? [];
  return words({ text: found });
}

async function memberOf(world: FilesWorld, email: string) {
  return world.services.store.read
    .selectFrom("members")
    .selectAll()
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
}

describe("my account", () => {
  test("tells how many documents are open, and leads to them", async () => {
    const world = await openFilesWorld();
    expect(await section(world, "open-documents")).toContain("You can open 0 documents.");
    for (const name of ["one.pdf", "two.pdf"]) await world.plant("included", name, pdf(name));
    await world.plant("restricted", "three.pdf", pdf("three"));
    const after = await section(world, "open-documents");
    expect(after).toContain("You can open 2 documents.");
    expect(after).toMatch(/See them in Acme Platform .*Download all .*Request more access/);
  });

  testInFive(
    "lists what is open by product, each document once, and leads to the right product",
    async () => {
      const world = await openFilesWorld();
      const { accountId } = await memberOf(world, RILEY);
      const { id: lake, name } = await world.services.store.read
        .selectFrom("products")
        .select(["id", "name"])
        .where("orgId", "=", world.acme)
        .where("id", "<>", world.platform)
        .executeTakeFirstOrThrow();
      const long = Array.from({ length: 21 }, (_, place) => `file-${10 + place}.pdf`);
      for (const file of long) await world.plant("included", file, pdf(file));
      const { text: before } = await world.ask(PAGE, { as: RILEY });
      expect(before).toContain("All 21 in Acme Platform");
      expect(before).toContain('href="/acme?open=true&amp;show=documents#documents"');
      expect(before).toContain("file-29.pdf");
      expect(before).not.toContain("file-30.pdf");
      // The second product alone, with a document that only a grant there opens.
      const grant = await world.services.store.read
        .selectFrom("grants")
        .selectAll()
        .where("accountId", "=", accountId)
        .where("productId", "=", world.platform)
        .executeTakeFirstOrThrow();
      const links = await world.services.store.read
        .selectFrom("itemDocuments")
        .selectAll()
        .where("itemUid", "=", "custom.included")
        .where("productId", "=", world.platform)
        .execute();
      const item = await world.services.store.read
        .selectFrom("items")
        .selectAll()
        .where("productId", "=", world.platform)
        .where("uid", "=", "custom.included")
        .executeTakeFirstOrThrow();
      await world.services.store.write(async (trx) => {
        await trx
          .insertInto("items")
          .values({ ...item, productId: lake })
          .execute();
        await trx
          .insertInto("profileItems")
          .values({
            orgId: world.acme,
            profileId: grant.profileId,
            productId: lake,
            itemUid: item.uid,
          })
          .execute();
        await trx
          .insertInto("itemDocuments")
          .values(links.slice(0, 2).map((link) => ({ ...link, productId: lake })))
          .execute();
        await trx
          .updateTable("grants")
          .set({ productId: lake })
          .where("orgId", "=", world.acme)
          .where("id", "=", grant.id)
          .execute();
      });
      const after = await section(world, "open-documents");
      expect(after).toContain("You can open 2 documents.");
      expect(after).toContain(`See them in ${name}`);
      expect(after).not.toContain("Acme Platform");
      const { text } = await world.ask(PAGE, { as: RILEY });
      const path = `/acme/product/${name.replaceAll(" ", "+")}`;
      expect(text).toContain(`href="${path}?open=true&amp;show=documents#documents"`);
      expect(text).toContain(`href="${path}/bulk-download"`);
      const file = /href="(\/acme\/documents\/[^"]+productId=[^"]+)"/.exec(text)?.[1] ?? "";
      expect((await world.ask(file.replaceAll("&amp;", "&"), { as: RILEY })).status).toBe(200);
      expect((await world.ask(file.replaceAll("&amp;", "&"))).status).not.toBe(200);
    },
  );

  test("lists what the person opened, by name only while it is open to them", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("included", "Read by me.pdf", pdf("read"));
    await world.ask(world.at(id, "download", "included"), { as: RILEY });
    await world.events();
    expect(await section(world, "reads")).toMatch(/Read by me\.pdf Downloaded/);
    await world.services.store.write((trx) =>
      trx
        .updateTable("documents")
        .set({ originalName: "Renamed in secret.pdf" })
        .where("id", "=", id)
        .execute(),
    );
    await world.services.store.write((trx) =>
      trx.deleteFrom("itemDocuments").where("documentId", "=", id).execute(),
    );
    const after = await section(world, "reads");
    expect(after).toContain("A document you can no longer open");
    expect(after).not.toMatch(/secret|Read by me/);
  });

  test("an archive is one line with how many documents it held, for the person and for staff", async () => {
    const world = await openFilesWorld();
    const { accountId } = await memberOf(world, RILEY);
    const names = ["one.pdf", "two.pdf", "three.pdf"];
    for (const name of names) await world.plant("included", name, pdf(name));
    const alone = await world.plant("included", "alone.pdf", pdf("alone"));
    await world.ask(world.at(alone, "download", "included"), { as: RILEY });
    const sent = await world.ask("/acme/bulk-download", {
      as: RILEY,
      form: new URLSearchParams({ all: "on" }),
    });
    await world.ask(sent.headers.location ?? "", { as: RILEY });
    expect(await world.events()).toHaveLength(1 + 4);
    const reads = await section(world, "reads");
    expect(reads).toMatch(/4 documents \(ZIP\) Downloaded/);
    expect(reads).toMatch(/alone\.pdf Downloaded/);
    expect(reads).not.toMatch(/\bone\.pdf/);
    const log = words(await world.ask(`/accounts/${accountId}`, { as: "reviewer@acme.example" }));
    expect(log.match(/Downloaded 4 documents \(ZIP\)/g)).toHaveLength(1);
    expect(log).toContain("Downloaded alone.pdf");
    expect(log).not.toMatch(/Downloaded one\.pdf|Bulk download/);
    const csv = await world.ask(`/accounts/${accountId}/activity.csv`, {
      as: "reviewer@acme.example",
      form: {},
    });
    expect(csv.text.match(/bulk_download/g)).toHaveLength(4);
  });

  test("lists requests with what came of them; a decision that is held is told by its mail", async () => {
    const world = await openFilesWorld();
    const riley = await memberOf(world, RILEY);
    const visitor = new Visitor(world);
    await visitor.request({ email: RILEY });
    const row = {
      ...(await world.services.store.read
        .selectFrom("accessRequests")
        .selectAll()
        .where("status", "=", "declined")
        .limit(1)
        .executeTakeFirstOrThrow()),
      email: RILEY,
      emailKey: RILEY,
      memberId: riley.id,
      pendingKey: null,
    };
    const at = (seconds: number) => new Date(world.time.getTime() + seconds * 1_000).toISOString();
    await world.services.store.write((trx) =>
      trx
        .insertInto("accessRequests")
        .values([
          { ...row, id: "declined", createdAt: at(-60), holdUntil: at(-30) },
          { ...row, id: "held", createdAt: at(-20), holdUntil: at(10) },
        ])
        .execute(),
    );
    expect(await section(world, "requests")).toMatch(/Access Pending .*Access Declined/);
  });

  test("lists the threads in which the person asked, and whether staff have answered", async () => {
    const world = await openFilesWorld();
    const { updateCustomization } =
      await import("#company/settings/store/customizations.server.ts");
    const riley = await memberOf(world, RILEY);
    const ask = (values: Record<string, unknown>) =>
      world.services.store.write((trx) =>
        trx
          .insertInto("comments")
          .values({
            orgId: world.acme,
            id: crypto.randomUUID(),
            accountId: riley.accountId,
            productId: world.platform,
            itemUid: "custom.included",
            memberId: null,
            staffId: null,
            staffName: null,
            content: "Words",
            createdAt: world.time.toISOString(),
            settledAt: null,
            settledBy: null,
            ...values,
          })
          .execute(),
      );
    const enabled = (commentsEnabled: boolean) =>
      world.services.store.write((trx) =>
        updateCustomization({ trx, orgId: world.acme, now: new Date() }, { commentsEnabled }),
      );
    await ask({ memberId: riley.id });
    await enabled(false);
    expect(await section(world, "questions")).toBe("");
    await enabled(true);
    expect(await section(world, "questions")).toMatch(/Item included Pending/);
    const later = new Date(world.time.getTime() + 1_000).toISOString();
    await ask({ staffName: "Ingrid", createdAt: later });
    expect(await section(world, "questions")).toMatch(/Item included Answered/);
    // A thread of the account in which somebody else wrote is not the person's own.
    await ask({ itemUid: "custom.public", memberId: null, staffName: "Ingrid" });
    expect(await section(world, "questions")).not.toContain("Item public");
  });

  test("names invited colleagues and the subscription, and nobody else's", async () => {
    const world = await openFilesWorld();
    const riley = await memberOf(world, RILEY);
    const invited = (email: string, memberId: string) =>
      world.services.store.write((trx) =>
        trx
          .insertInto("invitations")
          .values({
            orgId: world.acme,
            id: crypto.randomUUID(),
            accountId: riley.accountId,
            memberId,
            email,
            emailKey: email,
            message: null,
            invitedAt: world.time.toISOString(),
            mailedAt: null,
          })
          .execute(),
      );
    expect(await section(world, "colleagues")).toContain("You haven’t invited anyone yet.");
    const other = await world.services.store.read
      .selectFrom("members")
      .select("id")
      .where("orgId", "=", world.acme)
      .where("id", "<>", riley.id)
      .executeTakeFirstOrThrow();
    await invited("colleague@customer.example", riley.id);
    await invited("stranger@customer.example", other.id);
    const colleagues = await section(world, "colleagues");
    expect(colleagues).toContain("colleague@customer.example");
    expect(colleagues).not.toContain("stranger@");
    expect(await section(world, "subscription")).toMatch(/updates by email/);
  });

  test("leads a subscriber to their own choice, in any spelling of the address", async () => {
    const world = await openFilesWorld();
    const change = (values: { email?: string; state: "pending" | "confirmed" }) =>
      world.services.store.write((trx) =>
        trx
          .updateTable("subscribers")
          .set(values)
          .where("orgId", "=", world.acme)
          .where("emailKey", "=", RILEY)
          .execute(),
      );
    await change({ state: "pending" });
    expect(await section(world, "subscription")).toContain("You don’t get");
    await change({ state: "confirmed", email: "Riley+news@customer.example" });
    expect(await section(world, "subscription")).toContain("Choose what you get");
    const { text } = await world.ask(PAGE, { as: RILEY });
    const href = /href="(\/acme\/subscription\?token=[^"]+)"/.exec(text)?.[1] ?? "";
    expect((await world.ask(href)).text).toContain("Riley+news@customer.example");
    // Nobody else's page holds it.
    const other = await world.ask(PAGE, { as: "noor@unsigned.example" });
    expect(other.text).not.toContain(href);
  });

  testInFive("has the NDA to sign, and afterwards to download", async () => {
    const world = await openWorld();
    const noor = { as: "noor@unsigned.example" };
    const panel = async () => {
      const { text } = await world.ask(PAGE, noor);
      return /<section aria-labelledby="access".*?<\/section>/s.exec(text)?.[0] ?? "";
    };
    expect(await panel()).toMatch(
      /href="\/acme\/nda\?returnTo=%2Facme%2Fmy-account"[^>]*>Sign NDA/,
    );
    expect(await panel()).not.toContain("Download NDA");
    const nda = await world.ask("/acme/nda", noor);
    const versionId = /name="versionId" value="([^"]+)"/.exec(nda.text)?.[1] ?? "";
    const form = { name: "Noor Haddad", agree: "yes", versionId };
    expect((await world.ask("/acme/nda", { ...noor, form })).status).toBe(303);
    expect(await panel()).toContain("Download NDA");
    expect(await panel()).not.toContain("Sign NDA");
  });

  test("is for members alone", async () => {
    const world = await openFilesWorld();
    const answer = await world.ask(PAGE);
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      "/acme?loginRequest=true&source=account&redirectTo=%2Fmy-account",
    ]);
  });
});
