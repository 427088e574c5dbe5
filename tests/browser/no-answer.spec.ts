import type { Page, Route } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const PROXY = "<h1>503 Service Unavailable</h1>";

/** What becomes of a form on its way; `lost` takes the answer away from one that the server did. */
const WAYS: Readonly<Record<string, (route: Route) => Promise<unknown>>> = {
  offline: (route) => route.abort("internetdisconnected"),
  proxy: (route) => route.fulfill({ status: 503, contentType: "text/html", body: PROXY }),
  lost: async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.abort("connectionreset");
  },
};

/** The next form that is sent to an address goes one of the ways. */
async function next(page: Page, address: RegExp, way: string): Promise<void> {
  let done = false;
  await page.route(address, async (route) => {
    if (done || route.request().method() !== "POST") return route.fallback();
    done = true;
    await WAYS[way]?.(route);
  });
}

test("an update that gets no answer stays as it was written, and is made once @scripts-alone", async ({
  page,
  enterAs,
  people,
  faults,
}) => {
  const editor = await people.hire({ acme: "editor" });
  await enterAs(editor.email);
  const subject = `Without an answer ${Date.now()}`;
  await page.goto("/updates/new");
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Category").selectOption("General");
  await page.getByLabel("Message", { exact: true }).fill("Written **once**.");
  faults.expectBlocked(/\/updates\/new/);
  faults.expectCall(503);
  faults.expectLine(/Save error/);
  for (const way of Object.keys(WAYS)) {
    await next(page, /\/updates\/new/, way);
    await page.getByRole("button", { name: "Save draft" }).click();
    const alert = page.getByRole("alert");
    await expect(alert, way).toContainText("Save error");
    await expect(alert, way).toBeFocused();
    await expect(alert).toHaveCount(1);
    await expect(page).toHaveURL("/updates/new");
    await expect(page.getByLabel("Subject")).toHaveValue(subject);
    await expect(page.getByLabel("Category")).toHaveValue("general");
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Written **once**.");
  }
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("status").first()).toContainText("saved");
  await page.goto(`/updates?q=${encodeURIComponent(subject)}`);
  await expect(page.getByRole("link", { name: subject })).toHaveCount(1);
});

test("the drawer of an item outlives a save without an answer, and saves afterwards @scripts-alone", async ({
  page,
  enterAs,
  people,
  faults,
}) => {
  const { slug, owner } = await people.found("Broken Lines");
  await enterAs(owner);
  const item = `/${slug}/edit/cards/Reports/items/Reports.soc2`;
  await page.goto(item);
  const dialog = page.getByRole("dialog").first();
  const explanation = dialog.getByLabel("Explanation");
  await explanation.fill("An hour's work.");
  faults.expectBlocked(/Reports\.soc2/);
  faults.expectLine(/Save error/);
  await next(page, /Reports\.soc2/, "offline");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("Save error");
  await expect(explanation).toHaveValue("An hour's work.");
  // It is not saved: leaving it asks.
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).not.toHaveURL(new RegExp(`${item}$`));
  await page.goto(item);
  await expect(explanation).toHaveValue("An hour's work.");
});

test("an answer that shows the form again stands at the form's own address, and a reload asks nothing @scripts-alone", async ({
  page,
  enterAs,
  faults,
}) => {
  await enterAs("owner@acme.example");
  await page.goto("/updates/new");
  faults.expectDocument(400);
  await page.getByLabel("Message", { exact: true }).fill("Without a subject.");
  await page.getByRole("button", { name: "Publish update" }).click();
  await expect(page.getByRole("alert")).toContainText("Enter a subject");
  await expect(page).toHaveURL("/updates/new");
  await page.reload();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("what the server refuses to take in stays in the form, with the server's words @scripts-alone", async ({
  page,
  enterAs,
  faults,
}) => {
  await enterAs("owner@acme.example");
  await page.goto("/updates/new");
  faults.expectCall(413);
  faults.expectLine(/Save error/);
  const text = page.getByLabel("Message", { exact: true });
  const long = "A long message.\n".repeat(40_000);
  await text.evaluate((area: HTMLTextAreaElement, value) => {
    area.value = value;
  }, long);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("alert")).toContainText("Save error");
  await expect(page.getByRole("alert")).toContainText(
    "The request is larger than the server accepts.",
  );
  expect(await text.evaluate((area: HTMLTextAreaElement) => area.value.length)).toBe(long.length);
});

test("a visitor's form that gets no answer is there again, as it was typed, by Back @chromium", async ({
  page,
  context,
  faults,
}) => {
  await page.goto("/acme?requestAccess=true");
  await page.getByLabel("First name").fill("Jane");
  await page.getByLabel("Last name").fill("Miró");
  await page.getByLabel("Work email").fill("jane@corp.example");
  await page.getByLabel("Relationship to Acme Cloud").selectOption("partner");
  await page.getByLabel("I agree to").check();
  faults.expectBlocked(/requestAccess/);
  // The browser notes what was typed a second after the last key; people take longer than that.
  await page.waitForTimeout(3_000);
  // A route would keep the browser from what it has of the page.
  await context.setOffline(true);
  await page.getByRole("button", { name: "Submit Request" }).click();
  await expect.poll(() => page.url()).toContain("chrome-error");
  await context.setOffline(false);
  await page.goBack();
  await expect(page.getByLabel("First name")).toHaveValue("Jane");
  await expect(page.getByLabel("Last name")).toHaveValue("Miró");
  await expect(page.getByLabel("Work email")).toHaveValue("jane@corp.example");
  await expect(page.getByLabel("Relationship to Acme Cloud")).toHaveValue("partner");
  await expect(page.getByLabel("I agree to")).toBeChecked();
});
