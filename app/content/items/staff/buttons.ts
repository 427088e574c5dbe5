import { data } from "react-router";
import { itemEditOf } from "../store/editable-item.server.ts";
import { previewMarkdown } from "#platform/files/markdown/keep-markdown.ts";
import { valueOf, type FormValues } from "#values/form-values.ts";
import { notFound } from "#web/forms/form.ts";
import { again } from "./answer.ts";
import { checked, goOn, type ItemButton, type ItemOutcome, type SentItem } from "./item-action.ts";
import { previewOf } from "./preview.ts";
import { reconnect } from "./reconnect.ts";
import { saveItemForm } from "./save-item.ts";

/**
 * The buttons of an item's form beside Save, by the last word of their addresses. Each sends the whole
 * form, and does nothing that Save does.
 */
const BUTTONS: ReadonlyMap<string, ItemButton> = new Map<string, ItemButton>([
  // Connects the item, or disconnects it, at once; the form goes on with what else stands in it.
  ["connect", { press: (sent) => reconnect(sent, "connect"), savedOnly: true }],
  ["disconnect", { press: (sent) => reconnect(sent, "disconnect"), savedOnly: true }],
  // Enter in a field, where no scripts run and nobody can tell in which one it was.
  ["enter", { press: (sent) => (isSearch(sent.values) ? goOn(sent) : saveItemForm(sent)) }],
  // Searches the library for documents to link: the answer lists what fits the words in the form.
  ["find", { press: goOn }],
  // View with Markdown, where no scripts run: the letter as it reads, or its editor again.
  ["letter", { press: showLetter, savedOnly: true }],
  // The item as the public would see it once the form is saved.
  ["preview", { press: showPreview }],
  // Add entry, where no scripts run: the form comes back with another empty row.
  ["rows", { press: goOn }],
  // Puts the files of the form into the library, and goes on with them chosen.
  ["upload", { press: goOn, needsFiles: true }],
]);

/**
 * @param name the last word of a button's address
 * @param isNew whether its form makes an item
 * @throws 404 where the form has no such button
 */
export function buttonNamed(name: string, isNew: boolean): ItemButton {
  const button = find(name, isNew);
  if (button === undefined) throw notFound();
  return button;
}

/**
 * What a form that came to Save's address is to do. A browser that knows no `formaction`, such as w3m,
 * sends every button there: it says by its name which one was pressed, and then nothing is saved. Of a
 * button that is not known, such as one of an earlier release's page, the form comes back as it was.
 */
export function buttonOf(values: FormValues, isNew: boolean): ItemButton {
  const name = valueOf(values, "intent");
  if (name === "" || name === "save") return { press: saveItemForm };
  return find(name, isNew) ?? { press: goOn };
}

function find(name: string, isNew: boolean): ItemButton | undefined {
  const button = BUTTONS.get(name);
  return isNew && button?.savedOnly === true ? undefined : button;
}

/**
 * With words in the library's search, or taken out of it, Enter searches: a search that was meant
 * never publishes half an item, and who meant to save presses Save.
 */
function isSearch(values: FormValues): boolean {
  return [valueOf(values, "documentSearch"), valueOf(values, "documentSearched")].some(
    (text) => text.trim() !== "",
  );
}

async function showLetter({ edit, values, notice }: SentItem): Promise<ItemOutcome> {
  const text = valueOf(values, "letterContent");
  const letterPreview =
    valueOf(values, "letterShown") === "preview"
      ? null
      : await previewMarkdown(edit.org.id, text, "letterContent");
  return data(again(values, { notice, letterPreview }));
}

function showPreview(sent: SentItem): Promise<ItemOutcome> {
  return checked(sent, async (form) => {
    const { args, edit, editable, values, notice } = sent;
    const wanted = itemEditOf(form, editable);
    const preview = await previewOf(args.context, edit, editable, wanted);
    return data(again(values, { notice, preview }));
  });
}
