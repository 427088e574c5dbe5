import { describe, expect, test } from "vitest";
import type { PublicAccessLevel } from "#model/settings/customization.ts";
import { permissionsOf, type Role } from "#model/auth/permissions.ts";
import type { Grant, Viewer } from "#model/visibility/viewer.ts";
import {
  itemAccess,
  seesFaqEntry,
  seesTopic,
  seesTopicUpdate,
  type ItemAccess,
  type ItemFacts,
} from "#model/visibility/who-sees-what.ts";

const PRODUCT = "product";

const grant = (changes: Partial<Grant> = {}): Grant => ({
  productId: PRODUCT,
  profileId: "p",
  profileName: "Profile",
  allItems: false,
  itemUids: new Set(["included"]),
  ndaRequired: false,
  ndaPassed: false,
  expiresAt: null,
  ...changes,
});

const account = { id: "a", name: "Customer", reviewStatus: "approved" as const, expired: false };
const member = {
  id: "m",
  email: "m@customer.example",
  firstName: "M",
  lastName: "M",
  isAutoApprovedAccountMember: false,
};
const staffOf = (role: Role) => ({
  id: "s",
  email: "s@acme.example",
  name: "S",
  role,
  permissions: permissionsOf(role),
});

const PUBLIC: Viewer = { mode: "public" };
const MAIN: Viewer = { mode: "main", staff: staffOf("owner") };
const external = (...grants: Grant[]): Viewer => ({
  mode: "accountExternal",
  account,
  member,
  grants,
});
const preview = (...grants: Grant[]): Viewer => ({
  mode: "preview",
  staff: staffOf("owner"),
  account,
  profile: null,
  grants,
});

const item = (changes: Partial<ItemFacts> = {}): ItemFacts => ({
  uid: "included",
  kind: "Policies",
  enabledState: "Enabled",
  publicAccess: false,
  hidden: false,
  cardHidden: false,
  ...changes,
});

const HIDDEN = item({ hidden: true });
const PUBLIC_ITEM = item({ publicAccess: true });
const PUBLIC_KIND = item({ kind: "Certifications" });
const PUBLIC_IN_PUBLIC_KIND = item({ kind: "Certifications", publicAccess: true });
const OTHER = item();
const NOT_INCLUDED = item({ uid: "not-included" });

const access = (
  text: ItemAccess["text"],
  files: ItemAccess["files"],
  offer: ItemAccess["offer"] = null,
): ItemAccess => ({ text, files, offer });
const ABSENT = access("absent", "none");

type Cell = [string, Viewer, PublicAccessLevel, ItemFacts, ItemAccess];

