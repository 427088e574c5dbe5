import type { Page, Response } from "@playwright/test";
import { expect, PASSWORD, signIn, test } from "./fixtures.ts";
import { isSound } from "./sound.ts";
import { sample } from "../sample.ts";
import { wording } from "../wording.ts";

/** One state of a page: how to reach it, and through whose eyes. */
interface State {
  name: string;
  as?: string;
  /** The password was right, the code is awaited. */
  pending?: true;
  /** The status of its document where that is not 200. */
  status?: number;
  open: string | ((page: Page) => Promise<unknown>);
  /** So long a page that looking at it takes its time. */
  isLong?: true;
}

const OWNER = "owner@acme.example";

const STATES: readonly State[] = [
  { name: "acme's home", open: "/acme" },
  { name: "globex's home", open: "/globex" },
  { name: "a product's page", open: "/acme/product/Acme+Data+Lake" },
  { name: "all documents of one tab", open: "/acme?documents=public&show=documents" },
  { name: "the page of all documents", open: "/acme/documents" },
  {
    name: "what a member can open of all documents",
    as: "riley@customer.example",
    open: "/acme/documents?open=true",
  },
  { name: "a drawer of items", open: "/acme/card/Reports" },
  { name: "the drawer of certifications", open: "/acme/card/Certifications" },
  { name: "the drawer of grades", open: "/acme/card/SecurityGrades" },
  { name: "the drawer of the risk profile", open: "/acme/card/RiskProfile" },
  { name: "the drawer of documents", open: "/acme/card/Documents" },
  { name: "a document page by page", open: openPages() },
  { name: "a document enlarged, with what was found", open: openPages("&zoom=150&find=access") },
  {
    name: "a view-only document",
    as: "riley@customer.example",
    open: openView("Reports", "Acme Platform Data Flow Diagram.pdf"),
  },
  {
    name: "a document of plain text",
    open: openView("DataSecurity", "Acme Cloud TLS Configuration Scan.txt"),
  },
  { name: "the bulk download", as: "riley@customer.example", open: "/acme/bulk-download" },
  { name: "a member's account page", as: "riley@customer.example", open: "/acme/my-account" },
  { name: "a member's keys", as: "riley@customer.example", open: "/acme/my-account/keys" },
  { name: "an NDA that was signed", as: "riley@customer.example", open: "/acme/nda" },
  { name: "an NDA to sign", as: "noor@unsigned.example", open: "/acme/nda" },
  { name: "the dialog of subscribing", open: "/acme?subscribe=true" },
  {
    name: "the subscribe page after no category",
    status: 400,
    open: async (page) => {
      await page.goto("/acme/subscribe");
      await page.getByLabel("Email").fill("reader@journey.example");
      const ticked = page.getByRole("group", { name: "Categories" }).getByRole("checkbox");
      for (const category of await ticked.all()) await category.uncheck();
      await page.getByRole("button", { name: "Subscribe" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "the validity timeline",
    open: async (page) => {
      await page.goto("/acme");
      await page.locator("summary", { hasText: "Validity timeline" }).click();
      await page.getByRole("region", { name: "Validity of certifications" }).waitFor();
    },
  },
  { name: "the subprocessors of a country", open: "/acme/subprocessors?country=DE" },
  { name: "the FAQs of a topic", open: "/acme/faq?topic=Encryption" },
  { name: "an FAQ by its own address", open: openEntry },
  { name: "the drawer of companies", open: "/acme/card/TrustedBy" },
  { name: "a drawer without items", open: "/acme/card/PhysicalEnvironmental" },
  { name: "a card in edit mode", as: OWNER, open: "/acme/card/Reports?edit=true" },
  { name: "the form of an item", as: OWNER, open: "/acme/edit/cards/Reports/items/Reports.soc2" },
  {
    name: "the form of a certification",
    as: OWNER,
    open: "/acme/edit/cards/Certifications/items/Certifications.soc2",
  },
  { name: "the form of a new item", as: OWNER, open: "/acme/edit/cards/Policies/items/new" },
  { name: "an item", open: "/acme/product/Acme+Platform/soc-3-report" },
  { name: "the updates", open: "/acme/updates" },
  { name: "a topic", open: openTopic },
  { name: "an open menu", open: openMenu("/acme", "Product: ") },
  { name: "the subprocessors", open: "/acme/subprocessors" },
  { name: "a search for subprocessors that finds nothing", open: "/acme/subprocessors?q=zzzz" },
  { name: "the dates to come", open: "/acme/dates" },
  { name: "the facts for registers", open: "/acme/dora" },
  { name: "the facts for CRA files", open: "/acme/cra" },
  { name: "changes for visitors", open: "/acme/changes" },
  { name: "the FAQs", open: openFaq },
  { name: "a search for questions that finds nothing", open: "/acme/faq?q=zzzz" },
  { name: "the controls", open: "/acme/controls" },
  { name: "the controls of one framework", open: "/acme/controls?framework=PCI+DSS" },
  { name: "a search for controls that finds nothing", open: "/acme/controls?q=zzzz" },
  { name: "the controls of a company that has none", open: "/globex/controls" },
  { name: "the dialog of questions", open: "/acme?kb=open" },
  { name: "the dialog of questions that finds nothing", open: "/acme?kb=open&kbQuery=zzzz" },
  { name: "the details of a question", open: openQuestion },
  { name: "the details of a question for its owner", as: OWNER, open: openQuestion },
  {
    name: "the filters of questions",
    as: OWNER,
    open: openMenu("/acme?kb=open&kbAccess=internal", "Filter"),
  },
  { name: "the terms", open: "/acme/legal/terms" },
  { name: "the privacy notice", open: "/acme/legal/privacy" },
  { name: "the login dialog", open: "/acme?loginRequest=true" },
  { name: "the access dialog over a plain page", open: "/acme/faq?requestAccess=true" },
  { name: "a company that does not exist", status: 404, open: "/nobody" },
  { name: "a page that does not exist", status: 404, open: "/acme/nothing" },
  { name: "the API reference", open: "/api/reference", isLong: true },
  { name: "the sign-in page", open: "/sign-in" },
  { name: "the sign-in page that asks for the password", open: typedAddress },
  { name: "the sign-in page after a wrong password", status: 400, open: refusedSignIn },
  // On a page where no link lies half under the card: until it is closed, that is no target.
  { name: "the open share card", open: openMenu("/acme/controls", "Share") },
  { name: "Main mode with sharing open", as: OWNER, open: openMenu("/acme/controls", "Share") },
  { name: "the page for forgotten passwords", open: "/sign-in/forgotten" },
  {
    name: "the page for forgotten passwords after no address",
    status: 400,
    open: refusedForgotten,
  },
  {
    name: "a link for a new password that no longer works",
    status: 404,
    open: "/sign-in/password?token=none",
  },
  { name: "the code page", as: OWNER, pending: true, open: "/sign-in/code" },
  {
    name: "the code page after a wrong code",
    as: OWNER,
    pending: true,
    status: 400,
    open: refusedCode,
  },
  {
    name: "a member's open account menu",
    as: "riley@customer.example",
    open: openMenu("/acme/faq", "Account: "),
  },
  {
    name: "the dialog of inviting colleagues",
    as: "riley@customer.example",
    open: "/acme?inviteColleagues=true",
  },
  { name: "the dialog of sending data", as: "riley@customer.example", open: "/acme/send-data" },
  { name: "the partners", as: OWNER, open: "/settings/partners" },
  { name: "the own keys", as: OWNER, open: "/account/keys" },
  { name: "single sign-on", as: OWNER, open: "/settings/single-sign-on" },
  {
    name: "a single sign-on that was refused",
    status: 400,
    open: "/sign-in/with/none/callback?state=none",
  },
  { name: "the company’s keys", as: OWNER, open: "/settings/keys" },
  { name: "the channels", as: OWNER, open: "/settings/chat" },
  { name: "the webhooks", as: OWNER, open: "/settings/webhooks" },
  { name: "the questionnaires", as: OWNER, open: "/questionnaires" },
  { name: "a new questionnaire", as: OWNER, open: "/questionnaires/new" },
  {
    name: "the dialog after inviting colleagues",
    as: "riley@customer.example",
    open: "/acme?inviteColleagues=sent",
  },
  {
    name: "a member's item with its conversation",
    as: "riley@customer.example",
    open: "/acme/item/soc2-type2",
  },
  { name: "the conversations", as: OWNER, open: "/comments?folder=all" },
  {
    name: "a conversation",
    as: OWNER,
    open: async (page) => (
      await page.goto("/comments?folder=all"),
      page
        .getByRole("row", { name: "SOC 2 Report" })
        .first()
        .getByRole("rowheader")
        .getByRole("link")
        .click()
    ),
  },
  { name: "a member's home", as: "riley@customer.example", open: "/acme" },
  { name: "a member's drawer", as: "riley@customer.example", open: "/acme/card/Reports" },
  { name: "the knowledge base", as: OWNER, open: "/knowledge-base" },
  {
    name: "a search of the knowledge base that finds nothing",
    as: OWNER,
    open: "/knowledge-base?q=zzzz",
  },
  { name: "a new entry", as: OWNER, open: "/knowledge-base/new" },
  { name: "the import of entries", as: OWNER, open: "/knowledge-base/import" },
  {
    name: "the columns of an import of entries",
    as: OWNER,
    open: openPasted(
      "/knowledge-base/import",
      "Our answers\nQuestion,Answer,Note\nDo you test backups?,Every month.,x",
      "Next with these rows",
    ),
  },
  { name: "the control library", as: OWNER, open: "/controls" },
  { name: "a new control", as: OWNER, open: "/controls/new" },
  { name: "the import of controls", as: OWNER, open: "/controls/import" },
  {
    name: "the columns of an import of customers",
    as: OWNER,
    open: openPasted("/rules/customers/import", "Our list\nName,Website\nOne,one.example"),
  },
  {
    name: "a page of a long import of customers",
    as: OWNER,
    open: openPasted(
      "/rules/customers/import",
      `Domain\n${Array.from({ length: 250 }, (_, at) => (at === 0 ? "no domain" : `c${at}.example`)).join("\n")}`,
    ),
  },
  {
    name: "the columns of an import of subprocessors",
    as: OWNER,
    open: openPasted("/acme/edit/subprocessors/import", "Firma;Zweck\nOne;Mail"),
  },
  { name: "the settings of content", as: OWNER, open: "/settings/content" },
  { name: "Main mode", as: OWNER, open: "/acme" },
  { name: "Main mode with a drawer", as: OWNER, open: "/acme/card/Reports" },
  {
    name: "Main mode with the preview's chooser open",
    as: OWNER,
    open: openMenu("/acme/faq", "Preview as"),
  },
  {
    name: "Main mode with the account menu open",
    as: OWNER,
    open: openMenu("/acme/faq", "Account: "),
  },
  { name: "a preview as the public", as: OWNER, open: "/acme?view=public" },
  { name: "the library", as: OWNER, open: "/documents?expiry=expired" },
  { name: "a search of the library that finds nothing", as: OWNER, open: "/documents?q=zzzz" },
  { name: "the upload dialog", as: OWNER, open: "/documents?uploadModal=true" },
  { name: "the library's settings", as: OWNER, open: "/documents?settings=true" },
  { name: "the dialog for types", as: OWNER, open: openTypes },
  { name: "a document's page", as: OWNER, open: openDocument },
  {
    name: "the deletion of a document",
    as: OWNER,
    open: async (page) => (
      await openDocument(page),
      page.getByRole("link", { name: "Delete" }).click()
    ),
  },
  { name: "the account page", as: OWNER, open: "/account" },
  { name: "the account page with a wrong password", as: OWNER, status: 400, open: refusedPassword },
  { name: "the account page with a new secret", as: "editor@acme.example", open: beginTwoFactor },
  { name: "the sign-out page", as: OWNER, open: "/sign-out" },
  { name: "the audit", as: OWNER, open: "/audit" },
  { name: "a search of the audit that finds nothing", as: OWNER, open: "/audit?about=zzzz" },
  {
    name: "the audit with a day that is none",
    as: OWNER,
    status: 400,
    open: "/audit?from=someday",
  },
  ...["", "/suppressions"].map((path) => ({
    name: `the mail${path}`,
    as: OWNER,
    open: `/mail${path}`,
  })),
  { name: "the team", as: OWNER, open: "/team" },
  { name: "an invitation to the team", as: OWNER, open: "/team/invite" },
  {
    name: "somebody on the team",
    as: OWNER,
    open: async (page) => (
      await page.goto("/team"),
      page.getByRole("link", { name: "Tomasz Wilk" }).click()
    ),
  },
  ...["", "/new"].map((path) => ({
    name: `the installation${path}`,
    as: OWNER,
    open: `/installation${path}`,
  })),
  {
    name: "an org of the installation",
    as: OWNER,
    open: async (page) => (
      await page.goto("/installation"),
      page.getByRole("link", { name: "Globex Health" }).click()
    ),
  },
  {
    name: "an invitation that no longer works",
    status: 404,
    open: "/sign-in/invitation?token=none",
  },
  ...[
    "",
    "/general",
    "/look",
    "/visitors",
    "/access",
    "/help",
    "/features",
    "/scripts",
    "/byoid",
    "/privacy",
    "/privacy/person?email=riley@customer.example",
  ].map((path) => ({ name: `the settings${path}`, as: OWNER, open: `/settings${path}` })),
  { name: "an open card menu", as: OWNER, open: openMenu("/acme", "Actions for Overview") },
  ...[
    "cards/Policies/display-text",
    "cards/Subprocessors/name",
    "cards/Policies/placeholder",
    "cards/Policies/icon",
    "cards/Policies/visibility",
    "items/Reports.soc2/move",
    "items/Reports.soc2/url",
    "subprocessors/import",
  ].map((path) => ({ name: `the edit dialog ${path}`, as: OWNER, open: `/acme/edit/${path}` })),
  { name: "the history", as: OWNER, open: "/history" },
  { name: "what changed", as: OWNER, open: "/account/changes" },
  {
    name: "a rule",
    as: OWNER,
    open: async (page) => (
      await page.goto("/rules"),
      page.getByRole("rowheader").getByRole("link").first().click()
    ),
  },
  { name: "the import of an NDA", as: OWNER, open: "/nda/import" },
  { name: "a token that nobody takes", status: 404, open: "/byoid/globex/welcome?byoidJwt=none" },
  ...["/look/logo", "/domain", "/publication", "/publication?unpublish=true"].map((path) => ({
    name: `the settings${path}`,
    as: OWNER,
    open: `/settings${path}`,
  })),
  ...["", "/name", "/logo", "/color", "/access", "/certifications", "/publish"].map((path) => ({
    name: `the setup guide${path}`,
    as: OWNER,
    open: `/settings/start${path}`,
  })),
  { name: "Main mode after the setup guide", as: OWNER, open: "/acme?start=done" },
  ...["", "/new", "/links"].map((path) => ({
    name: `the products${path}`,
    as: OWNER,
    open: `/products${path}`,
  })),
  { name: "a search with its top match", open: "/acme/search?q=soc+2" },
  { name: "a search that finds nothing", open: "/acme/search?q=zzzz" },
  ...[
    "/home",
    "/inbox",
    "/requests",
    "/documents",
    "/accounts",
    "/subscribers",
    "/rules",
    "/rules/presets",
    "/rules/customers",
    "/profiles",
    "/nda",
    "/traces",
  ].map((path) => ({ name: `staff’s ${path}`, as: OWNER, open: path })),
  {
    name: "a request for access",
    as: OWNER,
    open: async (page) => (
      await page.goto("/requests?folder=all"),
      page.getByRole("rowheader").getByRole("link").first().click()
    ),
  },
  { name: "access denied", as: "viewer@acme.example", status: 403, open: "/audit" },
];

/** As many of them are looked at with scripts in the short run: each commit has others. */
const STATES_WITH_SCRIPTS = 4;

/** As many of them are laid out without scripts in the short run: the markup is the one that scripts find. */
const WITHOUT_SCRIPTS = 2;
const shownWithoutScripts = new Set(sample(STATES, WITHOUT_SCRIPTS, "states without scripts"));

for (const state of new Set([
  ...sample(STATES, STATES_WITH_SCRIPTS, "states with scripts"),
  ...shownWithoutScripts,
])) {
  const { name, as, pending, status, open, isLong } = state;
  const tag = shownWithoutScripts.has(state) ? ["@chromium"] : ["@scripts-alone"];
  const title = `${name}: valid HTML, no axe violation, no sideways scroll, targets of 24 pixels`;
  test(title, { tag }, async ({ page, faults, enterAs }) => {
    test.slow(isLong === true);
    if (status !== undefined) faults.expectDocument(status);
    if (as !== undefined) await enterAs(as, pending ? "pending" : undefined);
    const documents = collectDocuments(page);
    if (typeof open === "string") await page.goto(open);
    else await open(page);
    await isSound(page, { html: await documents.at(-1)?.text() });
  });
}

for (const { where, as } of [
  { where: "/acme/documents?documents=public" },
  { where: "/requests", as: OWNER },
  { where: "/documents", as: OWNER },
] as { where: string; as?: string }[])
  test(
    `in the reader's own colors, what is chosen and what has the focus is seen at ${where}`,
    { tag: "@scripts-alone" },
    async ({ page, enterAs }) => {
      if (as !== undefined) await enterAs(as);
      await page.emulateMedia({ forcedColors: "active" });
      await page.goto(where);
      await page.keyboard.press("Tab");
      const seen = await page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement("span"));
        probe.style.cssText = "forced-color-adjust: none; background: Highlight";
        const highlight = getComputedStyle(probe).backgroundColor;
        const chosen = [...document.querySelectorAll("[aria-current]")].filter(
          (one) => one.checkVisibility() && one.getAttribute("aria-current") !== "false",
        );
        const focused = getComputedStyle(document.activeElement ?? document.body);
        return {
          chosen: chosen.length > 0,
          unseen: chosen
            .filter((one) => getComputedStyle(one).backgroundColor !== highlight)
            .map((one) => one.textContent),
          outline: [focused.outlineStyle, focused.outlineWidth],
        };
      });
      expect(seen).toEqual({ chosen: true, unseen: [], outline: ["solid", "2px"] });
    },
  );

