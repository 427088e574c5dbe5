import { describe, expect, test } from "vitest";
import { TITLE_HINT } from "#model/items/forms/items.ts";
import { CATALOGUE } from "#model/cards/catalogue/index.ts";
import { MAX_ICON_BYTES } from "#model/cards/forms/edit-forms.ts";
import {
  CARD_KINDS,
  cardWeight,
  DEFAULT_CARD_ORDER,
  NOT_EXPANDABLE_KINDS,
} from "#model/cards/kinds.ts";
import { ITEMS_BEFORE_MORE } from "#model/visibility/page.ts";
import { RISK_QUESTIONS } from "#content/risk-profile/forms/risk-profile.ts";
import { EDITOR, follow, itemOf, post, words } from "./edit-world.ts";
import { changed, formOf } from "./page-form.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";
import { testInFive } from "../in-turn.ts";

/**
 * The limits of editing that no other test holds. Elsewhere: icon, display text, placeholder and slug in
 * edit-dialogs, names and items in card-form, item-form and edit-api, lists in edit-lists and list-forms, topics in
 * topic-api, document types in library, times of the risk profile in list-forms.
 */

const NEW = "/acme/edit/cards/Policies/items/new";

async function send(world: World, path: string, changes: Record<string, string>) {
  return post(
    world,
    path,
    Object.fromEntries(
      changed(formOf(await world.ask(path, { as: EDITOR }), 'name="enabledState"'), changes),
    ),
  );
}

describe("spec/3 §5", () => {
  testInFive(
    "a title has 2 to 100 characters and a hint, and is another's only after a warning",
    async () => {
      const world = await openWorld();
      expect(words(await world.ask(NEW, { as: EDITOR }))).toContain(
        "Limit titles to 1-3 words so they are easy to read",
      );
      expect(TITLE_HINT).toBe("Limit titles to 1-3 words so they are easy to read");
      for (const [title, status] of [
        ["x", 400],
        ["x".repeat(101), 400],
        ["xy", 303],
        ["x".repeat(100), 303],
      ] as const)
        expect([title.length, (await send(world, NEW, { title })).status]).toEqual([
          title.length,
          status,
        ]);
      expect(words(await send(world, NEW, { title: "XY" }))).toContain(wording.useExistingItem);
    },
  );

  test("names of Certifications and SecurityGrades stay, whatever the plan has", async () => {
    const world = await openWorld();
    const path = "/acme/edit/cards/Certifications/items/Certifications.iso27001";
    expect((await world.ask(path, { as: EDITOR })).text).not.toContain('name="title"');
    const before = (await itemOf(world, "Certifications.iso27001"))?.title;
    await send(world, path, { title: "Smuggled in", explanation: "Certified" });
    expect((await itemOf(world, "Certifications.iso27001"))?.title).toBe(before);
  });

  test("a slug has fewer than 100 characters, and its own item keeps it", async () => {
    const world = await openWorld();
    const path = "/acme/edit/items/Reports.soc2/url";
    expect((await post(world, path, { slug: "x".repeat(99) })).status).toBe(303);
    expect((await post(world, path, { slug: "x".repeat(99) })).status).toBe(303);
    expect(
      (await post(world, "/acme/edit/items/Reports.soc1/url", { slug: "x".repeat(99) })).text,
    ).toContain("This URL slug is already in use by item: SOC 2 Report");
  });

  test("a subprocessor needs its company alone", async () => {
    const world = await openWorld();
    const path = "/acme/edit/subprocessors/new";
    expect((await post(world, path, { company: "", purpose: "Hosting" })).text).toContain(
      wording.requiredField,
    );
    expect((await post(world, path, { company: "Only A Name" })).status).toBe(303);
  });
});

