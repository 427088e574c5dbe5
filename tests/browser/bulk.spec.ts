import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";
import { wording } from "../wording.ts";

const RILEY = "riley@customer.example";
const API = "**/external/bulk-download";

async function open(page: Page) {
  await page.goto("/acme");
  await page
    .getByRole("region", { name: "Documents" })
    .getByRole("link", { name: "Bulk download" })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(
    dialog.getByText(
      "Documents that are unlocked and available for download can be bulk selected below.",
    ),
  ).toBeVisible();
  return dialog;
}

test("a member selects documents and gets them as one archive @chromium", async ({
  page,
  enterAs,
  javaScriptEnabled,
}) => {
  await enterAs(RILEY);
  const dialog = await open(page);
  await dialog.getByRole("checkbox", { name: "Acme-Cloud-SOC-2-Bridge-Letter.pdf" }).check();
  await dialog.getByRole("checkbox", { name: "Acme Cloud SOC 2 Type II Report 2026.pdf" }).check();
  const downloading = page.waitForEvent("download");
  await dialog
    .getByRole("button", {
      name: javaScriptEnabled ? "Download 2 document(s)" : "Download selected document(s)",
    })
    .click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("Acme-Cloud-Trust-Center.zip");
  const file = await download.path();
  execFileSync("unzip", ["-tqq", file]);
  expect(execFileSync("bsdtar", ["-tf", file]).toString().trim().split("\n")).toEqual([
    "Reports/Acme Cloud SOC 2 Type II Report 2026.pdf",
    "Reports/Acme-Cloud-SOC-2-Bridge-Letter.pdf",
  ]);
});

test("strangers and staff in Main are not offered it", async ({ page, enterAs }) => {
  await page.goto("/acme");
  await expect(page.getByRole("link", { name: "Bulk download" })).toHaveCount(0);
  await enterAs("owner@acme.example");
  await page.goto("/acme");
  await expect(page.getByRole("link", { name: "Bulk download" })).toHaveCount(0);
});

test("without scripts, a form without a selection comes back and says so @no-scripts-alone", async ({
  page,
  enterAs,
  faults,
}) => {
  await enterAs(RILEY);
  const dialog = await open(page);
  faults.expectDocument(400);
  await dialog.getByRole("button", { name: "Download selected document(s)" }).click();
  await expect(page.getByRole("alert")).toContainText(wording.selectDocument);
});

