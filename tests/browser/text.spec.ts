import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { wording } from "../wording.ts";

// No fixtures of ours: these browsers are programs of their own.
const run = promisify(execFile);

/** The text browsers, and how each writes a page to its output, 100 columns wide. */
const BROWSERS = {
  lynx: ["-dump", "-nolist", "-width=100", "-display_charset=utf-8"],
  w3m: ["-dump", "-cols", "100", "-O", "UTF-8"],
} as const;

/** The page at an address as a text browser shows it; spaces and line breaks are one space. */
async function read(browser: keyof typeof BROWSERS, address: string): Promise<string> {
  const { stdout } = await run(browser, [...BROWSERS[browser], address], { maxBuffer: 4_000_000 });
  return stdout.replace(/\s+/g, " ");
}

/** Checks that a text says all of this, in this order. */
function expectInOrder(text: string, phrases: readonly string[]): void {
  let at = 0;
  for (const phrase of phrases) {
    const next = text.indexOf(phrase, at);
    expect(
      next,
      `'${phrase}' stands after: …${text.slice(Math.max(0, at - 120), at)}`,
    ).toBeGreaterThanOrEqual(0);
    at = next + phrase.length;
  }
}

for (const browser of ["lynx", "w3m"] as const) {
  test.describe(browser, () => {
    test("a search reads as groups with their counts, and leads to what was found", async ({
      baseURL,
    }) => {
      expectInOrder(await read(browser, `${baseURL}/acme/search`), ["Start searching above"]);
      const page = await read(browser, `${baseURL}/acme/search?q=soc+2`);
      expectInOrder(page, [
        "Certifications - SOC 2",
        "Top match",
        "Trust Items (",
        "Locked",
        "Reports - SOC 2 Report",
        " more",
        "Facts (1)",
        "Acme Cloud has SOC 2 (Type II)",
        "FAQs (1)",
        "Updates (",
        " results",
      ]);
      expectInOrder(await read(browser, `${baseURL}/acme/search?q=zzzz`), [
        "No results found",
        wording.tryOtherSearch,
      ]);
    });

    test("the portal reads from top to bottom: every section with its content", async ({
      baseURL,
    }) => {
      expectInOrder(await read(browser, `${baseURL}/acme`), [
        "Skip to content",
        "SOC 2 Type II report 2026 is available",
        "Get access",
        "Acme Cloud Trust Center",
        "How Acme Cloud secures customer data.",
        wording.startReview,
        "View & download sensitive information",
        "Overview",
        "Acme Platform runs the document and workflow automation",
        "Certifications",
        "ISO 27001",
        "Trusted By",
        "Northwind Bank",
        "Subprocessors",
        "Documents",
        "Featured Documents",
        "SOC 2 Report",
        "View all documents",
        "Cards",
        "Risk Profile",
        "Recovery Time Objective",
        "8 hours",
        "View more",
        "Security Grades",
        "Knowledge Base (FAQs)",
        "How is data encrypted?",
        "Trust Center Updates",
        "New subprocessor: Statusbeacon for the public status page",
        "Page 1 of 2",
        "Help",
        "Contact support",
        "Report issue",
        "Powered by Open Trust Center",
      ]);
    });

    test("words that stand apart on the screen stand apart in text", async ({ baseURL }) => {
      const text = await read(browser, `${baseURL}/acme`);
      const glued = [
        "contentSOC",
        "availableRecent",
        "AllPublic",
        "PublicPrivate",
        "cardGet",
        "UpdatesSub",
        "processorsFAQ",
        "processorsControls",
        "ControlsFAQ",
        "FAQssecurity",
        "2Next",
        "Rating790",
        "questions(",
      ];
      expect(glued.filter((words) => text.includes(words))).toEqual([]);
    });

    test("a card comes first, with its way out, its items and what is locked", async ({
      baseURL,
    }) => {
      expectInOrder(await read(browser, `${baseURL}/acme/card/Reports`), [
        "Reports",
        "Audit reports, test results and diagrams",
        "Close",
        "SOC 1 Report",
        "Locked",
        "1 locked document",
        "Get access",
        "Enabled",
        "SOC 3 Report",
        "The general-use version of the SOC 2 report.",
        "Meridian Assurance",
        "Acme Cloud SOC 3 Report 2026.pdf",
        "Last modified on",
        "Acme Cloud Trust Center",
        "Overview",
        "Knowledge Base (FAQs)",
      ]);
    });

    test("a document opens with its way back, its tools and the text of its pages", async ({
      baseURL,
    }) => {
      const card = await (await fetch(`${baseURL}/acme/card/Reports`)).text();
      const [, link = ""] =
        /href="([^"]*)"[^>]*aria-label="View Acme Cloud SOC 3 Report 2026\.pdf"/.exec(card) ?? [];
      const address = `${baseURL}${link.replaceAll("&amp;", "&")}`;
      expectInOrder(await read(browser, address), [
        "SOC 3 Report",
        "Acme Cloud SOC 3 Report 2026.pdf",
        "Browser viewer",
        "Download",
        "Page",
        "of 3",
        "Zoom 100% 150% 200%",
        "Find",
        "Page 1 of 3",
        "Text of page 1",
        "Meridian Assurance",
        "Page 2 of 3",
        "Independent service auditor",
        "Page 3 of 3",
      ]);
      expectInOrder(await read(browser, `${address}&find=multi-factor`), [
        "Found on 1 page",
        "Page 3",
        "multi-factor authentication",
        "Page 1 of 3",
      ]);
      expectInOrder(await read(browser, `${address}&page=3`), [
        "Page 3 of 3",
        "multi-factor authentication",
        "Previous",
        "Page 3 of 3",
      ]);
    });

    test("the login dialog comes before the page", async ({ baseURL }) => {
      expectInOrder(await read(browser, `${baseURL}/acme?loginRequest=true`), [
        "Get access to Acme Cloud's Trust Center",
        "Close",
        "Request access",
        "Sign in",
        wording.enterEmailToStart,
        "Email",
        "Continue",
        "Back to Trust Center",
        "Log into Acme Cloud's workspace",
        "How Acme Cloud secures customer data.",
        "Overview",
      ]);
    });

    test("the subprocessors are a list of companies with what they do and where", async ({
      baseURL,
    }) => {
      expectInOrder(await read(browser, `${baseURL}/acme/subprocessors`), [
        "Back to Trust Center",
        "Subprocessors",
        "Search",
        "Company",
        "Purpose",
        "Location",
        "Additional Details",
        "Clearmint",
        "Coldharbour",
        "Leipzig",
        "Deskfern",
      ]);
    });

    test("questions stand with their answers", async ({ baseURL }) => {
      expectInOrder(await read(browser, `${baseURL}/acme/faq`), [
        "Knowledge Base (FAQs)",
        "Search",
        "22 entries",
        "Data protection",
        "Where is our data stored?",
        "In the region that you choose",
        "Testing",
      ]);
    });

    test("the dialog of questions stands before the page, with each answer", async ({
      baseURL,
    }) => {
      expectInOrder(await read(browser, `${baseURL}/acme?kb=open`), [
        "Knowledge Base (FAQs)",
        "Close",
        "Search",
        "22 entries",
        "Details",
        "Comment",
        "Where is our data stored?",
        "In the region that you choose",
        "Page 1 of 3",
        "Next",
        "Overview",
      ]);
      expectInOrder(await read(browser, `${baseURL}/acme?kb=open&kbQuery=zzzz`), [
        "Knowledge Base (FAQs)",
        wording.noResults,
      ]);
    });

    test("controls stand with their requirements, narrowed by links", async ({ baseURL }) => {
      expectInOrder(await read(browser, `${baseURL}/acme/controls?framework=GDPR`), [
        "Controls",
        "Search",
        "All (",
        "GDPR (",
        "SOC 2 (",
        "controls for GDPR",
        "CRY-01",
        "Stored data is encrypted",
        "AES-256-GCM",
        "SOC 2 CC6.1",
        "GDPR Art. 32",
      ]);
    });

    test("a search for questions that finds nothing says so", async ({ baseURL }) => {
      expectInOrder(await read(browser, `${baseURL}/acme/faq?q=nothing+of+the+kind`), [
        "Knowledge Base (FAQs)",
        wording.noResults,
      ]);
    });

    test("updates stand with their dates, newest first after the pinned one", async ({
      baseURL,
    }) => {
      expectInOrder(await read(browser, `${baseURL}/acme/updates`), [
        "Trust Center Updates",
        "Pinned",
        "New subprocessor: Statusbeacon",
        "The period for objections has ended",
        "1 earlier update",
        "SOC 2 Type II report 2026 is available",
        "Page 1 of 2",
        "Next",
      ]);
    });

    test("the sign-in page is a form", async ({ baseURL }) => {
      expectInOrder(await read(browser, `${baseURL}/sign-in`), ["Sign in", "Email", "Continue"]);
    });
  });
}
