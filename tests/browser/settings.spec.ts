import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSound } from "./sound.ts";
import { wording } from "../wording.ts";

/** Each journey founds an org of its own: settings belong to all of it, and other journeys read the demo's. */
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><rect width="120" height="30" rx="6" fill="#0b5d4e"/></svg>';
const status = (page: Page) => page.getByRole("status").first();
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

test("the title, the color and the logo of a portal are changed, and a wrong value is kept and named @chromium", async ({
  page,
  enterAs,
  people,
  faults,
}) => {
  // Each setting is changed, looked at on the portal and changed back.
  test.slow();
  const { slug, owner } = await people.found("Pied Piper");
  await enterAs(owner);
  await page.goto("/settings");
  await isSound(page);
  // Beside the page there is room for the list on wide screens alone.
  await page.getByRole("main").getByRole("link", { name: "General" }).last().click();
  await page.getByLabel("Portal title").fill("Assurance Hub");
  await page.getByLabel("Description").fill("How we keep what you entrust to us.");
  await save(page);
  await expect(status(page)).toHaveText("Saved.");
  await isSound(page);

  await page.goto("/settings/look");
  faults.expectDocument(400);
  await page.getByLabel("Accent color").fill("purple");
  await page.getByLabel("Above your customers’ logos").fill("They rely on {org.name}");
  await save(page);
  await expect(page).toHaveTitle(/^Error: Look/);
  await page.getByRole("alert").getByRole("link", { name: wording.enterColor }).click();
  if (test.info().project.name === "scripts")
    await expect(page.getByLabel("Accent color")).toBeFocused();
  await expect(page.getByLabel("Accent color")).toHaveValue("purple");
  await expect(page.getByLabel("Above your customers’ logos")).toHaveValue(
    "They rely on {org.name}",
  );
  await isSound(page);
  // A color that can't be read everywhere is kept, and where it can't another tone stands in: the page says which.
  await page.getByLabel("Accent color").fill("#ffcc00");
  await save(page);
  await expect(status(page)).toContainText(
    /Links on light pages use #[0-9a-f]{6}, so that they stay readable\./,
  );
  await isSound(page);

  await page.getByRole("link", { name: "Add Logo", exact: true }).click();
  faults.expectDocument(400);
  await page.getByLabel("File").setInputFiles({
    name: "logo.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from("no picture at all"),
  });
  await save(page);
  await expect(page.getByRole("alert")).toContainText(wording.invalidSvg);
  await isSound(page);
  await page
    .getByLabel("File")
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(LOGO) });
  await save(page);
  await expect(status(page)).toHaveText("Logo saved.");
  await page.getByRole("link", { name: "Change Logo", exact: true }).click();
  await expect(page.getByRole("img", { name: "Logo" })).toBeVisible();
  await isSound(page);

  await page.goto(`/${slug}?view=public`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pied Piper Assurance Hub");
  await expect(page.getByText("How we keep what you entrust to us.")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("img", { name: "Pied Piper" })).toBeVisible();
});

