import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { isSound } from "./sound.ts";
import { wording } from "../wording.ts";

const LAKE = "/acme/product/Acme+Data+Lake";
const dialog = (page: Page) => page.getByRole("dialog").first();
const save = (page: Page) =>
  dialog(page).getByRole("button", { name: "Save", exact: true }).click();
const discard = (page: Page) =>
  page
    .getByRole("dialog", { name: "Discard changes?" })
    .getByRole("button", { name: "Discard changes" })
    .click();

/** Where scripts run, a form asks before it throws away what was typed. */
async function follow(page: Page, link: string, asks: boolean): Promise<void> {
  await dialog(page).getByRole("link", { name: link }).click();
  if (asks) await discard(page);
}

async function addPolicy(page: Page, org: string, title: string, state: string): Promise<string> {
  await page.goto(`/${org}/edit/cards/Policies/items/new`);
  await dialog(page).getByLabel("Title").fill(title);
  await dialog(page).getByRole("radio", { name: state, exact: true }).check();
  await save(page);
  await expect(dialog(page).getByRole("status")).toContainText(`“${title}” was added to`);
  await page.goto(`/${org}/card/Policies?edit=true`);
  return (
    (await dialog(page)
      .getByRole("link", { name: `Edit ${title}`, exact: true })
      .getAttribute("href")) ?? ""
  );
}

async function upload(page: Page, name: string): Promise<void> {
  await page.goto("/documents?uploadModal=true");
  await page
    .getByLabel("Files")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "has been added" })).toContainText(name);
}

/** What a page does that is opened beside this one. */
async function beside<T>(context: BrowserContext, work: (page: Page) => Promise<T>): Promise<T> {
  const page = await context.newPage();
  const done = await work(page);
  await page.close();
  return done;
}

test.beforeEach(async ({ page }) => {
  // Two browsers edit one item after the other, and both look at what became of it.
  test.slow();
  await page.setViewportSize({ width: 1024, height: 900 });
});

test("'Use theirs' takes all of theirs: radios and texts, and the next save keeps them", async ({
  page,
  context,
  people,
  enterAs,
  faults,
  javaScriptEnabled,
}) => {
  const { slug, owner } = await people.foundTeam();
  await enterAs(owner.email);
  const address = await addPolicy(page, slug, "Clean desks", "Enabled");
  await page.goto(address);
  await dialog(page).getByLabel("Explanation").fill("Mine");
  await dialog(page).getByRole("radio", { name: "Not enabled" }).check();
  await beside(context, async (other) => {
    await other.goto(address);
    await dialog(other).getByLabel("Explanation").fill("Theirs");
    await dialog(other).getByRole("radio", { name: "In Progress" }).check();
    await save(other);
    await expect(dialog(other).getByRole("status")).toContainText("was saved");
  });
  faults.expectDocument(409);
  await save(page);
  await expect(dialog(page).getByRole("alert")).toContainText(wording.changedByOther);
  await follow(page, "Use theirs", javaScriptEnabled);
  await expect(dialog(page).getByRole("alert")).toHaveCount(0);
  await expect(dialog(page).getByLabel("Explanation")).toHaveValue("Theirs");
  await expect(dialog(page).getByRole("radio", { name: "In Progress" })).toBeChecked();
  await save(page);
  await expect(page).not.toHaveURL(address);
  await page.goto(address);
  await expect(dialog(page).getByLabel("Explanation")).toHaveValue("Theirs");
  await expect(dialog(page).getByRole("radio", { name: "In Progress" })).toBeChecked();
});

test("the item that a title belongs to opens with what is its own", async ({
  page,
  people,
  enterAs,
  faults,
  javaScriptEnabled,
}) => {
  const { slug, owner } = await people.foundTeam();
  await enterAs(owner.email);
  await addPolicy(page, slug, "Locked screens", "In Progress");
  await page.goto(await addPolicy(page, slug, "Clean desks", "Enabled"));
  await dialog(page).getByLabel("Title").fill("Locked screens");
  await dialog(page).getByLabel("Explanation").fill("Of desks");
  await dialog(page).getByRole("radio", { name: "Not enabled" }).check();
  faults.expectDocument(400);
  await save(page);
  await follow(page, "Edit Locked screens", javaScriptEnabled);
  await expect(
    dialog(page).getByRole("heading", { level: 2, name: "Locked screens" }),
  ).toBeVisible();
  await expect(dialog(page).getByRole("radio", { name: "In Progress" })).toBeChecked();
  await expect(dialog(page).getByLabel("Explanation")).toHaveValue("");
  // Nothing was changed here: nothing is asked.
  await dialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog", { name: /^Edit Policies/ })).toBeVisible();
});