// One row a cell of the table.
const CELLS: Cell[] = [
  ["main: a hidden item is shown", MAIN, "Minimal", HIDDEN, access("open", "open")],
  ["main: a public item is shown", MAIN, "Minimal", PUBLIC_ITEM, access("open", "open")],
  ["main: any other item is shown", MAIN, "Minimal", OTHER, access("open", "open")],
  [
    "main without files:view and files:download sees no files",
    { mode: "main", staff: { ...staffOf("viewer"), permissions: new Set() } },
    "Limited",
    OTHER,
    access("open", "none"),
  ],
  [
    "main with files:view alone sees files",
    { mode: "main", staff: staffOf("viewer") },
    "Limited",
    OTHER,
    access("open", "open"),
  ],

  [
    "account whose profile includes it: a hidden item is shown",
    external(grant()),
    "Minimal",
    HIDDEN,
    access("open", "open"),
  ],
  [
    "account whose profile includes it: a public item is open",
    external(grant()),
    "Minimal",
    PUBLIC_ITEM,
    access("open", "open"),
  ],
  [
    "account whose profile includes it: any other item is open",
    external(grant()),
    "Minimal",
    OTHER,
    access("open", "open"),
  ],
  [
    "account with every item: any item is open",
    external(grant({ allItems: true })),
    "Minimal",
    NOT_INCLUDED,
    access("open", "open"),
  ],
  [
    "account that owes the NDA: text open, files after the NDA",
    external(grant({ ndaRequired: true })),
    "Limited",
    OTHER,
    access("open", "nda"),
  ],
  [
    "account that owes the NDA: public files need none",
    external(grant({ ndaRequired: true })),
    "Limited",
    PUBLIC_ITEM,
    access("open", "open"),
  ],
  [
    "account that signed the NDA: files open",
    external(grant({ ndaRequired: true, ndaPassed: true })),
    "Limited",
    OTHER,
    access("open", "open"),
  ],

  [
    "account whose profile does not include it: a hidden item is absent",
    external(grant()),
    "Limited",
    item({ uid: "not-included", hidden: true }),
    ABSENT,
  ],
  [
    "account whose profile does not include it: a public item is open, at Minimal too",
    external(grant()),
    "Minimal",
    item({ uid: "not-included", publicAccess: true }),
    access("open", "open"),
  ],
  [
    "account whose profile does not include it, Limited: text as public, files on request",
    external(grant()),
    "Limited",
    NOT_INCLUDED,
    access("open", "locked", "request"),
  ],
  [
    "account whose profile does not include it, Minimal: locked, on request",
    external(grant()),
    "Minimal",
    NOT_INCLUDED,
    access("locked", "locked", "request"),
  ],

  ["public, Limited: a hidden item is absent", PUBLIC, "Limited", HIDDEN, ABSENT],
  [
    "public, Limited: a public item is open",
    PUBLIC,
    "Limited",
    PUBLIC_ITEM,
    access("open", "open"),
  ],
  [
    "public, Limited: other text open, files locked with 'Get access'",
    PUBLIC,
    "Limited",
    OTHER,
    access("open", "locked", "get-access"),
  ],

  ["public, Full: a hidden item is absent", PUBLIC, "Full", HIDDEN, ABSENT],
  ["public, Full: a public item is open", PUBLIC, "Full", PUBLIC_ITEM, access("open", "open")],
  [
    "public, Full: other text open, files by invitation",
    PUBLIC,
    "Full",
    OTHER,
    access("open", "locked", "invitation"),
  ],

  [
    "public, PublicContentOnly: a hidden item is absent",
    PUBLIC,
    "PublicContentOnly",
    HIDDEN,
    ABSENT,
  ],
  [
    "public, PublicContentOnly: a public item is open",
    PUBLIC,
    "PublicContentOnly",
    PUBLIC_ITEM,
    access("open", "open"),
  ],
  [
    "public, PublicContentOnly: other text locked outside the public kinds",
    PUBLIC,
    "PublicContentOnly",
    OTHER,
    access("locked", "locked", "get-access"),
  ],
  [
    "public, PublicContentOnly: other text open in a public kind",
    PUBLIC,
    "PublicContentOnly",
    PUBLIC_KIND,
    access("open", "locked", "get-access"),
  ],

  ["public, Minimal: a hidden item is absent", PUBLIC, "Minimal", HIDDEN, ABSENT],
  [
    "public, Minimal: a public item is open in a public kind",
    PUBLIC,
    "Minimal",
    PUBLIC_IN_PUBLIC_KIND,
    access("open", "open"),
  ],
  [
    "public, Minimal: a public item is locked outside the public kinds",
    PUBLIC,
    "Minimal",
    PUBLIC_ITEM,
    access("locked", "locked", "request"),
  ],
  [
    "public, Minimal: other text open in a public kind, files by request",
    PUBLIC,
    "Minimal",
    PUBLIC_KIND,
    access("open", "locked", "request"),
  ],
  [
    "public, Minimal: other text locked outside the public kinds",
    PUBLIC,
    "Minimal",
    OTHER,
    access("locked", "locked", "request"),
  ],

  [
    "preview as an account equals that account",
    preview(grant({ ndaRequired: true })),
    "Minimal",
    OTHER,
    access("open", "nda"),
  ],
  [
    "preview as the public equals the public",
    preview(),
    "PublicContentOnly",
    OTHER,
    access("locked", "locked", "get-access"),
  ],
  [
    "an account without a grant sees what the public sees",
    external(),
    "PublicContentOnly",
    OTHER,
    access("locked", "locked", "get-access"),
  ],
  [
    "a grant in another product counts for nothing here",
    external(grant({ productId: "another" })),
    "PublicContentOnly",
    HIDDEN,
    ABSENT,
  ],

  [
    "an item that is not enabled exists in main alone",
    PUBLIC,
    "Limited",
    item({ enabledState: "NotEnabled", publicAccess: true }),
    ABSENT,
  ],
  [
    "an item that is not enabled is absent for an account that includes it",
    external(grant()),
    "Limited",
    item({ enabledState: "NotEnabled" }),
    ABSENT,
  ],
  [
    "an item that is not enabled is shown in main",
    MAIN,
    "Limited",
    item({ enabledState: "NotEnabled" }),
    access("open", "open"),
  ],
  [
    "work in progress counts as enabled",
    PUBLIC,
    "Limited",
    item({ enabledState: "WorkInProgress" }),
    access("open", "locked", "get-access"),
  ],
  [
    "a hidden card takes its public items with it",
    PUBLIC,
    "Limited",
    item({ publicAccess: true, cardHidden: true }),
    ABSENT,
  ],
  [
    "a hidden card takes its items from an account that includes them",
    external(grant()),
    "Limited",
    item({ cardHidden: true }),
    ABSENT,
  ],
  [
    "a hidden card's items are shown in main",
    MAIN,
    "Limited",
    item({ cardHidden: true }),
    access("open", "open"),
  ],
];

