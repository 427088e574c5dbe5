import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { customizationSchema, FEATURES, type Feature } from "#model/settings/customization.ts";
import { doraSchema } from "#model/settings/dora.ts";
import {
  switchFeature,
  updateCustomization,
  type CustomizationChanges,
} from "#company/settings/store/customizations.server.ts";
import { RILEY, requestValues, Visitor } from "./access-world.ts";
import { EDITOR, ORIGIN, patch, post } from "./edit-world.ts";
import { OWNER } from "./staff-journeys.ts";
import { openWorld, type Ask, type World } from "./world.ts";
import { sample } from "../sample.ts";
import { wording } from "../wording.ts";

/**
 * Every switch that a sentence of the specifications depends on acts, at every door that
 * matters: with it on each door gives what it stands for, with it off none does.
 */
type Doors = Readonly<Record<string, (world: World) => Promise<boolean>>>;

interface Switch {
  /** The sentence that it serves. */
  serves: string;
  on: CustomizationChanges;
  off: CustomizationChanges;
  doors: Doors;
}

const ITEM = "/acme/product/Acme+Platform/soc2-type2";
const KIM = "kim@expired.example";
const clean = (text: string) => text.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");

/** A page that says the words. */
const says = (path: string, words: string, as?: string) => async (world: World) =>
  clean((await world.ask(path, as === undefined ? {} : { as })).text).includes(words);
const saysNot = (path: string, words: string, as?: string) => async (world: World) =>
  !(await says(path, words, as)(world));
/** A door that answers with this status. */
const gives =
  (status: number, path: string | ((world: World) => Promise<string>), ask: Ask = {}) =>
  async (world: World) =>
    (await world.ask(typeof path === "string" ? path : await path(world), ask)).status === status;
const json = (body: unknown, as?: string): Ask => ({
  method: "POST",
  body: JSON.stringify(body),
  headers: { ...ORIGIN, "content-type": "application/json" },
  ...(as === undefined ? {} : { as }),
});

const accountOf = async (world: World, email: string) =>
  (
    await world.services.store.read
      .selectFrom("members")
      .select("accountId")
      .where("email", "=", email)
      .executeTakeFirstOrThrow()
  ).accountId;
const external =
  (call: string, email = RILEY) =>
  async (world: World) =>
    `/api/statuspage/share/${await accountOf(world, email)}/external/${call}`;

/** A request for access over the API, as a share of the fields leaves it. */
const asksByApi = (changes: Record<string, string | undefined>) => async (world: World) => {
  const values = await requestValues(world, "acme", changes);
  return world.ask("/api/share/acme/request", json(values));
};
const asksByForm = (changes: Record<string, string | undefined>) => (world: World) =>
  new Visitor(world).request(changes);
let asked = 0;
const stranger = (domain = "corp.example") => ({ email: `jane-${(asked += 1)}@${domain}` });

/** The review of kim's expired access, which 'Request access' of its dialog asks to extend. */
async function extendsByForm(world: World): Promise<boolean> {
  const kim = new Visitor(world);
  await kim.logIn(KIM);
  return (
    (await kim.ask("/acme/get-access?accessStatus=access-expired", { form: { intent: "extend" } }))
      .status === 303
  );
}
async function extendsByApi(world: World): Promise<boolean> {
  const { id } = await world.services.store.read
    .selectFrom("accessRequests")
    .select("id")
    .where("email", "=", KIM)
    .executeTakeFirstOrThrow();
  return [200, 409].includes(
    (await world.ask(`/api/statuspage/share/${id}/external/extend-access`, { method: "POST" }))
      .status,
  );
}

/** An optional field of the request form: shown when it is on, and then required at both doors. */
const field = (name: string, label: string, more: object = {}): Switch => ({
  serves: "spec/1 §3 'Optional fields (each with enabled and a label)', §5",
  on: { requestForm: { [name]: { enabled: true, label, ...more } } },
  off: { requestForm: { [name]: { enabled: false, label, ...more } } },
  doors: {
    "the form shows it": says("/acme?requestAccess=true", label),
    "the form requires it": async (world) =>
      (await asksByForm({ ...stranger(), [name]: undefined })(world)).status === 400,
    "the API requires it": async (world) =>
      (await asksByApi({ ...stranger(), [name]: undefined })(world)).status === 400,
  },
});