async function openTopic(page: Page): Promise<void> {
  await page.goto("/acme/updates");
  await page.getByRole("heading", { level: 2 }).getByRole("link").first().click();
  await page.getByRole("heading", { name: "Trust update" }).waitFor();
}

async function openQuestion(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/acme?kb=open");
  const href = await page
    .getByRole("dialog")
    .getByRole("link", { name: "Where is our data stored?" })
    .getAttribute("href");
  await page.goto(href ?? "");
  await page.getByRole("region", { name: "Details" }).waitFor();
}

async function openFaq(page: Page): Promise<void> {
  await page.goto("/acme/faq");
  await page.locator("main details summary").first().click();
}

/** Opens the menu whose button begins with these words. */
function openMenu(path: string, button: string) {
  return async (page: Page): Promise<void> => {
    await page.goto(path);
    await page.locator("summary", { hasText: button }).first().click();
  };
}

async function refusedCode(page: Page): Promise<void> {
  await page.goto("/sign-in/code");
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").waitFor();
}

async function refusedPassword(page: Page): Promise<void> {
  await page.goto("/account");
  const panel = page.getByRole("region", { name: "Password" });
  await panel.locator("summary").click();
  await panel.getByLabel("Current password").fill(`${PASSWORD}?`);
  await panel.getByLabel("New password").fill("quite another battery");
  await panel.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("alert").waitFor();
}

