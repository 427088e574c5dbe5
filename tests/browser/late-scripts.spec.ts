import type { Page } from "@playwright/test";
import { everything, sample } from "../sample.ts";
import { expect, test } from "./fixtures.ts";
import { STAFF_FORMS, staffForms } from "./staff-forms.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";

/** Opens a page whose scripts wait. @returns lets them come, and waits until the page has them */
async function openBare(page: Page, address: string): Promise<() => Promise<void>> {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const scripts = /\/assets\/[^?]*\.js/;
  await page.route(scripts, async (route) => {
    await gate;
    await route.continue();
  });
  // Scripts of a module run after the page was read, and before the browser says that it was.
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForFunction(() => document.readyState !== "loading");
  return async () => {
    letGo();
    await page.waitForFunction(() =>
      Object.keys(document.body).some((key) => key.startsWith("__reactFiber")),
    );
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => setTimeout(resolve, 150));
        }),
    );
    await page.unroute(scripts);
  };
}

/** Everything that the forms of a page would send, and what has the focus. */
function contentOf(page: Page) {
  return page.evaluate(() => ({
    sent: [...document.forms].flatMap((form) =>
      [...new FormData(form)].map(
        ([name, value]) => `${name}=${typeof value === "string" ? value : value.name}`,
      ),
    ),
    open: document.querySelectorAll("details[open]").length,
    focus: document.activeElement?.id || document.activeElement?.getAttribute("name") || "no field",
    selection:
      document.activeElement instanceof HTMLTextAreaElement
        ? [document.activeElement.selectionStart, document.activeElement.selectionEnd]
        : null,
  }));
}

/** Types into, ticks and chooses everything that there is, as without scripts. */
function fillIn(page: Page): Promise<number> {
  return page.evaluate(() => {
    let count = 0;
    const say = (field: Element) => {
      count += 1;
      for (const kind of ["input", "change"])
        field.dispatchEvent(new Event(kind, { bubbles: true }));
    };
    for (const details of document.querySelectorAll("details:not([data-menu])"))
      details.setAttribute("open", "");
    const fields = [...document.querySelectorAll("input, textarea, select")];
    for (const [nth, field] of fields.entries()) {
      if (field.matches(":disabled, [readonly], [type=hidden], [type=file]")) continue;
      if (field instanceof HTMLSelectElement) {
        const other = [...field.options].findLastIndex(
          (option, at) => at !== field.selectedIndex && !option.disabled,
        );
        if (other === -1) continue;
        if (field.multiple) for (const option of field.options) option.selected = true;
        else field.selectedIndex = other;
        say(field);
      } else if (field instanceof HTMLTextAreaElement) {
        field.value = `Typed early ${nth}\nin two lines`.slice(
          0,
          field.maxLength > 0 ? field.maxLength : 200,
        );
        say(field);
      } else if (field instanceof HTMLInputElement) {
        if (field.type === "checkbox") field.checked = !field.checked;
        else if (field.type === "radio") field.checked = true;
        else {
          const texts: Record<string, string> = {
            date: "2031-02-03",
            time: "10:30",
            number: field.min === "" ? "7" : field.min,
            color: "#123456",
            email: `early${nth}@typed.example`,
            url: `https://early${nth}.example`,
          };
          field.value = (texts[field.type] ?? `Early ${nth}`).slice(
            0,
            field.maxLength > 0 ? field.maxLength : 200,
          );
        }
        say(field);
      }
    }
    const within = document.querySelector("[data-dialog]") ?? document.querySelector("main");
    const open = fields.filter(
      (field) =>
        within?.contains(field) === true &&
        field.matches(":enabled:not([type=hidden], [type=file])") &&
        field.checkVisibility(),
    );
    const last = open.findLast((field) => field.matches("textarea")) ?? open.at(-1);
    if (last instanceof HTMLElement) last.focus();
    if (last instanceof HTMLTextAreaElement) last.setSelectionRange(3, 8);
    return count;
  });
}

const named = everything
  ? [["every form of staff's", STAFF_FORMS] as const]
  : [0, 1].map((half) => {
      const some = sample(STAFF_FORMS, 4, "forms whose scripts come late");
      return [
        `half ${half + 1} of some forms of staff's`,
        some.filter((_, at) => at % 2 === half),
      ] as const;
    });

