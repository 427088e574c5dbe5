import { expect, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";
import { wording } from "../wording.ts";

test("an editor adds a control, visitors find it by its framework, and it goes again", async ({
  page,
  enterAs,
  faults,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  // Letters alone: a word with a digit would be the number of a requirement.
  const name = Math.random().toString(36).slice(2, 8).replaceAll(/\d/g, "x");
  const reference = `ZZ-${name}`;
  const title = `Doors are watched by ${name}`;
  await enterAs("editor@acme.example");
  await page.goto("/controls");
  await isSoundAsItStands(page);
  await page.getByRole("link", { name: "Add control" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add control");

  // A reference that is taken comes back with everything that was typed.
  faults.expectDocument(409);
  await page.getByLabel("Reference", { exact: true }).fill("ac-01");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill("Day and night.\nBy two people.");
  await page.getByLabel("Framework references").fill(`ACME ${name} 1.1\nSOC 2 CC6.4`);
  await page.getByLabel("Linked item").selectOption("AccessControl.leastPrivilege");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "Another control already has the reference ac-01.",
  );
  await isSoundAsItStands(page);
  await expect(page.getByLabel("Description")).toHaveValue("Day and night.\nBy two people.");
  await expect(page.getByLabel("Linked item")).toHaveValue("AccessControl.leastPrivilege");
  await expect(page.getByRole("radio", { name: "Public" })).toBeChecked();
  await page.getByLabel("Reference", { exact: true }).fill(reference);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: `${reference} was added.` }),
  ).toBeVisible();
  await page.getByRole("searchbox").fill(name);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("1 of ")).toBeVisible();

  const visitor = await browser.newPage({
    baseURL: baseURL ?? "",
    javaScriptEnabled: javaScriptEnabled ?? true,
  });
  await visitor.goto("/acme");
  await visitor.getByRole("contentinfo").getByRole("link", { name: "Controls" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Controls");
  await visitor
    .getByRole("navigation", { name: "Framework" })
    .getByRole("link", { name: `ACME ${name} (1)` })
    .click();
  const entry = visitor.getByRole("article", { name: title });
  await expect(visitor.getByRole("main").getByRole("article")).toHaveCount(1);
  await expect(entry).toContainText("SOC 2 CC6.4");
  await expect(entry.getByRole("link", { name: /Least Privilege/ })).toBeVisible();
  await isSoundAsItStands(visitor);
  await visitor.goto(`/acme/search?q=${reference}&type=controls`);
  await visitor.getByRole("main").getByRole("link", { name: title }).click();
  await expect(visitor.getByRole("article", { name: title })).toBeVisible();

  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit control");
  await isSoundAsItStands(page);
  await page.getByText("Delete", { exact: true }).click();
  await page.getByRole("button", { name: "Delete this control" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "The control was deleted." }),
  ).toBeVisible();
  await visitor.goto(`/acme/controls?q=${reference}`);
  await expect(visitor.getByText(wording.noResults)).toBeVisible();
  await visitor.close();
});

test("a spreadsheet of controls comes in by a mapping and a preview @chromium", async ({
  page,
  enterAs,
}) => {
  const name = Math.random().toString(36).slice(2, 8);
  await enterAs("editor@acme.example");
  await page.goto("/controls/import");
  await page.getByLabel("File", { exact: true }).setInputFiles({
    name: "controls.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      `Control ID,Control name,Our words,Mapping\nYY-${name},Lights are on at night,In the yard,SOC 2 CC6.4 | ISO 27001 A.7.2\n,No reference,,\n`,
    ),
  });
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByLabel("Reference", { exact: true })).toHaveValue("0");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("1");
  await expect(page.getByLabel("Framework references", { exact: true })).toHaveValue("3");
  await page.getByLabel("Description", { exact: true }).selectOption("2");
  await isSoundAsItStands(page);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 added, 0 changed" })).toBeVisible();
  await isSoundAsItStands(page);
  await page.getByRole("button", { name: "Import" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "1 added, 0 changed. 1 row was skipped." }),
  ).toBeVisible();
});
