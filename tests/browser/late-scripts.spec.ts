import type { Page } from "@playwright/test";
import { everything, sample } from "../sample.ts";
import { expect, test } from "./fixtures.ts";
import { STAFF_FORMS, staffForms } from "./staff-forms.ts";

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
    focus: document.activeElement?.id || document.activeElement?.getAttribute("name"),
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
    const last =
      fields.findLast((field) => field.matches("textarea:enabled")) ??
      fields.findLast((field) => field.matches("[id]:enabled:not([type=hidden])"));
    if (last instanceof HTMLElement) last.focus();
    if (last instanceof HTMLTextAreaElement) last.setSelectionRange(3, 8);
    return count;
  });
}

const named = everything
  ? [["every form of staff's", STAFF_FORMS] as const]
  : [0, 1].map((half) => {
      const some = sample(STAFF_FORMS, 16, "forms whose scripts come late");
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
        const lost = [...before.sent];
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