const terms = {
  termsUrl: "https://acme.example/our-terms",
  privacyUrl: "https://acme.example/our-privacy",
};

/** The facts for registers, none of which is given. */
const NO_DORA = doraSchema.parse({});

const SWITCHES: Readonly<Record<string, Switch>> = {
  portalTitle: {
    serves: "spec/1 §3 'portalTitle (default 'Trust Center')'",
    on: { portalTitle: "Assurance Hub" },
    off: { portalTitle: "Trust Center" },
    doors: {
      "the portal": says("/acme", "Acme Cloud Assurance Hub"),
      "its updates": says("/acme/updates", "Assurance Hub Updates"),
      "the login dialog": says(
        "/acme?loginRequest=true",
        "Get access to Acme Cloud's Assurance Hub",
      ),
      "the feed": says("/acme/feed.json", "Assurance Hub"),
      "a view-only file's words": says(
        "/acme/edit/cards/Reports/display-text",
        "Assurance Hub",
        EDITOR,
      ),
    },
  },
  showPortalTitle: {
    serves: "spec/1 §3 'showPortalTitle'",
    on: { portalTitle: "Beside It", showPortalTitle: true },
    off: { portalTitle: "Beside It", showPortalTitle: false },
    doors: { "the header": says("/acme", ">Beside It</a>") },
  },
  publicAccessLevel: {
    serves: "spec/1 §4 'Access gating', product.md §4",
    on: { publicAccessLevel: "Limited" },
    off: { publicAccessLevel: "Minimal" },
    doors: {
      "the text of an item": says("/acme/card/Reports", "leaver’s ticket closed a day late"),
      "public FAQs": says("/acme/faq", "Where is our data stored?"),
      "how a locked file is asked for": says("/acme/card/Reports", 'aria-label="Get access: SOC 2'),
    },
  },
  description: {
    serves: "spec/1 §2 'Page head'",
    on: { description: "In words of our own." },
    off: { description: null },
    doors: {
      "the head": says("/acme", 'content="In words of our own."'),
      "the page": says("/acme", ">In words of our own.</p>"),
    },
  },
  accentColour: {
    serves: "design §6 'one accent color per org'",
    on: { accentColour: "#7a1fa2" },
    off: { accentColour: "#1f4b99" },
    doors: {
      "the portal": says("/acme", "--accent:#7a1fa2"),
      "a page of staff": says("/acme", "--accent:#7a1fa2", OWNER),
    },
  },
  supportMailbox: {
    serves: "spec/2 'Help bubble', spec/1 'Unsubscribe dialogs'",
    on: { supportMailbox: "help@acme.example", contactSupport: { onClickAction: "send_email" } },
    off: { supportMailbox: null, contactSupport: { onClickAction: "send_email" } },
    doors: {
      "contact support": says("/acme", "mailto:help@acme.example"),
      "a failed unsubscription": says("/acme?unsubscribeStatus=Failed", "help@acme.example"),
      "a blocked subscription": says("/acme?subscribeStatus=Blocked", "help@acme.example"),
    },
  },
  securityMailbox: {
    serves: "spec/2 'Help bubble', quality.md security.txt",
    on: { securityMailbox: "psirt@acme.example", reportIssue: { onClickAction: "send_email" } },
    off: { securityMailbox: null, reportIssue: { onClickAction: "send_email" } },
    doors: {
      "report issue": says("/acme", "mailto:psirt@acme.example"),
      "security.txt": says("/acme/.well-known/security.txt", "Contact: mailto:psirt@acme.example"),
      "the footer": says("/acme", ">security.txt<"),
    },
  },
  contactSupport: {
    serves: "spec/2 'Help bubble'",
    on: { contactSupport: { enabled: true } },
    off: { contactSupport: { enabled: false } },
    doors: {
      "the portal": says("/acme", "Contact support"),
      "no hint for the owner": saysNot("/acme", wording.hiddenFromVisitors, OWNER),
    },
  },
  "contactSupport.url": {
    serves: "spec/2 'Help bubble'",
    on: {
      contactSupport: {
        enabled: true,
        onClickAction: "direct_to_site",
        url: "https://acme.example/contact",
      },
    },
    off: {
      contactSupport: {
        enabled: true,
        onClickAction: "send_email",
        url: "https://acme.example/contact",
      },
    },
    doors: { "the portal": says("/acme", 'href="https://acme.example/contact"') },
  },
  reportIssue: {
    serves: "spec/2 'Help bubble'",
    on: { reportIssue: { enabled: true } },
    off: { reportIssue: { enabled: false } },
    doors: {
      "the portal": says("/acme", "Report issue"),
      "no hint for the owner": saysNot("/acme", wording.hiddenFromVisitors, OWNER),
    },
  },
  "reportIssue.url": {
    serves: "spec/2 'Help bubble'",
    on: {
      reportIssue: {
        enabled: true,
        onClickAction: "direct_to_site",
        url: "https://acme.example/report",
      },
    },
    off: {
      reportIssue: {
        enabled: true,
        onClickAction: "send_email",
        url: "https://acme.example/report",
      },
    },
    doors: {
      "the portal": says("/acme", 'href="https://acme.example/report"'),
      "security.txt": says(
        "/acme/.well-known/security.txt",
        "Contact: https://acme.example/report",
      ),
    },
  },
  reviewBannerSize: {
    serves: "spec/1 'Banner'",
    on: { reviewBannerSize: "medium" },
    off: { reviewBannerSize: "none" },
    doors: {
      "a stranger": says("/acme", wording.startReview),
      "a member": says("/acme", wording.startReview, RILEY),
      "the subtitles": says("/acme", "Ask for information"),
      "a preview": says("/acme?view=public", wording.startReview, OWNER),
    },
  },
  bannerHeight: {
    serves: "spec/1 'Banner' (at most 350 pixels tall), and less by default",
    on: { bannerHeight: "350" },
    off: { bannerHeight: "120" },
    doors: {
      "a stranger": says("/acme", "22vw,350px"),
      "a member": says("/acme", "22vw,350px", RILEY),
      "the owner": says("/acme", "22vw,350px", OWNER),
    },
  },
  accessRequestsEnabled: {
    serves:
      "spec/1 'Banner' (the second subtitle only if access requests are enabled), spec/1 'Access dialogs'",
    on: { accessRequestsEnabled: true },
    off: { accessRequestsEnabled: false },
    doors: {
      "the banner's subtitle": says("/acme", "Ask for information"),
      "the header": async (world) =>
        /<a [^>]*source=header[^>]*>Get access</.test((await world.ask("/acme")).text),
      "a locked item": says("/acme/card/Reports", 'aria-label="Get access: '),
      "the request tab": says("/acme?requestAccess=true", 'name="companyName"'),
      "the form": async (world) => (await asksByForm(stranger())(world)).status === 303,
      "the API": async (world) => (await asksByApi(stranger())(world)).status === 200,
      "the expired dialog": says("/acme?accessStatus=access-expired", ">Request access</button>"),
      "extending by the dialog": extendsByForm,
      "extending by the API": extendsByApi,
    },
  },
  trustedByHeader: {
    serves: "spec/2 'Trusted-by card'",
    on: { trustedByHeader: "They trust {org.name}:" },
    off: { trustedByHeader: "Trusted by customers of {org.name}" },
    doors: { "the portal": says("/acme", "They trust Acme Cloud:") },
  },
  guideUrl: {
    serves: "spec/1 'Account dropdown' (a guide link)",
    on: { guideUrl: "https://acme.example/guide-2" },
    off: { guideUrl: null },
    doors: { "a member's menu": says("/acme", 'href="https://acme.example/guide-2"', RILEY) },
  },
  dora: {
    serves: "the register of information of customers under DORA",
    on: { dora: { legalName: "Acme Registered SE" } },
    off: { dora: NO_DORA },
    doors: {
      "the portal": says("/acme", 'href="/acme/dora"'),
      "its page": says("/acme/dora", "Acme Registered SE"),
      "the table": says("/acme/dora.csv", "Acme Registered SE"),
      "the twin": says("/acme/dora.json", "Acme Registered SE"),
      "the map of the site": says("/acme/sitemap.xml", "/dora</loc>"),
      "the overview": says("/acme/index.json", "/dora.json"),
      "programs' first page": says("/acme/llms.txt", "/dora.md"),
    },
  },
  showTerms: {
    serves: "spec/1 'Welcome modal' (if it has them and customization allows)",
    on: { ...terms, showTerms: true },
    off: { ...terms, showTerms: false },
    doors: {
      "asking for access": says("/acme?requestAccess=true", terms.termsUrl),
      subscribing: says("/acme?subscribe=true", terms.privacyUrl),
      "the page that subscribes": says("/acme/subscribe", terms.termsUrl),
      "the welcome": says("/acme?welcome=true", terms.privacyUrl, RILEY),
    },
  },
  termsUrl: {
    serves: "spec/1 'Welcome modal'",
    on: { showTerms: true, termsUrl: terms.termsUrl },
    off: { showTerms: true, termsUrl: null },
    doors: {
      "asking for access": says("/acme?requestAccess=true", terms.termsUrl),
      subscribing: says("/acme?subscribe=true", terms.termsUrl),
    },
  },
  privacyUrl: {
    serves: "spec/1 'Welcome modal'",
    on: { showTerms: true, privacyUrl: terms.privacyUrl },
    off: { showTerms: true, privacyUrl: null },
    doors: {
      "asking for access": says("/acme?requestAccess=true", terms.privacyUrl),
      subscribing: says("/acme?subscribe=true", terms.privacyUrl),
    },
  },
  subscribeEnabled: {
    serves: "spec/1 'Share and subscribe', spec/2 'Updates card'",
    on: { subscribeEnabled: true },
    off: { subscribeEnabled: false },
    doors: {
      "the portal": says("/acme", "subscribe=true"),
      "a member": says("/acme", "subscribe=true", RILEY),
      "the updates": says("/acme/updates", "subscribe=true"),
      "the direct link": says("/acme?subscribe=true", 'role="dialog"'),
      "its page": gives(200, "/acme/subscribe"),
      "its form": gives(303, "/acme/subscribe", {
        form: { email: "new@corp.example", source: "portal" },
      }),
      "the API": gives(
        200,
        "/api/share/acme/subscribe",
        json({ email: "newer@corp.example", source: "portal" }),
      ),
      "the tick of the request form": says("/acme?requestAccess=true", 'name="subscribe"'),
    },
  },
  commentsEnabled: {
    serves: "spec/2 §6 'Comments are visible only … when customization enables comments'",
    on: { commentsEnabled: true },
    off: { commentsEnabled: false },
    doors: {
      "a member's item": says(ITEM, ">Send</button>", RILEY),
      "its form": gives(303, ITEM, { as: RILEY, form: { content: "A question about it" } }),
      "reading by the API": async (world) =>
        gives(
          200,
          `${await external("comments")(world)}?itemUid=Reports.soc2&productId=${await world.productId("acme")}`,
          { as: RILEY },
        )(world),
      "writing by the API": async (world) =>
        gives(
          201,
          external("comments"),
          json(
            {
              itemUid: "Reports.soc2",
              productId: await world.productId("acme"),
              content: "Another question",
            },
            RILEY,
          ),
        )(world),
      "the staff's page": saysNot("/comments", "Questions are turned off", OWNER),
    },
  },
  discreetSignIn: {
    serves: "product.md §5 'discreet sign-in answers every address alike'",
    on: { discreetSignIn: true },
    off: { discreetSignIn: false },
    doors: {
      "an expired account's login": async (world) =>
        !(await new Visitor(world).logIn(KIM)).headers.location?.includes("access-expired"),
      "a stranger's login by the API": gives(
        200,
        "/api/share/acme/login",
        json({ email: "nobody@corp.example" }),
      ),
      "a free address's request": async (world) =>
        (await asksByApi({ email: "jane@gmail.com" })(world)).status === 200,
    },
  },
  workEmailRequired: {
    serves: "spec/1 §5 'Please use your work email.'",
    on: { workEmailRequired: true },
    off: { workEmailRequired: false },
    doors: {
      "the login": async (world) =>
        clean((await new Visitor(world).logIn("jane.doe@gmail.com")).text).includes(
          wording.workEmail,
        ),
      "the request form": async (world) =>
        clean((await asksByForm({ email: "jane.doe@gmail.com" })(world)).text).includes(
          wording.workEmail,
        ),
      "the API": async (world) =>
        (await asksByApi({ email: "john.doe@gmail.com" })(world)).status === 400,
    },
  },
  allowedDomains: {
    serves: "spec/1 §4 'request_declined'",
    on: { allowedDomains: ["partner.example"], blockedDomains: [] },
    off: { allowedDomains: [], blockedDomains: [] },
    doors: {
      "the form": async (world) =>
        Boolean(
          (await asksByForm(stranger())(world)).headers.location?.includes("request-declined"),
        ),
      "the API": async (world) => (await asksByApi(stranger())(world)).status === 403,
    },
  },
  blockedDomains: {
    serves: "spec/1 §4 'request_declined_blocked_domain'",
    on: { allowedDomains: [], blockedDomains: ["corp.example"] },
    off: { allowedDomains: [], blockedDomains: [] },
    doors: {
      "the form": async (world) =>
        Boolean(
          (await asksByForm(stranger())(world)).headers.location?.includes("request-declined"),
        ),
      "the API": async (world) => (await asksByApi(stranger())(world)).status === 403,
    },
  },
  disablePoweredBy: {
    serves: "spec/1 'The powered-by footer is hidden when the feature disablePoweredBy is on'",
    on: { disablePoweredBy: true },
    off: { disablePoweredBy: false },
    doors: {
      "the portal": saysNot("/acme", "Powered by"),
      "a page of it": saysNot("/acme/faq", "Powered by"),
      "its own domain": async (world) =>
        !(await world.ask("/", { host: "trust.acme.example:3000" })).text.includes("Powered by"),
    },
  },
  multiProductTooltip: {
    serves: "spec/1 'Product selector' (only in Main mode when the feature is on)",
    on: { multiProductTooltip: true },
    off: { multiProductTooltip: false },
    doors: { "the owner": says("/acme", "product-tooltip", OWNER) },
  },
  documentAccessType: {
    serves: "spec/2 §6 'or the organisation default for non-Main modes'",
    on: { documentAccessType: "view-and-download" },
    off: { documentAccessType: "view-only" },
    doors: {
      "a file that says nothing itself": async (world) => {
        const [product, { read }] = [await world.productId("acme"), world.services.store];
        const files = await read
          .selectFrom("itemDocuments as l")
          .innerJoin("documents as d", "d.id", "l.documentId")
          .innerJoin("items as i", (join) =>
            join.onRef("i.uid", "=", "l.itemUid").onRef("i.productId", "=", "l.productId"),
          )
          .select(["d.id", "l.itemUid"])
          .where("l.productId", "=", product)
          .where("d.accessType", "is", null)
          .where("i.publicAccess", "=", 1)
          .execute();
        const [file] = files;
        if (file === undefined) throw new Error("no public file without an access type of its own");
        return (
          (
            await world.ask(
              `/acme/documents/${file.id}/download?itemUid=${file.itemUid}&productId=${product}&source=file_row`,
            )
          ).status === 200
        );
      },
    },
  },
  "requestForm.customCheckbox": field("customCheckbox", "I promise to be kind", { required: true }),
  "requestForm.countriesDropdown": field("countriesDropdown", "Where you live"),
  "requestForm.relationshipDropdown": field("relationshipDropdown", "What we are to you"),
  "requestForm.jobTitleTextField": field("jobTitleTextField", "What you do there"),
  "requestForm.pointOfContactField": field("pointOfContactField", "Whom you know here", {
    reason: "They tell us what you have seen already.",
  }),
  "requestForm.accountMemberRequestProducts": field(
    "accountMemberRequestProducts",
    "What you want to see",
  ),
};

