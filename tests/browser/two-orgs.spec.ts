import { randomBytes } from "node:crypto";
import { expect, test } from "./fixtures.ts";
import { isSound } from "./sound.ts";

test("who works for two companies edits the one whose page is open: an upload in place stays there", async ({
  page,
  enterAs,
  people,
  javaScriptEnabled,
}) => {
  const { email } = await people.hire({ acme: "editor", globex: "editor" });
  await enterAs(email);
  const title = `Ward rules ${randomBytes(4).toString("hex")}`;
  const file = `${title.replaceAll(" ", "-")}.txt`;
  const dialog = page.getByRole("dialog");
  await page.goto("/globex/edit/cards/Policies/items/new");
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Document type").selectOption("Policy");
  await dialog
    .getByLabel("Files")
    .setInputFiles({ name: file, mimeType: "text/plain", buffer: Buffer.from(file) });
  if (javaScriptEnabled)
    await expect(dialog.getByRole("list", { name: "Linked documents" })).toContainText(
      "Linked (pending)",
    );
  else await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByRole("article", { name: title })).toContainText(file);
  await isSound(page);
  // The session shows the other company, whose library knows nothing of it.
  await page.goto(`/documents?q=${title.replaceAll(" ", "-")}`);
  await expect(page.getByRole("heading", { level: 1, name: "Documents" })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(file);
  await expect(page.getByRole("banner")).toContainText("Acme");
});