describe("spec/3 §9", () => {
  test("dialogs and drawers have their sizes", async () => {
    const world = await openWorld();
    const [reports, documents, drawer] = await Promise.all(
      [
        "/acme/edit/cards/Reports/order",
        "/acme/edit/cards/Documents/order",
        "/acme/card/Reports?edit=true",
      ].map((path) => world.ask(path, { as: EDITOR })),
    );
    for (const page of [reports, documents]) {
      expect(page?.text).toContain('aria-label="Order"');
      expect(page?.text).toMatch(
        /role="dialog"[^>]*>\s*<[^>]*max-h-\[600px\]|max-h-\[600px\][^>]*role="dialog"|role="dialog"[^>]*max-h-\[600px\]/,
      );
    }
    expect([reports?.text.includes("max-w-5xl"), documents?.text.includes("max-w-5xl")]).toEqual([
      false,
      true,
    ]);
    for (const size of ["max-w-[800px]", "w-full", "md:w-4/5", "lg:w-1/2"])
      expect(drawer?.text).toContain(size);
  });

  test("the confirmation of a custom URL stands for 3 seconds", async () => {
    const world = await openWorld();
    const page = await follow(
      world,
      await post(world, "/acme/edit/items/Reports.soc2/url", { slug: "soc-two" }),
    );
    expect(page.text).toMatch(
      /data-passes-after="3000"[^]*Successfully created custom URL for SOC 2 Report/,
    );
    const other = await follow(
      world,
      await post(world, "/acme/edit/cards/Reports/display-text", {
        displayText: "What auditors wrote",
      }),
    );
    expect(other.text).not.toContain("data-passes-after");
  });

  test("risk answers come by their priority", () => {
    expect(RISK_QUESTIONS.map(({ field }) => field)).toEqual([
      "dataAccess",
      "impact",
      "recoveryTime",
      "recoveryPoint",
      "criticalDependence",
      "thirdPartyDependence",
      "hosting",
    ]);
  });

  test("cards have their weights, the order of the first 25, and the items that come first", () => {
    expect(cardWeight("Reports")).toBe(16);
    expect(cardWeight("Policies")).toBe(1);
    expect([
      cardWeight("Documents"),
      cardWeight("Overview"),
      cardWeight("IncidentResponse"),
    ]).toEqual([-1, 0, 0]);
    expect(CARD_KINDS.slice(0, 16).map((kind) => cardWeight(kind))).toEqual(
      Array.from({ length: 16 }, (_, i) => 16 - i),
    );
    expect(DEFAULT_CARD_ORDER).toEqual([
      "RiskProfile",
      "ProductFeatures",
      "Reports",
      "Questionnaires",
      "DataSecurity",
      "ApplicationSecurity",
      "Ai",
      "Esg",
      "Legal",
      "DataPrivacy",
      "AccessControl",
      "Infrastructure",
      "EndpointSecurity",
      "NetworkSecurity",
      "InternalPractices",
      "Policies",
      "SecurityGrades",
      "IncidentResponse",
      "RiskManagement",
      "AssetManagement",
      "BusinessContinuity",
      "AwarenessTraining",
      "ChangeConfigurationManagement",
      "PhysicalEnvironmental",
      "ContinuousMonitoring",
    ]);
    const first = CATALOGUE.filter(({ priority }) => priority === true)
      .map(({ title }) => title.toLowerCase())
      .join(" | ");
    for (const name of [
      "responsible disclosure",
      "status",
      "soc 2",
      "subprocessors",
      "security grades",
    ])
      expect(first).toContain(name);
  });

  test("three items before 'View more'; an icon of 1 MB; the Subprocessors card is no drawer; its table has one page", async () => {
    const world = await openWorld();
    expect([ITEMS_BEFORE_MORE, MAX_ICON_BYTES, [...NOT_EXPANDABLE_KINDS]]).toEqual([
      3,
      1_048_576,
      ["Subprocessors", "CustomerData"],
    ]);
    expect((await world.ask("/acme/card/Subprocessors")).status).toBe(404);
    for (let i = 0; i < 30; i += 1)
      await post(world, "/acme/edit/subprocessors/new", { company: `Supplier number ${i}` });
    const table = words(await world.ask("/acme/subprocessors"));
    for (let i = 0; i < 30; i += 1) expect(table).toContain(`Supplier number ${i}`);
  });
});
