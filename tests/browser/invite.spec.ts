import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";

const RILEY = "riley@customer.example";
const colleague = () => `c${randomBytes(4).toString("hex")}@customer.example`;

test("a member invites colleagues from the account menu; the invited find the request form filled in", async ({
  page,
  enterAs,
  faults,
  people,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const [first, second] = [colleague(), colleague()];
  await enterAs(RILEY);
  await page.goto("/acme/faq");
  await page.locator("summary", { hasText: "Account: " }).click();
  await page.getByRole("link", { name: "Invite colleagues" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite colleagues" });
  await expect(dialog).toBeVisible();
  const addresses = dialog.getByRole("textbox", { name: "Email addresses" });
  if (javaScriptEnabled) {
    // The chips are there once the field has been turned to.
    await addresses.focus();
    await expect(dialog.locator("input[inputmode=email]")).toBeVisible();
    // The button says what it waits for; pressed all the same, the field does.
    const send = dialog.getByRole("button", { name: "Invite", exact: true });
    await expect(send).toHaveAttribute("aria-disabled", "true");
    await expect(send).toHaveAccessibleDescription("Add an email address first.");
    await isSoundAsItStands(page);
    await send.press("Enter");
    await expect(dialog.getByText("Required", { exact: true })).toBeVisible();
    await expect(addresses).toBeFocused();
    await addresses.pressSequentially("jane@,");
    await expect(dialog.getByText('"jane@" is not a valid email')).toBeVisible();
    await isSoundAsItStands(page);
    await addresses.fill("");
    await addresses.pressSequentially(`${first.toUpperCase()} `);
    await addresses.pressSequentially(`${first} `);
    await expect(dialog.getByText(`"${first}" has already been added`)).toBeVisible();
    await addresses.fill("");
    await addresses.pressSequentially(`${second}\t`);
    await expect(
      dialog.getByRole("list", { name: "Addresses to invite" }).getByRole("listitem"),
    ).toHaveCount(2);
    await dialog.getByRole("button", { name: `Remove ${second}` }).click();
    await expect(
      dialog.getByRole("list", { name: "Addresses to invite" }).getByRole("listitem"),
    ).toHaveCount(1);
    await addresses.fill(`${second}`);
  } else {
    faults.expectDocument(400);
    await addresses.fill("jane@");
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(dialog.getByText('"jane@" is not a valid email').first()).toBeVisible();
    await addresses.fill(`${first}, ${second}`);
  }
  await dialog.getByLabel("Message (optional)").fill("The SOC 2 report is here.");
  await isSoundAsItStands(page);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const sent = page.getByRole("dialog", { name: "Invitation sent" });
  await expect(sent).toBeVisible();
  await isSoundAsItStands(page);
  await sent.getByRole("link", { name: "Invite another colleague" }).click();
  await expect(page.getByRole("dialog", { name: "Invite colleagues" })).toBeVisible();
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/acme\/faq$/);

  const mail = await people.lastMail(second, "colleague-invited");
  expect(mail).toContain("The SOC 2 report is here.");
  const link = new URL(/https?:\/\/\S+inviteToken=\S+/.exec(mail)?.[0] ?? "");
  const other = await (
    await browser.newContext({ javaScriptEnabled, ...(baseURL === undefined ? {} : { baseURL }) })
  ).newPage();
  await other.goto(link.pathname + link.search);
  await expect(other.getByText("Riley Novak invited you to request access.")).toBeVisible();
  await expect(other.getByLabel("Work email")).toHaveValue(second);
  await expect(other.getByLabel("Company", { exact: true })).toHaveValue("Customer Inc");
  await other.context().close();
});

test.describe("the field for colleagues' addresses @scripts-alone", () => {
  test.beforeEach(async ({ page, enterAs }) => {
    await enterAs(RILEY);
    await page.goto("/acme?inviteColleagues=true");
    await expect(page.locator("input[inputmode=email]")).toBeFocused();
  });

  const parts = (page: Page) => {
    const dialog = page.getByRole("dialog", { name: "Invite colleagues" });
    return {
      dialog,
      field: dialog.getByRole("textbox", { name: "Email addresses" }),
      chips: dialog.getByRole("list", { name: "Addresses to invite" }).getByRole("listitem"),
      send: dialog.getByRole("button", { name: "Invite", exact: true }),
      message: dialog.getByLabel("Message (optional)"),
      area: dialog.locator("textarea[name=emails]"),
    };
  };

  test("never makes an address that nobody typed", async ({ page }) => {
    const { dialog, field, chips, send, area } = parts(page);
    await page.keyboard.type("bad a1@x.example,");
    await expect(chips).toHaveText(["a1@x.example×"]);
    await expect(field).toHaveValue("bad ");
    await expect(dialog.getByText('"bad" is not a valid email')).toBeVisible();
    await expect(send).toHaveAttribute("aria-disabled", "true");
    await expect(send).toHaveAccessibleDescription("Check the email addresses first.");
    await page.keyboard.type("b@x.example");
    await expect(chips).toHaveCount(1);
    await send.press("Enter");
    await expect(dialog).toBeVisible();
    await expect(chips).toHaveText(["a1@x.example×", "b@x.example×"]);
    await expect(field).toHaveValue("bad ");
    await expect(field).toBeFocused();
    await isSoundAsItStands(page);
    await field.fill("");
    await expect(send).not.toHaveAttribute("aria-disabled");
    expect(await area.inputValue()).toBe("a1@x.example\nb@x.example");
  });

  test("corrects what was refused in its place, and takes it when it is left", async ({ page }) => {
    const { dialog, field, chips } = parts(page);
    await page.keyboard.type("jane@corp kim@corp.example ");
    await expect(chips).toHaveText(["kim@corp.example×"]);
    await expect(field).toHaveValue("jane@corp ");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type(".example");
    await expect(chips).toHaveCount(1);
    await expect(dialog.getByText("is not a valid email")).toHaveCount(0);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type(",");
    await expect(chips).toHaveText(["kim@corp.example×", "jane@corp.example×"]);
    await expect(field).toHaveValue("");
  });

  test("lets Tab and Shift+Tab leave it, whatever is in it", async ({ page }) => {
    const { dialog, field, chips, message } = parts(page);
    await page.keyboard.type("bad");
    await page.keyboard.press("Tab");
    await expect(field).not.toBeFocused();
    await expect(dialog.getByText('"bad" is not a valid email')).toBeVisible();
    await expect(field).toHaveValue("bad ");
    await message.focus();
    await field.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Shift+Tab");
    await expect(field).not.toBeFocused();
    await expect(dialog.getByText('"bad" is not a valid email')).toBeVisible();
    await field.fill("");
    await page.keyboard.type("jane@corp.example");
    await page.keyboard.press("Tab");
    await expect(field).not.toBeFocused();
    await expect(chips).toHaveText(["jane@corp.example×"]);
    await field.focus();
    await page.keyboard.type("kim@corp.example");
    await page.keyboard.press("Shift+Tab");
    await expect(field).not.toBeFocused();
    await expect(chips).toHaveCount(2);
  });

  test("takes a pasted list, apart from what stands there, and at most twenty", async ({
    page,
  }) => {
    const { dialog, field, chips, send } = parts(page);
    const paste = (text: string) =>
      field.evaluate((input, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
      }, text);
    await page.keyboard.type("bad");
    await paste("a@x.example\nb@x.example\r\nc@x.example");
    await expect(chips).toHaveText(["a@x.example×", "b@x.example×", "c@x.example×"]);
    await expect(field).toHaveValue("bad ");
    await field.fill("");
    await paste(Array.from({ length: 18 }, (_, at) => `n${at}@x.example`).join(", "));
    await expect(chips).toHaveCount(21);
    await expect(send).toHaveAccessibleDescription("Invite at most 20 people at a time");
    await send.press("Enter");
    await expect(dialog.getByRole("alert")).toHaveText("Invite at most 20 people at a time");
    await dialog.getByRole("button", { name: "Remove a@x.example" }).click();
    await expect(chips).toHaveCount(20);
    await expect(send).not.toHaveAttribute("aria-disabled");
    await expect(dialog.getByRole("alert")).toBeHidden();
  });
});

test("an address that somebody is typing when the scripts arrive is not taken half @scripts-alone", async ({
  page,
  enterAs,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await enterAs(RILEY);
  // The page counts as loaded when its scripts are.
  await page.goto("/acme?inviteColleagues=true", { waitUntil: "commit" });
  const dialog = page.getByRole("dialog", { name: "Invite colleagues" });
  const field = dialog.getByRole("textbox", { name: "Email addresses" });
  await field.focus();
  await page.keyboard.type("kim@corp.example\njane@corp.ex");
  await expect(dialog.locator("input[inputmode=email]")).toHaveCount(0);
  release();
  await expect(dialog.locator("input[inputmode=email]")).toBeFocused();
  await page.keyboard.type("ample ");
  await expect(
    dialog.getByRole("list", { name: "Addresses to invite" }).getByRole("listitem"),
  ).toHaveText(["kim@corp.example×", "jane@corp.example×"]);
});

test("a member talks with staff about an item", async ({
  page,
  enterAs,
  browser,
  baseURL,
  people,
  javaScriptEnabled,
}) => {
  const words = `Is it in scope? ${randomBytes(4).toString("hex")}`;
  await enterAs(RILEY);
  await page.goto("/acme/item/information-security-policy");
  const conversation = page
    .getByRole("dialog")
    .locator("details[open]", { hasText: "Conversation" });
  await expect(conversation).toBeVisible();
  await isSoundAsItStands(page);
  const box = conversation.getByRole("textbox");
  const send = conversation.getByRole("button", { name: "Send" });
  await box.focus();
  // Scripts hold the button back while there is nothing to send; without, the server says so.
  if (javaScriptEnabled) {
    await expect(send).toBeDisabled();
    await box.fill("  ");
    await expect(send).toBeDisabled();
  }
  await box.fill(words);
  await expect(send).toBeEnabled();
  if (javaScriptEnabled) {
    // Enter alone does nothing; with Shift it breaks the line.
    await box.press("Enter");
    await expect(box).toHaveValue(words);
    await box.press("Shift+Enter");
    await expect(box).toHaveValue(`${words}\n`);
    await expect(conversation.getByRole("listitem").filter({ hasText: words })).toHaveCount(0);
    await box.press("Control+Enter");
    await expect(conversation.getByRole("listitem").filter({ hasText: words })).toContainText(
      "Sent",
    );
    await expect(box).toHaveValue("");
  } else {
    await conversation.getByRole("button", { name: "Send" }).click();
    await expect(conversation.getByRole("listitem").filter({ hasText: words })).toContainText(
      "Riley Novak",
    );
  }
  await isSoundAsItStands(page);

  const context = await browser.newContext({
    javaScriptEnabled,
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  await context.addCookies([
    {
      ...(await people.session("reviewer@acme.example")),
      url: baseURL ?? "",
      httpOnly: true,
      sameSite: "Lax",
    },
  ]);
  const staff = await context.newPage();
  await staff.goto("/comments");
  await isSoundAsItStands(staff);
  await staff
    .getByRole("row", { name: "Information security policy" })
    .getByRole("rowheader")
    .getByRole("link")
    .click();
  await expect(staff.getByRole("region", { name: "Messages" }).getByText(words)).toBeVisible();
  await isSoundAsItStands(staff);
  await staff.getByLabel("Your answer").fill(`It is. ${words}`);
  await staff.getByRole("button", { name: "Send" }).click();
  await expect(staff.getByText("Your answer was sent.")).toBeVisible();
  await context.close();
  await page.reload();
  await expect(page.getByText(`It is. ${words}`)).toBeVisible();
});

test("a message that can't be sent stays in the box, with what happened @scripts-alone", async ({
  page,
  enterAs,
  faults,
}) => {
  await enterAs(RILEY);
  await page.goto("/acme/item/information-security-policy");
  faults.expectBlocked(/\/external\/comments$/);
  await page.route("**/external/comments", (route) => route.abort());
  const conversation = page
    .getByRole("dialog")
    .locator("details[open]", { hasText: "Conversation" });
  await conversation.getByRole("textbox").fill("Lost words");
  await expect(conversation.locator("form[data-begun]")).toBeVisible();
  await conversation.getByRole("button", { name: "Send" }).click();
  await expect(
    conversation.getByText("Your message could not be sent. Please try again."),
  ).toBeVisible();
  await expect(conversation.getByRole("textbox")).toHaveValue("Lost words");
});