test.describe("with scripts, the dialog @scripts-alone", () => {
  test.beforeEach(async ({ enterAs }) => {
    await enterAs(RILEY);
  });

  test("counts what is selected, by one box for all of it", async ({ page }) => {
    const dialog = await open(page);
    const submit = dialog.getByRole("button", { name: /^Download \d+ document\(s\)$/ });
    await expect(submit).toHaveText("Download 0 document(s)");
    await expect(submit).toBeDisabled();
    const boxes = await dialog.locator("input[name=file]").count();
    await dialog.getByRole("checkbox", { name: "Select all document(s)" }).check();
    await expect(submit).toHaveText(`Download ${boxes} document(s)`);
    await dialog.getByRole("checkbox", { name: "Acme-Cloud-SOC-2-Bridge-Letter.pdf" }).uncheck();
    await expect(submit).toHaveText(`Download ${boxes - 1} document(s)`);
    await isSoundAsItStands(page);
  });

  test("counts from the start where it came with the page, before anybody turns to it", async ({
    page,
  }) => {
    await page.goto("/acme/bulk-download");
    const submit = page
      .getByRole("dialog")
      .getByRole("button", { name: "Download 0 document(s)", exact: true });
    await expect(submit).toBeDisabled();
  });

  test("stays open while it prepares, and Cancel brings the selection back", async ({ page }) => {
    await page.route(API, () => undefined);
    const dialog = await open(page);
    await dialog.getByRole("checkbox", { name: "Acme-Cloud-SOC-2-Bridge-Letter.pdf" }).check();
    await dialog.getByRole("button", { name: "Download 1 document(s)" }).click();
    await expect(
      dialog.getByRole("heading", { name: "Downloading 1 document(s)..." }),
    ).toBeVisible();
    await isSoundAsItStands(page);
    await page.keyboard.press("Escape");
    await dialog.getByRole("link", { name: "Close" }).click();
    await expect(
      dialog.getByRole("heading", { name: "Downloading 1 document(s)..." }),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog.getByRole("heading", { name: "Bulk download" })).toBeVisible();
    await expect(
      dialog.getByRole("checkbox", { name: "Acme-Cloud-SOC-2-Bridge-Letter.pdf" }),
    ).toBeChecked();
  });

  test("says what failed beside what was downloaded, clears the selection, and starts afresh when it is opened again", async ({
    page,
  }) => {
    const dialog = await open(page);
    await page.route(API, async (route) => {
      const body = route.request().postDataJSON() as { files: { fileId: string }[] };
      body.files.push({ itemUid: "none", fileId: "none" } as never);
      const response = await route.fetch({ postData: JSON.stringify(body) });
      const answer = (await response.json()) as { failedFileIds: string[] };
      await route.fulfill({
        response,
        json: { ...answer, failedFileIds: [body.files[0]?.fileId] },
      });
    });
    await dialog.getByRole("checkbox", { name: "Acme-Cloud-SOC-2-Bridge-Letter.pdf" }).check();
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download 1 document(s)" }).click();
    await downloading;
    await expect(dialog.getByRole("heading", { name: "Download complete" })).toBeVisible();
    await expect(dialog).toContainText("You downloaded 1 document(s)");
    await expect(
      dialog.getByRole("heading", { name: "Failed to download 1 document(s)" }),
    ).toBeVisible();
    await expect(dialog.getByRole("listitem").filter({ visible: true })).toHaveText([
      "Acme-Cloud-SOC-2-Bridge-Letter.pdf",
    ]);
    await isSoundAsItStands(page);
    await dialog.getByRole("link", { name: "Back to Trust Center" }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("link", { name: "Bulk download" }).click();
    await expect(dialog.getByRole("button", { name: "Download 0 document(s)" })).toBeVisible();
  });

  test("owns an error, and tries again", async ({ page, faults }) => {
    let asked = 0;
    await page.route(API, (route) => (asked++ === 0 ? route.abort("failed") : route.continue()));
    const dialog = await open(page);
    faults.expectBlocked(/bulk-download/);
    faults.expectLine(/^Downloading files failed/);
    await dialog.getByRole("checkbox", { name: "Acme-Cloud-SOC-2-Bridge-Letter.pdf" }).check();
    await dialog.getByRole("button", { name: "Download 1 document(s)" }).click();
    await expect(dialog.getByRole("heading", { name: "Error downloading" })).toBeVisible();
    await expect(dialog).toContainText(
      "Oops, looks like we encountered an error during this download. Try again below.",
    );
    await isSoundAsItStands(page);
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Try again" }).click();
    await downloading;
    await expect(dialog.getByRole("heading", { name: "Download complete" })).toBeVisible();
  });
});

test("a bridge letter is a row of its item, read as a page and downloaded as a PDF", async ({
  page,
  enterAs,
}) => {
  await enterAs(RILEY);
  await page.goto("/acme/card/Reports");
  const row = page
    .getByRole("article", { name: "SOC 2 Report" })
    .getByRole("listitem")
    .filter({ hasText: "Acme-Cloud-SOC-2-Bridge-Letter.pdf" });
  const downloading = page.waitForEvent("download");
  await row.getByRole("link", { name: "Download" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("Acme-Cloud-SOC-2-Bridge-Letter.pdf");
  execFileSync("qpdf", ["--check", await download.path()]);
  await row.getByRole("link", { name: "View" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "SOC 2 Bridge Letter" })).toBeVisible();
  await expect(page.getByRole("article", { name: "SOC 2 Bridge Letter" })).toContainText(
    wording.letterSalutation,
  );
  await expect(page.getByRole("article", { name: "SOC 2 Bridge Letter" })).toContainText(
    "Ingrid Sommer",
  );
});