describe("who sees what of an item", () => {
  test.each(CELLS)("%s", (_name, viewer, level, facts, expected) => {
    expect(itemAccess(viewer, facts, { productId: PRODUCT, level })).toEqual(expected);
  });
});

describe("who reads an FAQ entry", () => {
  test.each([
    ["main reads internal ones", MAIN, "internal", "Limited", true],
    ["the public reads public ones", PUBLIC, "public", "Limited", true],
    ["the public reads none at Minimal", PUBLIC, "public", "Minimal", false],
    ["the public does not read those for accounts", PUBLIC, "accounts", "Limited", false],
    ["an account reads those for accounts", external(grant()), "accounts", "Limited", true],
    ["an account reads public ones at Minimal", external(grant()), "public", "Minimal", true],
    ["an account does not read internal ones", external(grant()), "internal", "Limited", false],
    [
      "an expired account reads what the public reads",
      { ...external(), account: { ...account, expired: true } } as Viewer,
      "accounts",
      "Limited",
      false,
    ],
    [
      "an account whose grant was revoked reads what the public reads",
      external(),
      "accounts",
      "Limited",
      false,
    ],
    [
      "an account reads what the public reads in a product without a grant",
      external(grant({ productId: "another" })),
      "accounts",
      "Limited",
      false,
    ],
    [
      "a preview as the public reads what the public reads",
      preview(),
      "accounts",
      "Limited",
      false,
    ],
  ] as const)("%s", (_name, viewer, faq, level, expected) => {
    expect(seesFaqEntry(viewer, faq, { productId: PRODUCT, level })).toBe(expected);
  });
});

describe("who reads a trust update", () => {
  test.each([
    ["the public reads public ones", PUBLIC, "public", true],
    ["the public does not read private ones", PUBLIC, "private", false],
    ["an account reads private ones", external(grant()), "private", true],
    ["main reads private ones", MAIN, "private", true],
    [
      "an account does not in a product without a grant",
      external(grant({ productId: "another" })),
      "private",
      false,
    ],
    [
      "a pending account does not",
      { ...external(), account: { ...account, reviewStatus: "pending" } } as Viewer,
      "private",
      false,
    ],
  ] as const)("%s", (_name, viewer, audience, expected) => {
    expect(seesTopicUpdate(viewer, audience, PRODUCT)).toBe(expected);
  });

  test("a hidden topic is the owner's alone", () => {
    expect(
      [PUBLIC, external(grant()), MAIN].map((viewer) => seesTopic(viewer, { hidden: true })),
    ).toEqual([false, false, true]);
  });
});