test("a message above the form leads to its field, and what was typed stays", async ({
  page,
  people,
  enterAs,
  faults,
  javaScriptEnabled,
}) => {
  const { slug, owner } = await people.foundTeam();
  await enterAs(owner.email);
  await page.goto(`/${slug}/edit/cards/Policies/items/new`);
  await dialog(page).getByLabel("Title").fill("Clean desks");
  await dialog(page).getByLabel("Explanation").fill("Half a thought");
  await dialog(page).getByRole("radio", { name: "In Progress" }).check();
  await dialog(page).getByLabel("Link", { exact: true }).fill("no link");
  faults.expectDocument(400);
  await save(page);
  await dialog(page).getByRole("alert").getByRole("link").click();
  if (javaScriptEnabled)
    await expect(dialog(page).getByLabel("Link", { exact: true })).toBeFocused();
  await expect(dialog(page).getByRole("alert")).toContainText(wording.invalidUrl);
  await expect(dialog(page).getByLabel("Link", { exact: true })).toHaveValue("no link");
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Clean desks");
  await expect(dialog(page).getByRole("radio", { name: "In Progress" })).toBeChecked();
});

test("the drawer of another card is that card's: its name, and no question about the one before", async ({
  page,
  enterAs,
  javaScriptEnabled,
}) => {
  await enterAs("editor@acme.example");
  await page.goto(`${LAKE}/card/Documents?edit=true`);
  await dialog(page).getByLabel("Card name").fill("Our papers");
  await dialog(page)
    .getByRole("list", { name: "Cards with documents" })
    .getByRole("link", { name: "Edit Reports" })
    .click();
  if (javaScriptEnabled) await discard(page);
  await expect(dialog(page).getByRole("heading", { level: 2, name: "Edit Reports" })).toBeVisible();
  await expect(dialog(page).getByLabel("Card name")).toHaveValue("");
  await dialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(`${LAKE}/card/Reports`);
});

test("a form with changes asks before the browser goes back, and keeps them or lets them go @scripts-alone", async ({
  page,
  people,
  enterAs,
}) => {
  const { slug, owner } = await people.foundTeam();
  await enterAs(owner.email);
  await page.goto(`/${slug}/card/Policies?edit=true`);
  await dialog(page).getByRole("link", { name: "Add custom item" }).click();
  await expect(page).toHaveURL(/\/items\/new$/);
  const title = dialog(page).getByLabel("Title");
  await title.fill("Half a title");
  await page.goBack();
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toBeHidden();
  await expect(title).toHaveValue("Half a title");
  await expect(page).toHaveURL(/\/items\/new$/);
  const asked = page.waitForEvent("dialog");
  const reload = page.reload();
  const native = await asked;
  expect(native.type()).toBe("beforeunload");
  await native.accept();
  await reload;
  await page.goto(`/${slug}/card/Policies?edit=true`);
  await dialog(page).getByRole("link", { name: "Add custom item" }).click();
  await title.fill("Another");
  await page.goBack();
  await discard(page);
  await expect(page).toHaveURL(/card\/Policies\?edit=true$/);
});

test("Enter in the library's search searches; a form in which nothing changed closes unasked", async ({
  page,
  people,
  enterAs,
  javaScriptEnabled,
}) => {
  const { slug, owner } = await people.foundTeam();
  await enterAs(owner.email);
  // Without a type of its own: the server renders a list of types beside it, for browsers without scripts.
  for (const name of ["desk-plan.txt", "screen-plan.txt"]) await upload(page, name);
  const form = `/${slug}/edit/cards/Policies/items/new`;
  await page.goto(form);
  const library = dialog(page).getByRole("list", { name: wording.libraryDocuments });
  if (javaScriptEnabled)
    await expect(library.getByRole("button", { name: "Link desk-plan.txt" })).toBeVisible();
  await dialog(page).getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog", { name: /^Edit Policies/ })).toBeVisible();

  await page.goto(form);
  if (javaScriptEnabled)
    await expect(library.getByRole("button", { name: "Link desk-plan.txt" })).toBeVisible();
  await dialog(page).getByLabel("Title").fill("Clean desks");
  const search = dialog(page).getByLabel("Search the library");
  await search.fill("desk");
  await search.press("Enter");
  await expect(library.getByRole("listitem")).toHaveCount(1);
  await expect(library).toContainText("desk-plan.txt");
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Clean desks");
  await isSound(page);
  await search.fill("");
  await search.press("Enter");
  await expect(library.getByRole("listitem")).toHaveCount(2);
  // Where no scripts run, the server tells what Enter meant.
  await expect(page).toHaveURL(`${form}/${javaScriptEnabled ? "find" : "enter"}`);
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Clean desks");
  // Enter anywhere else saves.
  if (javaScriptEnabled)
    await expect(library.getByRole("button", { name: "Link desk-plan.txt" })).toBeVisible();
  await dialog(page).getByLabel("Title").press("Enter");
  await expect(dialog(page).getByRole("status")).toContainText("“Clean desks” was added to");
});

