import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { mailKinds, newestMail } from "./mails.ts";
import { isSound } from "./sound.ts";
import { wording } from "../wording.ts";

const someone = (domain: string) => `jane-${Math.random().toString(36).slice(2)}@${domain}`;

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

async function logIn(page: Page, email: string, at = "/acme?loginRequest=true"): Promise<void> {
  await page.goto(at);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function fillRequest(page: Page, email: string, firstName = "Jane"): Promise<void> {
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill("Miró");
  await page.getByLabel("Work email").fill(email);
  await page.getByLabel("Company").fill("Corp & Söhne");
  await page.getByLabel("Job title").fill("Security engineer");
  await page.getByLabel("Relationship to Acme Cloud").selectOption("partner");
  await page.getByLabel("Country").selectOption({ label: "Germany" });
  await page.getByLabel("Your contact at Acme Cloud").fill("sales@acme.example");
  await page.getByLabel("I request these documents").check();
  await page.getByLabel("I agree to").check();
  await page.getByRole("button", { name: "Submit Request" }).click();
}

test("somebody whom a rule approves reads the document with one mail and two screens between, and logs out @chromium", async ({
  page,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  const email = someone("partner.example");
  await page.goto("/acme?requestAccess=true&source=item&itemUid=Reports.soc2");
  await isSound(page);
  const pages: string[] = [];
  page.on("response", (response) => {
    const asked = response.request();
    if (asked.isNavigationRequest() && response.ok() && asked.frame() === page.mainFrame())
      pages.push(response.url());
  });
  await fillRequest(page, email);
  await expect(dialog(page, "Check your email")).toContainText(email);
  // Screen one: the mail is on its way.
  await isSound(page);
  const mail = await newestMail(origin, email);
  const link = new URL(/https?:\/\/\S+sign-in-link\?token=[\w-]+/.exec(mail)?.[0] ?? "");
  // Screen two: its link, where the NDA is signed, too.
  await page.goto(link.pathname + link.search);
  await expect(page.getByText("By proceeding you agree")).toBeVisible();
  await expect(page.getByRole("region", { name: wording.ndaText })).toBeVisible();
  await isSound(page);
  await page.getByLabel("Your full name").fill("Jane Miró");
  await page.getByLabel(wording.ndaRead).check();
  await page.getByRole("button", { name: "Sign NDA and sign in" }).click();
  await expect(page.getByText(wording.ndaSigned)).toBeVisible();
  // The form led to the document itself: nothing stands between but the two screens.
  await expect(page).toHaveURL(/\/acme\/documents\/[\w-]+\/view\?itemUid=Reports\.soc2/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("SOC");
  // The document is the third page after the form, reached by one mail; the other one that has
  // left is the copy of what was signed.
  expect(pages).toHaveLength(3);
  expect((await mailKinds(origin, email)).sort()).toEqual(["access-approved", "nda-signed"]);
  await page.goto("/acme/my-account");
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeVisible();
  await expect(page.getByText("(this browser)")).toBeVisible();
  await isSound(page);
  await page.getByRole("banner").locator("details").last().locator("summary").click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByText(wording.loggedOut)).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Get access" })).toBeVisible();
});

test("a request waits: it is sent, noted upon, and withdrawn", async ({ page }) => {
  await page.goto("/acme/faq");
  await page.getByRole("banner").getByRole("link", { name: "Get access" }).click();
  await page.getByRole("link", { name: "Request access" }).click();
  await fillRequest(page, someone("corp.example"));
  await expect(dialog(page, "Request sent")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/acme/faq");
  const meanwhile = dialog(page, "Request sent").getByRole("link", { name: /^(Read|Get) / });
  await expect(meanwhile).toHaveText([
    "Read the public documents",
    "Read the frequently asked questions",
    "Get updates by email",
  ]);
  await isSound(page);
  await page.getByRole("link", { name: "Add a note or withdraw your request" }).click();
  await expect(dialog(page, wording.requestPending)).toContainText("Most requests are decided");
  await isSound(page);
  await page.getByLabel("Add a note").fill("Our audit is in May.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Your note was added.")).toBeVisible();
  await page.getByRole("button", { name: "Withdraw request" }).click();
  await expect(page.getByText("Your request was withdrawn.")).toBeVisible();
});

test("the button that sends the request stays in sight, and nothing that has the focus lies behind it @chromium", async ({
  page,
}) => {
  for (const window of [
    { width: 1280, height: 800 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(window);
    await page.goto("/acme?requestAccess=true");
    const form = dialog(page, "Get access to Acme Cloud's Trust Center");
    await expect(form).toContainText("All fields are required unless marked optional.");
    const send = form.getByRole("button", { name: "Submit Request" });
    await expect(send).toBeInViewport({ ratio: 1 });
    // Nothing of the form shows below the foot either.
    const below = await send.evaluate((button) => {
      const foot = button.closest("[data-foot]")?.getBoundingClientRect();
      const panel = button.closest("[role=dialog]")?.getBoundingClientRect();
      return Math.min(panel?.bottom ?? 0, innerHeight) - (foot?.bottom ?? 0);
    });
    expect(below).toBeLessThan(2);
    const foot = (await send.boundingBox())?.y ?? 0;
    await form.getByLabel("First name").focus();
    const hidden: string[] = [];
    for (let stops = 0; stops < 40; stops += 1) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const element = document.activeElement;
        const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
        return { name: element?.getAttribute("name") ?? element?.textContent ?? "", top, bottom };
      });
      if (at.name === "Submit Request") break;
      if (at.bottom > foot || at.top < 0) hidden.push(`${window.width}: ${at.name}`);
    }
    await expect(send).toBeFocused();
    expect(hidden).toEqual([]);
  }
});

test("a member's request is named after the item, and closing it leads back to the drawer it began in", async ({
  page,
  enterAs,
}) => {
  await enterAs("riley@customer.example");
  await page.goto("/acme/card/Reports");
  await page.getByRole("link", { name: "Request access: SOC 1 Report" }).click();
  const ask = dialog(page, "Request SOC 1 Report");
  await expect(ask.getByLabel(wording.whatAndWhen)).toBeVisible();
  await isSound(page);
  await ask.getByRole("link", { name: "Close" }).click();
  await expect(dialog(page, "Reports")).toBeVisible();
});

test("a member asks for longer access in one small form", async ({ page, enterAs }) => {
  await enterAs("riley@customer.example");
  await page.goto("/acme/my-account");
  await page.getByRole("link", { name: "Request an extension" }).click();
  const ask = dialog(page, "Request an extension");
  await expect(ask).toContainText(/Your access to Acme Platform expires on \w+ \d+, \d{4}\./);
  await isSound(page);
  await ask.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL("/acme/my-account");
});

test("faults are named above the form and at the field, and Close leads back to the page", async ({
  page,
  faults,
}) => {
  faults.expectDocument(400);
  await page.goto("/acme/faq?requestAccess=true");
  await fillRequest(page, someone("gmail.com"));
  await expect(page.getByRole("alert")).toContainText(wording.workEmail);
  await expect(page).toHaveTitle(/^Error: Get access/);
  await expect(page.getByLabel("Company")).toHaveValue("Corp & Söhne");
  await isSound(page);
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("heading", { name: "Knowledge Base (FAQs)" })).toBeVisible();
});