test("the access level is chosen by what each viewer would see; the portal is published and taken back", async ({
  page,
  enterAs,
  people,
}) => {
  // Each setting is changed, looked at on the portal and changed back.
  test.slow();
  const { slug, owner } = await people.found("Aviato");
  await enterAs(owner);
  await page.goto("/settings/visitors");
  await expect(page.getByRole("radio", { name: "Public content only" })).toBeChecked();
  await page.locator("summary", { hasText: "Minimal" }).click();
  await expect(page.getByRole("region", { name: "At the level Minimal" })).toContainText(
    "Locked, can be requested",
  );
  await isSound(page);
  await page.getByRole("radio", { name: "Full" }).check();
  await page.getByLabel("Visitors can subscribe to trust updates").uncheck();
  await save(page);
  await expect(status(page)).toHaveText("Saved.");
  await expect(page.locator("summary", { hasText: "Full, as it is now" })).toBeVisible();

  await page.goto(`/${slug}`);
  await page
    .getByRole("list", { name: "Editing" })
    .getByRole("link", { name: "Publication" })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Publication");
  await expect(page.getByRole("heading", { name: "Still to do" })).toBeVisible();
  await isSound(page);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(status(page)).toHaveText("The portal is public.");
  const stranger = await page
    .context()
    .browser()!
    .newContext({
      javaScriptEnabled: test.info().project.use.javaScriptEnabled !== false,
      baseURL: test.info().project.use.baseURL!,
    });
  const theirs = await stranger.newPage();
  expect((await theirs.goto(`/${slug}`))?.status()).toBe(200);
  await expect(theirs.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect(theirs.getByRole("link", { name: "Subscribe" })).toHaveCount(0);

  await page.getByRole("link", { name: "Unpublish" }).click();
  await expect(page.getByText("Unpublish the portal?")).toBeVisible();
  await isSound(page);
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Unpublish" }).click();
  await page.getByRole("button", { name: "Unpublish the portal" }).click();
  await expect(status(page)).toContainText("The portal is no longer public");
  await expect(page.getByRole("region", { name: "Publications" })).toContainText("Robin Vale");
  expect((await theirs.goto(`/${slug}`))?.status()).toBe(404);
  await stranger.close();
});

test("a domain of one's own says which records it needs, and why it is not there yet", async ({
  page,
  enterAs,
  people,
  faults,
}) => {
  // Each setting is changed, looked at on the portal and changed back.
  test.slow();
  const { slug, owner } = await people.found("Hooli");
  const host = `trust.${slug}.example`;
  await enterAs(owner);
  await page.goto("/settings/domain");
  await isSound(page);
  faults.expectDocument(400);
  await page.getByLabel("Domain", { exact: true }).fill("not a domain");
  await page.getByRole("button", { name: "Add domain" }).click();
  await expect(page.getByRole("alert")).toContainText("Enter a domain such as trust.example.com");
  await expect(page.getByLabel("Domain", { exact: true })).toHaveValue("not a domain");
  await page.getByLabel("Domain", { exact: true }).fill(`https://${host}/`);
  await page.getByRole("button", { name: "Add domain" }).click();
  const records = page.getByRole("region", { name: `Records of ${host}` });
  await expect(records).toContainText(`_open-trust-center.${host}`);
  await expect(records).toContainText("open-trust-center=");
  await expect(records).toContainText("CNAME");
  await isSound(page);
  await page.locator("summary", { hasText: "Remove …" }).click();
  await page.getByRole("button", { name: `Remove ${host}` }).click();
  await expect(records).toHaveCount(0);
});

test("products are added, renamed, put in order and made the default; links stand beside them", async ({
  page,
  enterAs,
  people,
  faults,
}) => {
  // Each setting is changed, looked at on the portal and changed back.
  test.slow();
  const { slug, owner } = await people.found("Endframe");
  await enterAs(owner);
  await page.goto("/products");
  await isSound(page);
  await page.getByRole("link", { name: "Add product" }).click();
  await isSound(page);
  faults.expectDocument(400);
  await page.getByLabel("Name", { exact: true }).fill("M");
  await page.getByRole("button", { name: "Add product" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("M");
  await page.getByLabel("Name", { exact: true }).fill("Middle Out");
  await page.getByLabel("Show it to visitors").check();
  await page.getByRole("button", { name: "Add product" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Middle Out");
  await isSound(page);
  await page.getByLabel("Name", { exact: true }).fill("Middle Out 2");
  await page.getByLabel("URL slug").fill("Middle Out");
  await save(page);
  await expect(status(page)).toBeVisible();

  await page.goto("/products");
  const rows = page.getByRole("region", { name: "Products in their order" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("Endframe");
  await page.getByRole("button", { name: "Move up Middle Out 2" }).click();
  await expect(status(page)).toHaveText("The order was saved.");
  await expect(rows.nth(1)).toContainText("Middle Out 2");
  await page.getByRole("button", { name: "Make default Middle Out 2" }).click();
  await expect(status(page)).toHaveText("The default product was changed.");
  await expect(rows.nth(1)).toContainText("Default");
  await isSound(page);

  await page.getByRole("link", { name: "Edit links" }).click();
  await page.getByLabel("Label").first().fill("Status page");
  await page.getByLabel("URL").first().fill("status.endframe.example");
  await isSound(page);
  await save(page);
  await expect(status(page)).toHaveText("The links were saved.");
  await expect(page.getByRole("region", { name: "Additional links" })).toContainText("Status page");

  await page.goto(`/${slug}`);
  await page.locator("summary", { hasText: "Product: " }).click();
  await expect(page.getByRole("link", { name: "Status page" })).toHaveAttribute(
    "href",
    "https://status.endframe.example",
  );
  await page.getByRole("link", { name: "Endframe", exact: true }).last().click();
  await expect(page).toHaveURL(new RegExp(`/${slug}/product/Endframe/?$`));
  await page.goto(`/${slug}/product/Middle+Out/`);
  await expect(page.getByText("Middle Out 2").first()).toBeVisible();

  await page.goto("/products");
  await page.getByRole("link", { name: "Endframe", exact: true }).first().click();
  await page.getByLabel(/^Type “Endframe” to confirm/).fill("Endframe");
  await isSound(page);
});
