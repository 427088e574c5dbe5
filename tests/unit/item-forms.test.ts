import { describe, expect, test } from "vitest";
import { CATALOGUE, catalogueItem } from "#model/cards/catalogue/index.ts";
import type { Feature } from "#model/settings/customization.ts";
import { capabilitiesOf, mayRename, takesCustomItems } from "#model/items/capabilities.ts";
import {
  formOfItem,
  inputOf,
  itemOfForm,
  messagesByInput,
  type EditedItem,
} from "#content/items/rules/item-form-values.ts";
import {
  itemFormSchema,
  itemTitle,
  itemValues,
  UPGRADE,
  type ItemNow,
  type ItemPlan,
} from "#model/items/forms/items.ts";
import { CARD_KINDS, type CardKind } from "#model/cards/kinds.ts";
import { keptLink } from "#values/links.ts";
import { wording } from "../wording.ts";

const ALL: ItemPlan = { hasFeature: () => true };
const without = (...features: Feature[]): ItemPlan => ({
  hasFeature: (feature: Feature) => !features.includes(feature),
});
const NEW: ItemNow = { access: "restricted", type: null, choice: null };
const RENAMING = { cardRenaming: true };

function parse(
  uid: string,
  sent: Record<string, unknown>,
  {
    kind = "Reports",
    plan = ALL,
    now = NEW,
  }: { kind?: CardKind; plan?: ItemPlan; now?: ItemNow } = {},
) {
  const can = capabilitiesOf({ uid, kind }, RENAMING);
  return itemFormSchema(can, now, plan).safeParse({ title: "A title", type: "Other", ...sent });
}

function messages(
  uid: string,
  sent: Record<string, unknown>,
  options?: Parameters<typeof parse>[2],
) {
  const parsed = parse(uid, sent, options);
  return parsed.success ? {} : messagesByInput(parsed.error.issues);
}