for (const [name, addresses] of named)
  test(`what is filled in before the scripts come is still there after them: ${name} @scripts-alone`, async ({
    page,
    enterAs,
  }) => {
    test.setTimeout(everything ? 600_000 : 90_000);
    await enterAs(OWNER);
    page.on("dialog", (dialog) => void dialog.accept());
    let fields = 0;
    for (const address of everything ? await staffForms(page) : addresses) {
      await test.step(address, async () => {
        const letGo = await openBare(page, address);
        fields += await fillIn(page);
        const before = await contentOf(page);
        await letGo();
        const after = await contentOf(page);
        // The id of a company is that of its name, and the name is another one now.
        const lost = before.sent.filter((entry) => !entry.startsWith("companyRef="));
        for (const entry of after.sent) {
          const at = lost.indexOf(entry);
          if (at !== -1) lost.splice(at, 1);
        }
        expect.soft(lost, `lost at ${address}`).toEqual([]);
        expect.soft({ ...after, sent: null }, `at ${address}`).toEqual({ ...before, sent: null });
      });
    }
    expect(fields).toBeGreaterThan(addresses.length);
  });

test("scripts that come while somebody types take nothing away, a composition included @scripts-alone", async ({
  page,
  enterAs,
  people,
}) => {
  const { slug, owner } = await people.found("Slow Lines");
  await enterAs(owner);
  const item = `/${slug}/edit/cards/ApplicationSecurity/items/ApplicationSecurity.responsibleDisclosure`;
  const keys = await page.context().newCDPSession(page);
  for (const label of ["Explanation", "Link"]) {
    const letGo = await openBare(page, item);
    const field = page.getByRole("dialog").getByLabel(label, { exact: true });
    await field.fill("");
    await field.pressSequentially("Begun ");
    await keys.send("Input.imeSetComposition", {
      text: "かん",
      selectionStart: 2,
      selectionEnd: 2,
    });
    await letGo();
    await expect(field).toBeFocused();
    await keys.send("Input.insertText", { text: "漢" });
    await field.pressSequentially(" and ended");
    await expect(field).toHaveValue("Begun 漢 and ended");
  }
});

test("what was typed before the scripts came is asked about before it is thrown away @scripts-alone", async ({
  page,
  enterAs,
}) => {
  await enterAs(OWNER);
  const letGo = await openBare(page, "/acme/edit/cards/Reports/items/Reports.soc2");
  const dialog = page.getByRole("dialog").first();
  await dialog.getByLabel("Explanation").fill("An early thought.");
  await letGo();
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog", { name: "Discard changes?" })).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByLabel("Explanation")).toHaveValue("An early thought.");
});

test("documents that were ticked before the scripts came are linked, with their types @scripts-alone", async ({
  page,
  enterAs,
}) => {
  await enterAs(OWNER);
  const letGo = await openBare(page, "/acme/edit/cards/Policies/items/new");
  const dialog = page.getByRole("dialog").first();
  const boxes = dialog.getByRole("list", { name: wording.libraryDocuments }).getByRole("checkbox");
  const chosen: string[] = [];
  for (const nth of [0, 2]) {
    await boxes.nth(nth).check();
    chosen.push(await boxes.nth(nth).evaluate((box: HTMLInputElement) => box.value));
  }
  await letGo();
  await expect(dialog.getByText("Linked (pending)")).toHaveCount(2);
  const linked = await dialog
    .locator("input[name=link]")
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  expect(linked.toSorted()).toEqual(chosen.toSorted());
  // The last box had the focus: what stands in its place has it now.
  await expect(dialog.locator(`[id$="link-${chosen[1]}"]`)).toBeFocused();
});

test("a link that was typed before the scripts came can be connected after them @scripts-alone", async ({
  page,
  enterAs,
  people,
}) => {
  const { slug, owner } = await people.found("Early Links");
  await enterAs(owner);
  const letGo = await openBare(
    page,
    `/${slug}/edit/cards/ApplicationSecurity/items/ApplicationSecurity.responsibleDisclosure`,
  );
  const dialog = page.getByRole("dialog").first();
  const link = dialog.getByLabel("Link", { exact: true });
  await link.fill("https://hackerone.com/acme-labs");
  await letGo();
  await expect(link).toHaveValue("https://hackerone.com/acme-labs");
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog.getByText("Connected to HackerOne").first()).toBeVisible();
});