async function beginTwoFactor(page: Page): Promise<void> {
  await page.goto("/account");
  const panel = page.getByRole("region", { name: "Two-factor sign-in" });
  const begin = panel.locator("summary", { hasText: wording.turnOnTwoFactor });
  // The other project may have begun already; a secret that no code confirmed changes nothing else.
  if ((await begin.count()) > 0) {
    await begin.click();
    await panel.getByLabel("Current password").fill(PASSWORD);
    await panel.getByRole("button", { name: wording.setUpTwoFactor }).click();
  }
  await panel.getByRole("img", { name: "QR code" }).waitFor();
}

/** The step behind a form whose rows are pasted. */
function openPasted(at: string, rows: string, press = "Next") {
  return async (page: Page): Promise<void> => {
    await page.goto(at);
    await page.getByLabel("Or paste rows").fill(rows);
    await page.getByRole("button", { name: press, exact: true }).click();
    await page.getByRole("region", { name: /^(?:First rows|What would happen)$/ }).waitFor();
  };
}

async function refusedForgotten(page: Page): Promise<void> {
  await page.goto("/sign-in/forgotten");
  await page.getByLabel("Email").fill("name@localhost");
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByRole("alert").waitFor();
}

async function typedAddress(page: Page): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill("nobody@acme.example");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Password").waitFor();
}

