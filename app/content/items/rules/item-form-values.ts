import type { Integration } from "#model/integrations.ts";
import { isTicked, valueOf, valuesOf, type FormValues } from "#values/form-values.ts";
import { accessOf } from "#model/items/forms/items.ts";
import {
  DEFAULT_ITEM_TYPE,
  PLAIN_FIELDS,
  type BridgeLetter,
  type EnabledState,
  type ListEntry,
  type Maturity,
  type Recurrence,
} from "#model/items/items.ts";

/** The inputs of an item's form: how they are filled, and how what comes back of them is read. */

/** What an item has, as its form is filled with it. */
export interface EditedItem {
  title: string;
  enabledState: EnabledState;
  publicAccess: boolean;
  hidden: boolean;
  explanation: string | null;
  href: string | null;
  type: string | null;
  choice: string | null;
  maturity: Maturity | null;
  recurrence: Recurrence | null;
  auditor: string | null;
  expiry: string | null;
  listEntries: readonly ListEntry[];
  bridgeLetter: BridgeLetter | null;
  /** What it is connected to at another provider; its link is that page. */
  integration: Integration | null;
}

/** The form as it is opened. */
export function formOfItem(
  item: EditedItem,
  { base, letterType }: { base: string; letterType: "SOC 1" | "SOC 2" | null },
): FormValues {
  const letter = item.bridgeLetter;
  return {
    base: [base],
    title: [item.title],
    enabledState: [item.enabledState],
    access: [accessOf(item)],
    type: [item.type ?? DEFAULT_ITEM_TYPE],
    maturity: [item.maturity ?? ""],
    recurrence: [item.recurrence ?? ""],
    auditor: [item.auditor ?? ""],
    expiry: [item.expiry ?? ""],
    explanation: [item.explanation ?? ""],
    href: [item.href ?? ""],
    ...((item.integration?.showInCard ?? true) ? { showInCard: ["on"] } : {}),
    choice: [item.choice ?? ""],
    entryLabel: item.listEntries.map(({ label }) => label),
    entryDescription: item.listEntries.map(({ description }) => description ?? ""),
    entryHref: item.listEntries.map(({ href }) => href ?? ""),
    ...(letter?.letterEnabled ? { letterEnabled: ["on"] } : {}),
    letterContent: [letter?.letterContent ?? ""],
    signerName: [letter?.signerName ?? ""],
    signerTitle: [letter?.signerTitle ?? ""],
    letterType: [letter?.letterType ?? letterType ?? "SOC 2"],
  };
}

const DOCUMENT_TYPE = "documentTypes.";

/** The input that gives a document its type. */
export function documentTypeInput(documentId: string): string {
  return `${DOCUMENT_TYPE}${documentId}`;
}

/** What a form says, in the shape that the schema and the API have. */
export function itemOfForm(values: FormValues): Record<string, unknown> {
  const text = (name: string) => (values[name] === undefined ? undefined : valueOf(values, name));
  const labels = valuesOf(values, "entryLabel");
  const [descriptions, hrefs] = [
    valuesOf(values, "entryDescription"),
    valuesOf(values, "entryHref"),
  ];
  const linked = new Set(valuesOf(values, "link"));
  const types = Object.entries(values).filter(
    ([name, [value]]) =>
      name.startsWith(DOCUMENT_TYPE) &&
      value !== "" &&
      linked.has(name.slice(DOCUMENT_TYPE.length)),
  );
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, text(name)])),
    listEntries: labels.map((label, i) => ({
      label,
      description: descriptions[i] ?? "",
      href: hrefs[i] ?? "",
    })),
    link: [...linked],
    unlink: [...new Set(valuesOf(values, "unlink"))],
    documentTypes: Object.fromEntries(
      types.map(([name, [value]]) => [name.slice(DOCUMENT_TYPE.length), value]),
    ),
    bridgeLetter: letterOf(values),
    removeBadge: isTicked(values, "removeBadge"),
    showInCard: isTicked(values, "showInCard"),
  };
}

/** The fields of an item that are one text each. */
export const TEXT_FIELDS = ["title", "enabledState", "access", ...PLAIN_FIELDS] as const;

const TEXTS = [...TEXT_FIELDS, "base", "sameTitle"] as const;

/** A letter that is off and says nothing is none. */
function letterOf(values: FormValues): unknown {
  const letterEnabled = isTicked(values, "letterEnabled");
  const [letterContent, signerName, signerTitle] = [
    valueOf(values, "letterContent"),
    valueOf(values, "signerName"),
    valueOf(values, "signerTitle"),
  ];
  const isEmpty =
    !letterEnabled && [letterContent, signerName, signerTitle].every((text) => text.trim() === "");
  return isEmpty
    ? null
    : {
        letterEnabled,
        letterContent,
        signerName,
        signerTitle,
        letterType: valueOf(values, "letterType"),
      };
}

/** The input that a message of the schema belongs to. */
export function inputOf(path: readonly PropertyKey[]): string {
  const [name, at, inner] = path.map(String);
  if (name === "listEntries" && at !== undefined)
    return `${ENTRY_INPUTS[inner ?? "label"] ?? "entryLabel"}-${at}`;
  if (name === "bridgeLetter") return at ?? "letterEnabled";
  if (name === "documentTypes" && at !== undefined) return documentTypeInput(at);
  return name ?? "";
}

const ENTRY_INPUTS: Readonly<Record<string, string>> = {
  label: "entryLabel",
  description: "entryDescription",
  href: "entryHref",
};

/** Messages by the inputs that they belong to. */
export function messagesByInput(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string[]> {
  const messages: Record<string, string[]> = {};
  for (const { path, message } of issues) (messages[inputOf(path)] ??= []).push(message);
  return messages;
}
