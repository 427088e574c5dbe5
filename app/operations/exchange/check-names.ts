import { CONTROL_FIELDS } from "#content/controls/forms/controls.ts";
import { referenceKey } from "#content/controls/rules/controls.ts";
import { outsideNames } from "#content/edit-kit/rules/entry-names.ts";
import type { Fault } from "./content-ids.ts";
import { listOf, recordOf, textOf } from "./raw.ts";
import type { KeyPath, SourceFile } from "./source-file.ts";
import type { Sources } from "./sources.ts";

/** A name in a file, and the key it stands at. */
interface Named {
  source: SourceFile;
  key: KeyPath;
  name: string;
}

/** Everything that is named twice where one name must mean one thing. */
export function checkNames(sources: Sources): Fault[] {
  const { org, products, companies, documents, faq, controls, topics, profiles, nda, parts } =
    sources;
  const updates = named(topics, ["topics"]).flatMap(({ key, entry }) =>
    column(topics, [...key, "updates"], "uid", listOf(entry.updates)),
  );
  return [
    repeated(column(products, ["products"], "uid")),
    repeated(column(products, ["products"], "folder")),
    repeated(column(companies, ["companies"], "uid")),
    repeated(column(documents, ["documents"], "uid")),
    repeated(column(faq, ["entries"], "uid")),
    repeated(column(controls, ["controls"], "uid")),
    repeated(
      column(controls, ["controls"], "reference").map((one) => ({
        ...one,
        name: referenceKey(one.name),
      })),
    ),
    ...named(controls, ["controls"]).flatMap(({ key, entry }) =>
      outsideNames(CONTROL_FIELDS, ["products", "lines"]).map((list) =>
        repeated(words(controls, [...key, list], entry[list])),
      ),
    ),
    repeated(column(topics, ["topics"], "uid")),
    repeated(updates),
    repeated(column(profiles, ["profiles"], "uid")),
    repeated(column(nda, ["versions"], "uid")),
    repeated(column(org, ["domains"], "host")),
    repeated(words(org, ["switchedOff"], recordOf(org.data).switchedOff)),
    ...productLists(products),
    ...[faq, topics].flatMap((source) =>
      named(source, [source === faq ? "entries" : "topics"]).map(({ key, entry }) =>
        repeated(words(source, [...key, "products"], entry.products)),
      ),
    ),
    ...named(profiles, ["profiles"]).flatMap(({ key, entry }) =>
      Object.entries(recordOf(entry.items)).map(([product, uids]) =>
        repeated(words(profiles, [...key, "items", product], uids)),
      ),
    ),
    defaults(products),
    ...parts.flatMap((part) => [
      repeated(
        part.cards.map((source) => ({
          source,
          key: ["kind"],
          name: textOf(recordOf(source.data).kind) ?? source.name,
        })),
      ),
      repeated(part.cards.flatMap((source) => column(source, ["items"], "uid"))),
      repeated(part.cards.flatMap((source) => column(source, ["items"], "slug"))),
      ...part.cards.flatMap((source) =>
        named(source, ["items"]).map(({ key, entry }) =>
          repeated(words(source, [...key, "documents"], entry.documents)),
        ),
      ),
      repeated(column(part.subprocessors, ["subprocessors"], "uid")),
      repeated(column(part.grades, ["grades"], "uid")),
    ]),
  ].flat();
}

/** The entries of a list in a file, with their keys. */
export function named(
  source: SourceFile | null,
  at: readonly [string],
): { key: KeyPath; entry: Readonly<Record<string, unknown>> }[] {
  return listOf(recordOf(source?.data)[at[0]]).map((entry, i) => ({
    key: [...at, i],
    entry: recordOf(entry),
  }));
}

/** The words of a list, with their keys. */
export function words(source: SourceFile | null, at: KeyPath, value: unknown): Named[] {
  if (source === null) return [];
  return listOf(value).flatMap((word, i) =>
    typeof word === "string" ? [{ source, key: [...at, i], name: word }] : [],
  );
}

function column(
  source: SourceFile | null,
  at: KeyPath,
  field: string,
  entries?: readonly unknown[],
): Named[] {
  if (source === null) return [];
  const list = entries ?? listOf(recordOf(source.data)[String(at[0])]);
  return list.flatMap((entry, i) => {
    const name = textOf(recordOf(entry)[field]);
    return name === null ? [] : [{ source, key: [...at, i, field], name }];
  });
}

function productLists(products: SourceFile): Fault[][] {
  return named(products, ["products"]).flatMap(({ key, entry }) =>
    ["sectionOrder", "cardOrder", "hiddenSections", "featuredItems", "documentOrder"].map((field) =>
      repeated(words(products, [...key, field], entry[field])),
    ),
  );
}

function defaults(products: SourceFile): Fault[] {
  const chosen = named(products, ["products"]).filter(({ entry }) => entry.default === true);
  return chosen
    .slice(1)
    .map(({ key }) => products.fault([...key, "default"], "only one product can be the default"));
}

function repeated(names: readonly Named[]): Fault[] {
  const first = new Map<string, Named>();
  return names.flatMap((item) => {
    const before = first.get(item.name);
    if (before === undefined) {
      first.set(item.name, item);
      return [];
    }
    return [
      item.source.fault(
        item.key,
        `${item.name} is there twice, first in ${before.source.name}:${before.source.lineOf(before.key)}`,
      ),
    ];
  });
}
