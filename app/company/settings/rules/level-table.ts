import type { PublicAccessLevel } from "#model/settings/customization.ts";
import {
  itemAccess,
  seesFaqEntry,
  type ItemAccess,
  type ItemFacts,
} from "#model/visibility/who-sees-what.ts";
import { PUBLIC_VIEWER, type Grant, type Viewer } from "#model/visibility/viewer.ts";

/** What each viewer would see at an access level: asked of the very rule that the portal asks. */
export interface LevelRow {
  viewer: string;
  /** One answer for each of LEVEL_COLUMNS. */
  cells: readonly string[];
}

const PRODUCT = "product";
const item = (facts: Partial<ItemFacts>): ItemFacts => ({
  uid: "item",
  kind: "Reports",
  enabledState: "Enabled",
  publicAccess: false,
  hidden: false,
  cardHidden: false,
  ...facts,
});

const ITEMS: readonly { title: string; facts: ItemFacts; part: (access: ItemAccess) => string }[] =
  [
    { title: "Text of public cards", facts: item({ kind: "Certifications" }), part: textWords },
    {
      title: "Text of items marked as public",
      facts: item({ publicAccess: true }),
      part: textWords,
    },
    {
      title: "Files of items marked as public",
      facts: item({ publicAccess: true }),
      part: fileWords,
    },
    { title: "Text of other items", facts: item({}), part: textWords },
    { title: "Files of other items", facts: item({}), part: fileWords },
    { title: "Restricted and hidden items", facts: item({ hidden: true }), part: textWords },
  ];

export const LEVEL_COLUMNS: readonly string[] = [
  ...ITEMS.map(({ title }) => title),
  "Public FAQs and controls",
];

const grant: Grant = {
  productId: PRODUCT,
  profileId: "profile",
  profileName: "",
  allItems: true,
  itemUids: new Set(),
  ndaRequired: false,
  ndaPassed: false,
  expiresAt: null,
};
const account = (grants: readonly Grant[]): Viewer => ({
  mode: "accountExternal",
  account: { id: "account", name: "", reviewStatus: "approved", expired: false },
  member: {
    id: "member",
    email: "",
    firstName: "",
    lastName: "",
    isAutoApprovedAccountMember: false,
  },
  grants,
});

const VIEWERS: readonly { name: string; viewer: Viewer }[] = [
  { name: "Anyone", viewer: PUBLIC_VIEWER },
  { name: "An account whose profile includes the item", viewer: account([grant]) },
  { name: "An account whose profile does not", viewer: account([{ ...grant, allItems: false }]) },
  { name: "An account that is pending, declined or expired", viewer: account([]) },
];

export function levelTable(level: PublicAccessLevel): readonly LevelRow[] {
  const setting = { productId: PRODUCT, level };
  return VIEWERS.map(({ name, viewer }) => ({
    viewer: name,
    cells: [
      ...ITEMS.map(({ facts, part }) => part(itemAccess(viewer, facts, setting))),
      seesFaqEntry(viewer, "public", setting) ? "Open" : "Not shown",
    ],
  }));
}

function textWords({ text, offer }: ItemAccess): string {
  if (text === "open") return "Open";
  return text === "absent" ? "Not shown" : `Locked${offerWords(offer)}`;
}

function fileWords({ files, offer }: ItemAccess): string {
  if (files === "open") return "Open";
  if (files === "nda") return "Open, after the NDA where it is required";
  return files === "none" ? "Not shown" : `Locked${offerWords(offer)}`;
}

function offerWords(offer: ItemAccess["offer"]): string {
  if (offer === "get-access") return ", “Get access”";
  if (offer === "request") return ", can be requested";
  return offer === "invitation" ? ", by invitation" : "";
}
