import { expect, test } from "./fixtures.ts";
import { isSound, isSoundAsItStands } from "./sound.ts";

test("an owner lists a page of the company's own site, reads it, finds it, and takes it away again", async ({
  page,
  enterAs,
  people,
  faults,
  baseURL,
  javaScriptEnabled,
}) => {
  test.slow();
  const { slug, owner } = await people.found("Web Works");
  const { origin, host } = new URL(baseURL ?? "");
  const address = `${origin}/acme/faq`;
  await enterAs(owner);
  await page.goto("/settings/search");
  await page.getByRole("link", { name: "List webpages" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Webpages");
  await expect(page.getByText("No pages yet.")).toBeVisible();
  await isSound(page);
  await page.getByRole("main").getByRole("link", { name: "General" }).last().click();
  await page.getByLabel("Website").fill(origin);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").first()).toHaveText("Saved.");

  await page.goto("/settings/search/webpages");
  faults.expectDocument(400);
  await page.getByLabel("URL").fill(`${address}#top`);
  await page.getByRole("button", { name: "Add page" }).click();
  await expect(page).toHaveTitle(/^Error: Webpages/);
  await expect(page.getByRole("alert")).toContainText("Leave out the # and what follows it");
  await expect(page.getByLabel("URL")).toHaveValue(`${address}#top`);
  await isSoundAsItStands(page);
  faults.expectDocument(409);
  await page.getByLabel("URL").fill("https://www.acme.example/security");
  await page.getByRole("button", { name: "Add page" }).click();
  await expect(page.getByRole("alert")).toContainText(
    `Only pages of your own site can be listed: ${host}.`,
  );
  await page.getByLabel("URL").fill(address);
  await page.getByRole("button", { name: "Add page" }).click();
  await expect(page.getByRole("status").first()).toContainText(`${address} was added.`);
  await expect(page.getByLabel("URL")).toHaveValue("");
  const row = page.getByRole("row").filter({ hasText: address });
  await expect(row).toContainText("Not read yet");
  await isSound(page);

  await page.getByRole("button", { name: "Read now" }).click();
  await expect(page.getByRole("status").first()).toHaveText("The pages are being read.");
  await expect(async () => {
    await page.goto("/settings/search/webpages");
    await expect(row).toContainText("Read at", { timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText("KB");
  await isSound(page);

  await page.goto(`/${slug}/search?q=acme&type=webpage`);
  const hit = page.getByRole("main").getByRole("region", { name: "Webpages" }).getByRole("link");
  await expect(hit).toHaveAttribute("href", address);
  await expect(hit).toHaveAttribute("rel", "noopener");
  await expect(page.getByRole("main").getByText(host, { exact: true })).toBeVisible();
  await isSoundAsItStands(page);
  if (javaScriptEnabled === true) {
    await page.goto(`/${slug}`);
    const dialog = page.getByRole("dialog");
    // The page's script may still be on its way.
    await expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(dialog).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await dialog.getByRole("searchbox").fill("acme");
    const entry = dialog.locator(`[data-hit][href="${address}"]`);
    await expect(entry).toContainText(host);
    await expect(entry).toHaveAttribute("rel", "noopener");
    await isSoundAsItStands(page);
  }
  await page.goto(`/${slug}/search?q=acme&type=webpage`);
  await hit.click();
  await expect(page).toHaveURL(address);

  await page.goto("/settings/search/webpages");
  await page.getByRole("button", { name: `Remove ${address}` }).click();
  await expect(page.getByRole("status").first()).toHaveText(`${address} was removed.`);
  await page.goto(`/${slug}/search?q=acme&type=webpage`);
  await expect(page.getByText("No results found")).toBeVisible();
});