const newItem = "/acme/edit/cards/Reports/items/new";

const FEATURE_DOORS: Partial<Record<Feature, { serves: string; doors: Doors }>> = {
  sectionCustomization: {
    serves: "spec/3 §6 'Section re-order: plan feature'",
    doors: {
      "the tool": async (world) =>
        /<a[^>]*href="\/acme\/edit\/sections"/.test(
          (await world.ask("/acme", { as: EDITOR })).text,
        ),
      "its dialog": gives(200, "/acme/edit/sections", { as: EDITOR }),
      "the API": async (world) =>
        (
          await patch(world, `/api/trust-center/products/${await world.productId("acme")}`, {
            sections: ["overview", "cards"],
          })
        ).status === 200,
    },
  },
  cardRenaming: {
    serves: "spec/3 §5 'Card name and item title'",
    doors: {
      "a card's drawer": says("/acme/card/Reports?edit=true", "Type card name...", EDITOR),
      "its form": async (world) => {
        await post(world, "/acme/card/Reports?edit=true", { title: "Evidence", titleWas: "" });
        return says("/acme", ">Evidence<")(world);
      },
      "a standard item's form": says(
        "/acme/edit/cards/Reports/items/Reports.soc2",
        'name="title"',
        EDITOR,
      ),
    },
  },
  cardIcons: {
    serves: "spec/3 §6 'Change card icon: also assets:edit and a feature flag'",
    doors: {
      "the menu": says("/acme", "Change card icon", EDITOR),
      "the dialog": gives(200, "/acme/edit/cards/Reports/icon", { as: EDITOR }),
    },
  },
  restrictedHiddenFiles: {
    serves: "spec/2 §6 'Plan gating … restricted-hidden files'",
    doors: {
      "the item's form": async (world) =>
        !/<input[^>]*value="hidden"[^>]*disabled|<input[^>]*disabled[^>]*value="hidden"/.test(
          (await world.ask("/acme/edit/cards/Reports/items/Reports.pentest", { as: EDITOR })).text,
        ),
      "what it saves": async (world) =>
        (
          await post(world, newItem, {
            title: "A hidden one",
            access: "hidden",
            enabledState: "Enabled",
            type: "Other",
          })
        ).status === 303,
      "a card's drawer": says("/acme/card/Policies?edit=true", 'name="hide"', EDITOR),
    },
  },
  allowRestrictedFiles: {
    serves: "spec/2 §6 'Plan gating … allowRestrictedFiles'",
    doors: {
      "what the form saves": async (world) =>
        (
          await post(world, newItem, {
            title: "A restricted one",
            access: "restricted",
            enabledState: "Enabled",
            type: "Other",
          })
        ).status === 303,
      "a new item begins restricted": async (world) =>
        /<input(?=[^>]*value="restricted")(?=[^>]*checked)/.test(
          (await world.ask(newItem, { as: EDITOR })).text,
        ),
      "an item that a card's drawer enables": async (world) => {
        const uid = "Esg.sustainabilityReport";
        const { catalogueOf } = await import("#model/cards/catalogue/index.ts");
        const known = await world.services.store.read
          .selectFrom("items")
          .select("uid")
          .where("productId", "=", await world.productId("acme"))
          .where("kind", "=", "Esg")
          .execute();
        const fresh =
          catalogueOf("Esg").find((item) => !known.some((row) => row.uid === item.uid))?.uid ?? uid;
        await post(world, "/acme/card/Esg?edit=true", {
          title: "",
          titleWas: "",
          uid: fresh,
          state: "Enabled",
          was: "NotEnabled",
        });
        const row = await world.services.store.read
          .selectFrom("items")
          .select("publicAccess")
          .where("uid", "=", fresh)
          .where("productId", "=", await world.productId("acme"))
          .executeTakeFirst();
        return row?.publicAccess === 0;
      },
    },
  },
  bridgeLetter: {
    serves: "spec/2 §6 'Plan gating … the bridge letter'",
    doors: {
      "a member's drawer": says("/acme/card/Reports", "documents/letter/", RILEY),
      "the letter itself": async (world) =>
        [200, 303].includes(
          (
            await world.ask(
              `/acme/documents/letter/Reports.soc2/download?productId=${await world.productId("acme")}&source=letter_row`,
              { as: RILEY },
            )
          ).status,
        ),
      "the editor": saysNot(
        "/acme/edit/cards/Reports/items/Reports.soc2",
        wording.upgradePlan,
        EDITOR,
      ),
    },
  },
  bulkDownload: {
    serves: "spec/2 §6 'and the download option enabled'",
    doors: {
      "the button": says("/acme", "Bulk download", RILEY),
      "the dialog": gives(200, "/acme/bulk-download", { as: RILEY }),
      "the API": async (world) =>
        (
          await world.ask(
            await external("bulk-download")(world),
            json(
              { files: [], productId: await world.productId("acme"), selectAllUsed: false },
              RILEY,
            ),
          )
        ).status === 400,
    },
  },
  genAi: {
    serves: "spec/1 §4 'AI answers are on only when gen AI is enabled'",
    doors: {
      "the search's page": says("/acme/search", "Ask AI", RILEY),
      "the first page": says("/acme", "Ask AI", RILEY),
      "the page of questions": gives(200, "/acme/search/answer", { as: RILEY }),
      "the dialog's call": gives(200, "/acme/search/answer.json", {
        as: RILEY,
        headers: ORIGIN,
        form: { q: "Is data encrypted?" },
      }),
      "the API": async (world) =>
        (
          await world.ask(
            await external("search/answer")(world),
            json(
              {
                query: {
                  term: "Is data encrypted?",
                  filters: { product: await world.productId("acme") },
                },
              },
              RILEY,
            ),
          )
        ).status === 200,
    },
  },
  growthIntegrations: {
    serves: "spec/2 §6 'HackerOne and status-page integrations need the Growth plan'",
    doors: {
      "the item": says("/acme/card/Infrastructure", "All Systems Operational"),
      "its card": says("/acme", "All Systems Operational"),
      "the program": says("/acme/card/ApplicationSecurity", "Connected to HackerOne"),
      "the way to the status page": gives(303, "/acme/live-status"),
      "the API": gives(
        200,
        async (world) => `/api/share/acme/statuspageio?productId=${await world.productId("acme")}`,
      ),
      "the form": saysNot(
        "/acme/edit/cards/Infrastructure/items/Infrastructure.statusMonitoring",
        "Upgrade to Growth to share live status on your Trust Center",
        EDITOR,
      ),
      "the call that connects": async (world) =>
        (
          await world.ask(
            "/api/integrations/hackerone/connect",
            json({ page: "https://hackerone.com/acme?no" }, EDITOR),
          )
        ).status === 400,
    },
  },
  partnerImport: {
    serves: "spec/3 §6 'TPRM send'",
    doors: {
      "the account menu": says("/acme", "/acme/send-data", RILEY),
      "the dialog": gives(200, "/acme/send-data", { as: RILEY }),
      "the view": async (world) =>
        (
          JSON.parse((await world.ask(await external("view")(world), { as: RILEY })).text) as {
            partners: unknown[];
          }
        ).partners.length > 0,
      "the call that makes a token": async (world) => {
        const partner = await world.services.store.read
          .selectFrom("partners")
          .select("id")
          .executeTakeFirstOrThrow();
        const address = await external(`${partner.id}/jwt/`)(world);
        return (await world.ask(address, { as: RILEY, method: "POST" })).status === 200;
      },
      "the page of partners": saysNot("/settings/partners", "is turned off under", OWNER),
    },
  },
  appLoginInstructions: {
    serves: "spec/1 'Access dialogs' (unless app-login instructions are disabled)",
    doors: {
      "the login dialog": says("/acme?loginRequest=true", "Do you work at Acme Cloud?"),
      "over another page": says("/acme/faq?loginRequest=true", "Log into Acme Cloud's workspace"),
    },
  },
};

