import { describe, expect, test } from "vitest";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { PUBLIC_ACCESS_LEVELS } from "#model/settings/customization.ts";
import { openFilesWorld, type FilesWorld } from "./files-world.ts";
import { pdf } from "./multipart.ts";
import type { Answer } from "./world.ts";
import { wording } from "../wording.ts";

const EDITOR = "editor@acme.example";
const REPORT = {
  type: "SOC 2 report",
  auditor: "Auditors Unlimited",
  periodFrom: "2025-01-01",
  periodTo: "2025-12-31",
} as const;

/** The words of the item with locked documents, as the public reads its card. */
async function lockedItem(world: FilesWorld): Promise<string> {
  const answer = await world.ask("/acme/card/Reports");
  const [, item = ""] =
    /<article id="item-item-restricted"[^>]*>(.*?)<\/article>/s.exec(answer.text) ?? [];
  return words(item);
}

function words(text: string): string {
  return text
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}

const facts = (document: string, values: Record<string, string | string[]>) => {
  const body = new URLSearchParams({ intent: "edit", name: "report.pdf", type: "SOC 2 report" });
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat()) body.append(name, one);
  return {
    path: `/documents/${document}`,
    body: body.toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  };
};

async function save(
  world: FilesWorld,
  document: string,
  values: Record<string, string | string[]>,
): Promise<Answer> {
  const { path, ...asked } = facts(document, values);
  return world.ask(path, { as: EDITOR, ...asked });
}

describe("beside a locked document", () => {
  test("stand its type and year unless staff say otherwise, and neither its name nor who audited", async () => {
    const world = await openFilesWorld();
    await world.plant("restricted", "Secret name.pdf", pdf("secret"), REPORT);
    const item = await lockedItem(world);
    expect(item).toContain("1 locked document");
    expect(item).toContain("SOC 2 report · 2025");
    expect(item).not.toMatch(/Secret|Auditors|December/);
  });

  test.each(PUBLIC_ACCESS_LEVELS)("at level %s stands what that level tells", async (level) => {
    const world = await openFilesWorld();
    const values = { ...REPORT, releasedFacts: ["type", "auditor", "period"] as const };
    await world.plant("restricted", "report.pdf", pdf("report"), values);
    await world.services.store.write((trx) =>
      updateCustomization(
        { trx, orgId: world.acme, now: new Date() },
        { publicAccessLevel: level },
      ),
    );
    const item = await lockedItem(world);
    expect(item).toContain("1 locked document");
    expect(
      item.includes("SOC 2 report · Auditors Unlimited · January 1, 2025 to December 31, 2025"),
    ).toBe(level !== "Minimal");
  });

  test("stands nothing that staff took back, with the next request", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("restricted", "report.pdf", pdf("report"), REPORT);
    expect(await lockedItem(world)).toContain("SOC 2 report · 2025");
    expect((await save(world, id, {})).status).toBe(303);
    expect(await lockedItem(world)).not.toMatch(/SOC 2 report|2025/);
  });

  test("their order gives no name away", async () => {
    const world = await openFilesWorld();
    await world.plant("restricted", "A.pdf", pdf("a"), { ...REPORT, type: "Whitepaper" });
    await world.plant("restricted", "Z.pdf", pdf("z"), { ...REPORT, type: "Insurance" });
    expect(await lockedItem(world)).toMatch(/Insurance · 2025 Whitepaper · 2025/);
  });
});