test("'Upload new document' opens the library of the org whose item it is, in a new tab", async ({
  page,
  context,
  people,
  enterAs,
}) => {
  const [one, two] = [await people.foundTeam(), await people.foundTeam()];
  const { email } = await people.hire({ [one.slug]: "editor", [two.slug]: "editor" });
  await enterAs(email);
  for (const { slug, name } of [one, two, one]) {
    await page.goto(`/${slug}/edit/cards/Policies/items/new`);
    const opened = context.waitForEvent("page");
    const way = dialog(page)
      .getByRole("link", { name: /^Upload new document/ })
      .or(dialog(page).getByRole("button", { name: /^Upload new document/ }));
    await dialog(page).getByLabel("Title").fill("Clean desks");
    await way.click();
    const library = await opened;
    await expect(library).toHaveURL("/documents?uploadModal=true");
    await expect(library.getByRole("dialog").getByLabel("Files")).toBeVisible();
    await expect(library.getByRole("banner", { includeHidden: true })).toContainText(name);
    await library.close();
    // The form beside it is as it was left.
    await expect(dialog(page).getByLabel("Title")).toHaveValue("Clean desks");
  }
});

test("an item that was moved, then deleted, while its form was open: nothing typed is lost, and it comes back", async ({
  page,
  context,
  people,
  enterAs,
  faults,
}) => {
  const { slug, owner } = await people.foundTeam();
  await enterAs(owner.email);
  const address = await addPolicy(page, slug, "Clean desks", "Enabled");
  const uid = address.split("/").at(-1) ?? "";
  await page.goto(address);
  await dialog(page).getByLabel("Explanation").fill("What I typed");
  await beside(context, async (other) => {
    await other.goto(`/${slug}/edit/items/${uid}/move`);
    await dialog(other).getByRole("combobox").selectOption("Legal");
    await dialog(other).getByRole("button").last().click();
    await expect(other.getByRole("status").first()).toContainText(
      "Successfully moved Clean desks to Legal",
    );
  });
  faults.expectDocument(409);
  await save(page);
  await expect(dialog(page).getByRole("alert")).toContainText(
    "Someone else moved this item to Legal while you were editing",
  );
  await expect(dialog(page).getByLabel("Explanation")).toHaveValue("What I typed");
  await isSound(page);
  await beside(context, async (other) => {
    await other.goto(`/${slug}/edit/cards/Legal/items/${uid}/delete`);
    await dialog(other).getByRole("button", { name: "Delete item" }).click();
    await expect(other.getByRole("status").first()).toContainText("“Clean desks” was deleted");
  });
  await dialog(page).getByRole("button", { name: "Save my version" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText(
    "Someone else deleted this item while you were editing",
  );
  await expect(dialog(page).getByLabel("Explanation")).toHaveValue("What I typed");
  await isSound(page);
  await dialog(page).getByRole("button", { name: "Restore it" }).click();
  await expect(page).toHaveURL(`/${slug}/card/Legal`);
  await expect(dialog(page).getByRole("article", { name: "Clean desks" })).toContainText(
    "What I typed",
  );
});

test("a row that was removed while its form was open is added anew", async ({
  page,
  context,
  people,
  enterAs,
  faults,
  javaScriptEnabled,
}) => {
  const { slug, owner } = await people.foundTeam();
  await enterAs(owner.email);
  await page.goto(`/${slug}/edit/subprocessors/new`);
  await dialog(page).getByLabel("Company").fill("Nimbus Hosting");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await dialog(page)
    .getByRole("link", { name: /^Edit Nimbus Hosting/ })
    .click();
  await expect(page.getByRole("dialog", { name: "Edit subprocessor" })).toBeVisible();
  await dialog(page).getByLabel("Purpose").fill("What I typed");
  await beside(context, async (other) => {
    await other.goto(page.url());
    await dialog(other).getByRole("button", { name: "Remove" }).click();
    await expect(other.getByRole("status").first()).toContainText("Nimbus Hosting removed");
  });
  faults.expectDocument(409);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText(
    "Someone else removed this while you were editing",
  );
  await expect(dialog(page).getByLabel("Purpose")).toHaveValue("What I typed");
  // Without scripts the validator minds the company picker, which is a text field then and a list where they run.
  if (javaScriptEnabled) await isSound(page);
  await dialog(page).getByRole("button", { name: "Add it again" }).click();
  await expect(page.getByRole("status").first()).toContainText("Nimbus Hosting added");
  await expect(dialog(page).getByRole("link", { name: /^Edit Nimbus Hosting/ })).toBeVisible();
});