/** Switches whose effect another test proves, where a file or a clock is needed. */
const PROVED_ELSEWHERE: Readonly<Record<string, string>> = {
  maxUploadMegabytes: "uploads.test.ts",
  memberKeysEnabled: "member-keys.test.ts",
  questionnaireUploads: "questionnaire-uploads.test.ts",
  questionnairesNeedSecondPerson: "questionnaire-work.test.ts",
  expiredDocuments: "freshness.test.ts",
  earlierVersions: "earlier-versions.test.ts",
  viewOnlyFallback: "marks.test.ts",
  watermarkDownloads: "marks.test.ts",
  updatesNeedSecondPerson: "topic-updates.test.ts",
  retention: "retention.test.ts",
  accessDays: "settings-access.test.ts",
  answerHours: "inbox.test.ts",
  searchSynonyms: "search.test.ts",
  answerQuestions: "answers.test.ts",
  sendTextsToModel: "answers.test.ts",
  sendFilesToModel: "answers.test.ts",
  modelHost: "answers.test.ts",
  scripts: "consent.test.ts",
};

const everywhere = (doors: Doors, value: boolean) =>
  Object.fromEntries(Object.keys(doors).map((door) => [door, value]));

async function look(world: World, doors: Doors): Promise<Record<string, boolean>> {
  const seen: Record<string, boolean> = {};
  for (const [door, open] of Object.entries(doors)) seen[door] = await open(world);
  return seen;
}

