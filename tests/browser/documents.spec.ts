import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { wording } from "../wording.ts";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** A text file of its own, so that tests beside this one never upload the same. */
function textFile(name: string) {
  return {
    name,
    mimeType: "text/plain",
    buffer: Buffer.from(`${name} ${randomBytes(8).toString("hex")}`),
  };
}

const unique = (word: string) => `${word}-${randomBytes(4).toString("hex")}`;

test.describe("the library", () => {
  test.beforeEach(({ enterAs }) => enterAs("owner@acme.example"));

  test("takes several files, names each that it refuses, and lists the others", async ({
    page,
    faults,
    javaScriptEnabled,
  }) => {
    const [good, bad] = [`${unique("good")}.txt`, `${unique("bad")}.pdf`];
    await page.goto("/documents");
    await page.getByRole("link", { name: "Upload", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Upload documents" });
    await dialog.getByLabel("Type").selectOption("Policy");
    await dialog.getByLabel("Expiration Date").fill("2031-05-01");
    await dialog
      .getByLabel("Files")
      .setInputFiles([
        { name: bad, mimeType: "application/pdf", buffer: Buffer.from("<html>") },
        textFile(good),
      ]);
    if (javaScriptEnabled) faults.expectCall(400);
    else faults.expectDocument(400);
    await dialog.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(dialog.getByRole("alert")).toContainText("This file isn’t a valid PDF.");
    await expect(dialog).toContainText(
      javaScriptEnabled ? "Uploaded" : "1 document has been added",
    );
    await dialog.getByRole("link", { name: "Close" }).click();
    await page.goto(`/documents?q=${good}`);
    await expect(row(page, good)).toContainText("Policy");
    await page.goto(`/documents?q=${bad}`);
    await expect(page.getByText(wording.noResults)).toBeVisible();
  });

  test("says what was added, and opens the document's page: rename, new version, restore, delete", async ({
    page,
    faults,
    javaScriptEnabled,
  }) => {
    const name = `${unique("plan")}.txt`;
    await page.goto("/documents?uploadModal=true");
    await page.getByLabel("Files").setInputFiles(textFile(name));
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: "has been added" })).toContainText(
      name,
    );
    await page.goto(`/documents?q=${name}`);
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await page.getByRole("region", { name: "Details" }).getByLabel("Name").fill(`renamed-${name}`);
    await page.getByLabel("Access").selectOption("view-only");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(
      page.getByRole("status").filter({ hasText: "Your changes have been saved." }),
    ).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`renamed-${name}`);
    await page.getByLabel("File", { exact: true }).setInputFiles(textFile(`next-${name}`));
    // As where scripts came while the file was chosen: the input tells of itself once more, empty by then.
    if (javaScriptEnabled) await page.getByLabel("File", { exact: true }).dispatchEvent("change");
    await page.getByRole("button", { name: "Upload new version" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Publish new version");
    await expect(page.getByText("Visitors see version 1 until you publish.")).toBeVisible();
    await page.getByRole("button", { name: "Publish" }).click();
    await expect(
      page.getByRole("status").filter({ hasText: "Version 2 has been published." }),
    ).toContainText("Tell subscribers");
    const versions = page.getByRole("region", { name: "Versions" }).getByRole("listitem");
    await expect(versions).toHaveCount(2);
    await expect(versions.first()).toContainText(`next-${name}`);
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await expect(versions).toHaveCount(3);
    await expect(versions.first()).toContainText("Restored from 1");
    await page
      .getByRole("region", { name: "Details" })
      .getByLabel("Name")
      .fill(`renamed-${name}.pdf`);
    faults.expectDocument(400);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByRole("alert")).toContainText("Keep the file extension .txt");
    await page.getByRole("link", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete document" });
    await expect(dialog).toContainText("No item links to it.");
    await dialog.getByRole("button", { name: "Delete document" }).click();
    await expect(page).toHaveURL("/documents");
    await expect(page.getByRole("status").filter({ hasText: "has been deleted" })).toBeVisible();
  });

  test("changes the type of selected rows", async ({ page, faults, javaScriptEnabled }) => {
    const name = unique("typed");
    for (const part of ["a", "b"]) {
      await page.goto("/documents?uploadModal=true");
      await page.getByLabel("Files").setInputFiles(textFile(`${name}-${part}.txt`));
      await page.getByRole("button", { name: "Upload", exact: true }).click();
      await expect(page.getByRole("status").filter({ hasText: "has been added" })).toBeVisible();
    }
    await page.goto(`/documents?q=${name}`);
    if (javaScriptEnabled) await page.getByLabel("Select all on this page").check();
    else for (const part of ["a", "b"]) await page.getByLabel(`Select ${name}-${part}.txt`).check();
    await page.getByRole("button", { name: "Change type" }).click();
    const dialog = page.getByRole("dialog", { name: "Select document type" });
    await expect(dialog).toContainText(
      "This selection will replace any existing type on the document",
    );
    faults.expectDocument(400);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Type is required");
    await dialog.getByLabel("Type").selectOption("Insurance");
    if (javaScriptEnabled) {
      // Choosing takes the message away; while it saves there is nothing more to press.
      await expect(dialog).not.toContainText("Type is required");
      await page.evaluate(() =>
        addEventListener("submit", ({ target }) =>
          setTimeout(() =>
            sessionStorage.setItem(
              "while-saving",
              [...(target as HTMLFormElement).querySelectorAll("button, a")]
                .map(
                  (part) =>
                    `${part.textContent} ${part.matches(":disabled, [aria-disabled=true]")}`,
                )
                .join(", "),
            ),
          ),
        ),
      );
    }
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Types have been updated for 2 document(s)")).toBeVisible();
    await expect(row(page, `${name}-a.txt`)).toContainText("Insurance");
    if (javaScriptEnabled)
      expect(await page.evaluate(() => sessionStorage.getItem("while-saving"))).toContain(
        "Saving… true, Cancel true",
      );
  });

  test("a file's download is the file @chromium", async ({ page }) => {
    await page.goto("/documents?q=SOC+2+Type+II+Report+2026");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page
        .getByRole("link", { name: /^Download Acme Cloud SOC 2 Type II Report 2026\.pdf/ })
        .click(),
    ]);
    expect(download.suggestedFilename()).toBe("Acme Cloud SOC 2 Type II Report 2026.pdf");
  });
});

test("someone who may only look sees the library and nothing to change", async ({
  page,
  enterAs,
}) => {
  await enterAs("viewer@acme.example");
  await page.goto("/documents?uploadModal=true");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Upload", exact: true })).toHaveCount(0);
  await page.getByRole("rowheader").getByRole("link").first().click();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /Download/ })).toHaveCount(0);
});