describe("what an item's form asks", () => {
  test.each([
    ["Expiration Date", "2026-02-30", "Invalid expiration date"],
    ["Expiration Date", "31.12.2026", "Invalid expiration date"],
    ["Expiration Date", "1812-01-01", "Invalid expiration date"],
  ])("%s %s: %s", (_, expiry, message) =>
    expect(messages("Reports.soc2", { expiry })).toEqual({ expiry: [message] }),
  );

  test("no expiration date is none", () =>
    expect(parse("Reports.soc2", { expiry: "" }).data).toMatchObject({ expiry: null }));

  test.each([
    "not a link",
    "javascript:alert(1)",
    "ftp://example.com/x",
    "https://",
    "https://user:secret@example.com",
    "//",
    "mailto:a@example.com",
    "https://intranet",
    "a b.example",
  ])("a link %s: Please enter a valid URL.", (href) => {
    expect(messages("Reports.soc2", { href })).toEqual({ href: [wording.invalidUrl] });
  });

  test.each([
    ["https://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
    ["example.com", "https://example.com/"],
    ["example.com:8443/status", "https://example.com:8443/status"],
    ["//example.com/x", "https://example.com/x"],
    ["http://192.0.2.7/x", "http://192.0.2.7/x"],
    ["https://münchen.example/ü", "https://münchen.example/ü"],
  ])("a link %s is kept as %s", (typed, kept) => expect(keptLink(typed)).toBe(kept));

  test.each([undefined, "", "Type IX"])(
    "an item type %j: Select an item type to save this item",
    (type) => {
      expect(messages("Reports.soc2", { type })).toEqual({
        type: [wording.chooseItemType],
      });
    },
  );

  test("a type that the item has is kept though the catalogue no longer knows it", () => {
    expect(
      parse("Reports.soc2", { type: "Type 0" }, { now: { ...NEW, type: "Type 0" } }).data,
    ).toMatchObject({ type: "Type 0" });
  });

  test.each([
    ["", wording.atLeast2Characters],
    ["x", wording.atLeast2Characters],
    ["x".repeat(101), wording.atMost100Characters],
    ["a\u0007b", "Use one line of text"],
    ["<b>", wording.noAngleBrackets],
  ])("a title %j: %s", (title, message) =>
    expect(messages("custom.a", { title })).toEqual({ title: [message] }),
  );

  test("every title of the catalogue is one that a form takes", () => {
    for (const { title } of CATALOGUE) expect(itemTitle.safeParse(title).success, title).toBe(true);
  });

  test("the explanation keeps its lines and has its limit", () => {
    expect(parse("Reports.soc2", { explanation: " one\r\ntwo " }).data).toMatchObject({
      explanation: "one\ntwo",
    });
    expect(messages("Reports.soc2", { explanation: "x".repeat(20_001) })).toEqual({
      explanation: ["Use at most 20000 characters"],
    });
  });

  test.each([
    ["letterContent", wording.letterRequired],
    ["signerName", wording.signerRequired],
    ["signerTitle", "Signer Title is required"],
  ])("an enabled bridge letter without %s: %s", (field, message) => {
    const letter = {
      letterEnabled: true,
      letterContent: "All is well",
      signerName: "Ada",
      signerTitle: "CISO",
      letterType: "SOC 2",
      [field]: " ",
    };
    expect(messages("Reports.soc2", { bridgeLetter: letter })).toEqual({ [field]: [message] });
    expect(messages("Reports.soc2", { bridgeLetter: { ...letter, letterEnabled: false } })).toEqual(
      {},
    );
  });

  test("list entries: empty rows are none, each needs a name, and a name of its own", () => {
    const entry = (label: string, href = "") => ({ label, description: "", href });
    expect(
      parse("custom.a", { listEntries: [entry(""), entry("Frankfurt", "example.com"), entry("")] })
        .data,
    ).toMatchObject({ listEntries: [{ label: "Frankfurt", href: "https://example.com/" }] });
    expect(
      messages("custom.a", {
        listEntries: [
          entry("A"),
          entry("", "https://example.com"),
          entry("A"),
          entry("B", "nowhere"),
        ],
      }),
    ).toEqual({
      "entryHref-3": [wording.invalidUrl],
    });
    expect(
      messages("custom.a", {
        listEntries: [entry("A"), entry("", "https://example.com"), entry("A")],
      }),
    ).toEqual({
      "entryLabel-1": ["Enter a name for this entry"],
      "entryLabel-2": ["Another entry already has this name"],
    });
  });

  test("access: what the plan leaves out can't be chosen, and stays where it was chosen before", () => {
    expect(
      messages("Reports.soc2", { access: "hidden" }, { plan: without("restrictedHiddenFiles") }),
    ).toEqual({ access: [UPGRADE] });
    expect(
      messages(
        "Reports.soc2",
        { access: "restricted" },
        { plan: without("allowRestrictedFiles"), now: { ...NEW, access: "public" } },
      ),
    ).toEqual({ access: [UPGRADE] });
    expect(
      messages(
        "Reports.soc2",
        { access: "hidden" },
        { plan: without("restrictedHiddenFiles"), now: { ...NEW, access: "hidden" } },
      ),
    ).toEqual({});
    expect(messages("Reports.soc2", { access: "secret" })).toEqual({
      access: [wording.chooseItemReaders],
    });
  });

  test("public clears hidden", () => {
    const can = capabilitiesOf({ uid: "Reports.soc2", kind: "Reports" }, RENAMING);
    const saved = (access: string) =>
      itemValues(
        itemFormSchema(can, { ...NEW, access: "hidden" }, ALL).parse({
          title: "SOC 2 Report",
          type: "Other",
          access,
        }),
        can,
        ALL,
      );
    expect(saved("public")).toMatchObject({ publicAccess: true, hidden: false });
    expect(saved("hidden")).toMatchObject({ publicAccess: false, hidden: true });
    expect(saved("restricted")).toMatchObject({ publicAccess: false, hidden: false });
  });

  test("what a section's item does not have is not saved", () => {
    const can = capabilitiesOf(
      { uid: "Overview.overview", kind: "Overview" },
      { cardRenaming: false },
    );
    const form = itemFormSchema(can, NEW, ALL).parse({
      title: "Mine",
      type: "Type II",
      maturity: "Defined",
      href: "example.com",
      auditor: "Somebody",
      explanation: "Welcome",
    });
    expect(itemValues(form, can, ALL)).toEqual({
      enabledState: "Enabled",
      publicAccess: false,
      hidden: false,
      explanation: "Welcome",
    });
  });

  test("a letter is left alone where the plan has none", () => {
    const can = capabilitiesOf({ uid: "Reports.soc2", kind: "Reports" }, RENAMING);
    const form = itemFormSchema(can, NEW, ALL).parse({ title: "SOC 2 Report", type: "Other" });
    expect(itemValues(form, can, ALL)).toHaveProperty("bridgeLetter", null);
    expect(itemValues(form, can, without("bridgeLetter"))).not.toHaveProperty("bridgeLetter");
  });
});

describe("which sections an item has", () => {
  test("a standard item has what the catalogue says", () => {
    for (const standard of CATALOGUE) {
      const kind = standard.uid.split(".")[0] as CardKind;
      const can = capabilitiesOf({ uid: standard.uid, kind }, { cardRenaming: false });
      expect(can, standard.uid).toMatchObject({
        title: false,
        types: standard.types === undefined ? null : [...standard.types, "Other"],
        maturity: standard.maturity === true,
        recurrence: standard.recurrence === true,
        auditor: standard.auditor === true,
        expiry: standard.expiry === true,
        link: standard.link === true,
        choices: standard.choices ?? null,
        documents: standard.files === true,
        bridgeLetter: standard.bridgeLetter ?? null,
        badge: kind === "Certifications",
        listEntries: false,
      });
    }
  });

  test("a custom item has a title, a link, a list, and what its card's items have", () => {
    expect(
      capabilitiesOf({ uid: "custom.x", kind: "Policies" }, { cardRenaming: false }),
    ).toMatchObject({
      title: true,
      link: true,
      listEntries: true,
      documents: true,
      bridgeLetter: null,
    });
  });

  test("renaming: with the feature, and never for Certifications and SecurityGrades", () => {
    const renamable = CARD_KINDS.filter((kind) => mayRename(kind, true));
    expect(CARD_KINDS.filter((kind) => !renamable.includes(kind))).toEqual([
      "Certifications",
      "SecurityGrades",
    ]);
    expect(CARD_KINDS.filter((kind) => mayRename(kind, false))).toEqual([]);
    expect(
      capabilitiesOf({ uid: "Certifications.soc2", kind: "Certifications" }, RENAMING).title,
    ).toBe(false);
    expect(capabilitiesOf({ uid: "Reports.soc2", kind: "Reports" }, RENAMING).title).toBe(true);
  });

  test("items of one's own: in every card but the lists and the risk profile", () => {
    expect(CARD_KINDS.filter((kind) => !takesCustomItems(kind))).toEqual([
      "Overview",
      "RiskProfile",
      "SecurityGrades",
      "TrustedBy",
      "Subprocessors",
      "CustomerData",
    ]);
  });
});

describe("the inputs of the form", () => {
  const item: EditedItem = {
    title: "SOC 2 Report",
    enabledState: "WorkInProgress",
    publicAccess: false,
    hidden: true,
    explanation: "One\n\ntwo",
    href: "https://example.com/",
    type: "Type II",
    choice: null,
    maturity: "Defined",
    recurrence: "year",
    auditor: "BSI",
    expiry: "2027-01-31",
    listEntries: [
      { label: "A", description: "a" },
      { label: "B", href: "https://b.example/" },
    ],
    bridgeLetter: {
      letterEnabled: true,
      letterContent: "Well",
      signerName: "Ada",
      signerTitle: "CISO",
      letterType: "SOC 1",
    },
    integration: null,
  };

  test("what a form was filled with comes back as it was", () => {
    const can = {
      ...capabilitiesOf({ uid: "Reports.soc2", kind: "Reports" }, RENAMING),
      maturity: true,
      listEntries: true,
    };
    const sent = itemOfForm(formOfItem(item, { base: "b", letterType: "SOC 2" }));
    const values = itemValues(itemFormSchema(can, NEW, ALL).parse(sent), can, ALL);
    const { choice: _choice, integration: _integration, ...rest } = item;
    expect(values).toEqual(rest);
    expect(catalogueItem("Reports.soc2")?.bridgeLetter).toBe("SOC 2");
  });

  test("a type counts for a document that is being linked alone", () => {
    const sent = itemOfForm({
      link: ["d1", "d1"],
      "documentTypes.d1": ["Policy"],
      "documentTypes.d2": ["Legal"],
      unlink: ["d3"],
    });
    expect(sent).toMatchObject({ link: ["d1"], unlink: ["d3"], documentTypes: { d1: "Policy" } });
  });

  test("messages find their inputs", () => {
    expect(
      [
        ["listEntries", 2, "href"],
        ["bridgeLetter", "signerName"],
        ["documentTypes", "d1"],
        ["expiry"],
        [],
      ].map(inputOf),
    ).toEqual(["entryHref-2", "signerName", "documentTypes.d1", "expiry", ""]);
  });
});