/** Half of them by the seed; in the long run all. */
const half = <T>(all: readonly [string, T][]) => sample(all, Math.ceil(all.length / 2), "switches");

describe("a setting acts at every door", () => {
  test.each(half(Object.entries(SWITCHES)))("%s", async (_, { on, off, doors }) => {
    for (const [values, seen] of [
      [on, true],
      [off, false],
    ] as const) {
      const world = await openWorld();
      const acme = await world.orgId("acme");
      await world.services.store.write((trx) =>
        updateCustomization({ trx, orgId: acme, now: world.time }, values),
      );
      expect(await look(world, doors)).toEqual(everywhere(doors, seen));
    }
  });
});

describe("a feature acts at every door", () => {
  test.each(half(Object.entries(FEATURE_DOORS)))("%s", async (feature, { doors }) => {
    for (const on of [true, false]) {
      const world = await openWorld();
      const acme = await world.orgId("acme");
      await world.services.store.write((trx) =>
        switchFeature({ trx, orgId: acme, now: world.time }, feature as Feature, on),
      );
      expect(await look(world, doors)).toEqual(everywhere(doors, on));
    }
  });
});

test("no switch is without its proof", () => {
  const known = new Set([
    ...Object.keys(SWITCHES),
    ...Object.keys(FEATURE_DOORS),
    ...Object.keys(PROVED_ELSEWHERE),
  ]);
  const fields = Object.keys(customizationSchema.shape).filter((name) => name !== "requestForm");
  const ofForm = Object.keys(customizationSchema.parse({}).requestForm).map(
    (name) => `requestForm.${name}`,
  );
  expect([...fields, ...ofForm, ...FEATURES].filter((name) => !known.has(name))).toEqual([]);
  for (const [name, file] of Object.entries(PROVED_ELSEWHERE))
    expect(readFileSync(new URL(file, import.meta.url), "utf8"), name).toContain(name);
});