async function refusedSignIn(page: Page): Promise<void> {
  await signIn(page, "nobody@acme.example", { password: `${PASSWORD}!` });
  await page.getByRole("alert").waitFor();
}

/** The documents that the page's main frame gets, as they are answered. */
function collectDocuments(page: Page): Response[] {
  const documents: Response[] = [];
  page.on("response", (response) => {
    const request = response.request();
    if (request.isNavigationRequest() && response.status() !== 303) documents.push(response);
  });
  return documents;
}

/** The view of a public PDF. */
function openPages(query = ""): (page: Page) => Promise<void> {
  return openView("Reports", "Acme Cloud SOC 3 Report 2026.pdf", query);
}

/** The view of a document that stands in a card's drawer. */
function openView(card: string, document: string, query = ""): (page: Page) => Promise<void> {
  return async (page) => {
    await page.goto(`/acme/card/${card}`);
    const link = page.getByRole("link", { name: `View ${document}`, exact: true });
    await page.goto(`${await link.getAttribute("href")}${query}`);
  };
}

async function openEntry(page: Page): Promise<void> {
  await page.goto("/acme/faq");
  const href = await page.locator("main a[href*='entry=']").first().getAttribute("href");
  // Without its fragment: scrolled there, links are under the header that stays.
  await page.goto(href?.split("#")[0] ?? "");
}

async function openDocument(page: Page): Promise<void> {
  await page.goto("/documents?q=SOC+2+Type+II+Report+2026");
  await page.getByRole("rowheader").getByRole("link").first().click();
  await page.getByRole("heading", { level: 2, name: "Versions" }).waitFor();
}

async function openTypes(page: Page): Promise<void> {
  await page.goto("/documents?q=SOC");
  await page
    .getByRole("checkbox", { name: /^Select Acme/ })
    .first()
    .check();
  await page.getByRole("button", { name: "Change type" }).click();
  await page.getByRole("dialog").waitFor();
}