describe("staff", () => {
  test("say what is known and what is shown, and the audit tells it", async () => {
    const world = await openFilesWorld();
    const id = await world.plant("restricted", "report.pdf", pdf("report"));
    const saved = await save(world, id, {
      auditor: "Auditors Unlimited",
      periodFrom: "2025-01-01",
      periodTo: "2025-12-31",
      releasedFacts: ["year", "auditor"],
    });
    expect(saved.status).toBe(303);
    expect(await lockedItem(world)).toContain("2025 · Auditors Unlimited");
    const { detailJson } = await world.services.store.read
      .selectFrom("audit")
      .select("detailJson")
      .where("action", "=", "document.changed")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(detailJson ?? "{}")).toMatchObject({
      auditor: "none → Auditors Unlimited",
      releasedFacts: "type year → year auditor",
    });
    const api = await world.ask(`/api/documents/${id}`, { as: EDITOR });
    expect(JSON.parse(api.text)).toMatchObject({
      periodTo: "2025-12-31",
      releasedFacts: ["year", "auditor"],
    });
  });

  test.each([
    [{ periodFrom: "2025-12-31", periodTo: "2025-01-01" }, "end before it begins"],
    [{ periodTo: "2025-02-30" }, "Enter a date, such as 2026-09-30"],
    [{ auditor: "x".repeat(101) }, "Enter at most 100 characters"],
    [{ releasedFacts: ["name"] }, wording.chooseFromList],
  ])("who write %o are told, and nothing is saved or lost", async (values, message) => {
    const world = await openFilesWorld();
    const id = await world.plant("restricted", "report.pdf", pdf("report"));
    const refused = await save(world, id, { auditor: "Kept words", ...values });
    expect([refused.status, words(refused.text).includes(message)]).toEqual([400, true]);
    const kept = "auditor" in values ? values.auditor : "Kept words";
    expect(refused.text).toContain(`value="${kept}"`);
    const row = await world.services.store.read
      .selectFrom("documents")
      .select(["auditor", "releasedFacts"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ auditor: null, releasedFacts: "type year" });
  });
});

/** The tiles of the documents section, as somebody reads them. */
async function tiles(world: FilesWorld, as?: string, query = ""): Promise<string> {
  const ask = as === undefined ? {} : { as };
  const answer = await world.ask(`/acme?show=documents${query}`, ask);
  const [, section = ""] = /<section id="documents"(.*?)<\/section>/s.exec(answer.text) ?? [];
  return words(section);
}

async function withDocumentsCard({ services, acme, platform }: FilesWorld): Promise<void> {
  await services.store.write((trx) =>
    trx
      .insertInto("cards")
      .values({
        orgId: acme,
        productId: platform,
        kind: "Documents",
        title: null,
        displayText: null,
        placeholder: null,
        iconAssetId: null,
        hiddenAt: null,
        hiddenBy: null,
      })
      .execute(),
  );
}

describe("on the tile of an item with locked documents", () => {
  const values = { ...REPORT, releasedFacts: ["type", "period"] as const };

  test.each(PUBLIC_ACCESS_LEVELS)("at level %s stands what that level tells", async (level) => {
    const world = await openFilesWorld();
    await withDocumentsCard(world);
    await world.plant("restricted", "Secret name.xyz", pdf("report"), values);
    await world.services.store.write((trx) =>
      updateCustomization(
        { trx, orgId: world.acme, now: new Date() },
        { publicAccessLevel: level },
      ),
    );
    const shown = await tiles(world);
    const told = /Item restricted Locked SOC 2 report · January 1, 2025 to December 31, 2025/;
    expect(told.test(shown)).toBe(level !== "Minimal");
    expect(shown).not.toMatch(/Secret|XYZ|Auditors/);
  });

  test("stands all of it, with the format, for who may open it", async () => {
    const world = await openFilesWorld();
    await withDocumentsCard(world);
    await world.plant("included", "Report.pdf", pdf("report"), values);
    expect(await tiles(world, "riley@customer.example")).toMatch(
      /Item included SOC 2 report · Auditors Unlimited · .* · PDF Available to you/,
    );
  });

  test("a filter and an order know what is told, and nothing else", async () => {
    const world = await openFilesWorld();
    await withDocumentsCard(world);
    await world.plant("public", "Cover.pdf", pdf("cover"), { type: "Insurance" });
    await world.plant("restricted", "Report.pdf", pdf("report"), { ...values, releasedFacts: [] });
    await world.plant("included", "Other.pdf", pdf("other"), { ...values, type: "Policy" });
    expect(await tiles(world, undefined, "&documentType=SOC+2+report")).not.toContain(
      "Item restricted",
    );
    const narrowed = await tiles(world, undefined, "&documentType=Insurance");
    expect(narrowed).toContain("Item public");
    expect(narrowed).not.toContain("Item included");
    expect(await tiles(world, undefined, "&documentSort=newest")).toMatch(
      /Item public.*Item included.*Item restricted/,
    );
    expect(await tiles(world, undefined, "&documentSort=title")).toMatch(
      /Item included.*Item public.*Item restricted/,
    );
  });
});