test("each answer to a login has its dialog, from which one goes back or on", async ({ page }) => {
  await logIn(page, "kim@expired.example");
  await expect(
    dialog(page, wording.accessExpired).getByRole("button", { name: "Request access" }),
  ).toBeVisible();
  await isSound(page);
  await page.getByRole("link", { name: "Change email address" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
  await logIn(page, "lee@declined.example");
  await expect(dialog(page, "Request declined")).toContainText("can’t give access");
  await expect(page.getByRole("link", { name: "Change email address" })).toHaveCount(0);
  await isSound(page);
  await logIn(page, "sam@prospect.example");
  await expect(dialog(page, wording.requestPending)).toBeVisible();
  await page.getByRole("link", { name: "Back to Trust Center" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const email = someone("corp.example");
  await logIn(page, email);
  await expect(page.getByLabel("Work email")).toHaveValue(email);
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
  await isSound(page);
  await page.getByRole("link", { name: "Back to Trust Center", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the code of the mail has the focus, and scripts send it with its last digit", async ({
  page,
  baseURL,
  people,
  javaScriptEnabled,
}) => {
  const email = await people.join();
  await logIn(page, email);
  const code = page.getByLabel(wording.enterCode);
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(
    javaScriptEnabled ? "Six digits. The last one signs you in." : "Six digits.",
  );
  await isSound(page);
  const mailed = /(?<!\S)\d{6}(?!\S)/.exec(await newestMail(baseURL ?? "", email))?.[0] ?? "";
  await code.fill(`${mailed.slice(0, 3)} ${mailed.slice(3)}`);
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("banner").getByText("Account:")).toBeAttached();
});

test("a mail that does not come is sent again after a minute, which scripts count down", async ({
  page,
  faults,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled) await page.clock.install({ time: 0 });
  await logIn(page, "noor@unsigned.example");
  const check = dialog(page, "Check your email");
  await expect(check).toContainText(wording.noEmailYet);
  if (!javaScriptEnabled) {
    faults.expectDocument(400);
    await check.getByRole("button", { name: "Send again", exact: true }).click();
    await expect(check.getByRole("alert")).toContainText(/Please wait \d+ seconds?, then send/);
    await isSound(page);
    return;
  }
  const button = check.getByRole("button", { name: /^Send again/ });
  await expect(button).toHaveText(/^Send again in (60|5\d) s$/);
  await expect(button).toBeDisabled();
  await isSound(page);
  await page.clock.pauseAt(30_000);
  await expect(button).toHaveText(/^Send again in (30|[345]\d) s$/);
  const left = Number(/\d+/.exec((await button.textContent()) ?? "")?.[0]);
  await page.clock.runFor((left - 1) * 1_000);
  await expect(button).toHaveText("Send again in 1 s");
  await expect(button).toBeDisabled();
  await page.clock.runFor(1_000);
  await expect(button).toHaveText("Send again");
  await expect(button).toBeEnabled();
});
