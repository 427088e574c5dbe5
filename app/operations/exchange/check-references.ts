import path from "node:path";
import { kindOfName } from "#values/file-types.ts";
import { PICTURE_KINDS, type PictureKinds } from "#values/picture-kinds.ts";
import type { Fault } from "./content-ids.ts";
import { named, words } from "./check-names.ts";
import { recordOf, textOf } from "./raw.ts";
import type { KeyPath, SourceFile } from "./source-file.ts";
import type { ProductSources, Sources } from "./sources.ts";

/**
 * Every reference that leads nowhere: to a company, document, product, item, or a file on the disk.
 */
export async function checkReferences(sources: Sources): Promise<Fault[]> {
  const { products, companies, documents, faq, controls, topics, profiles, parts } = sources;
  const companyUids = uidsOf(companies, ["companies"]);
  const documentUids = uidsOf(documents, ["documents"]);
  const productUids = uidsOf(products, ["products"]);
  const itemUids = new Map(parts.map((part) => [part.uid, itemsOf(part)]));
  const faults: Fault[] = [];
  const must = (
    known: ReadonlySet<string>,
    what: string,
    source: SourceFile,
    key: KeyPath,
    value: unknown,
  ) => {
    if (typeof value === "string" && !known.has(value))
      faults.push(source.fault(key, `there is no ${what} ${value}`));
  };

  for (const part of parts) {
    for (const source of part.cards) {
      for (const { key, entry } of named(source, ["items"])) {
        for (const word of words(source, [...key, "documents"], entry.documents))
          must(documentUids, "document", source, word.key, word.name);
      }
    }
    for (const { key, entry } of named(part.trustedBy, ["companies"]))
      if (part.trustedBy)
        must(companyUids, "company", part.trustedBy, [...key, "company"], entry.company);
    for (const { key, entry } of named(part.subprocessors, ["subprocessors"]))
      if (part.subprocessors)
        must(companyUids, "company", part.subprocessors, [...key, "company"], entry.company);
    const featured = named(products, ["products"])[part.index];
    const places = [
      ...words(products, ["products", part.index, "featuredItems"], featured?.entry.featuredItems),
      ...words(products, ["products", part.index, "documentOrder"], featured?.entry.documentOrder),
    ];
    for (const word of places) {
      must(
        itemUids.get(part.uid) ?? new Set(),
        `item in product ${part.uid}:`,
        products,
        word.key,
        word.name,
      );
    }
  }
  for (const [source, list] of [
    [faq, "entries"],
    [controls, "controls"],
    [topics, "topics"],
  ] as const) {
    for (const { key, entry } of named(source, [list])) {
      for (const word of words(source, [...key, "products"], entry.products))
        must(productUids, "product", word.source, word.key, word.name);
    }
  }
  const anyItem = new Set([...itemUids.values()].flatMap((uids) => [...uids]));
  for (const { key, entry } of named(controls, ["controls"]))
    if (controls) must(anyItem, "item", controls, [...key, "item"], entry.item);
  for (const { key, entry } of named(profiles, ["profiles"])) {
    for (const [product, uids] of Object.entries(recordOf(entry.items))) {
      const at = [...key, "items", product];
      if (profiles) must(productUids, "product", profiles, at, product);
      const known = itemUids.get(product);
      if (known === undefined) continue;
      for (const word of words(profiles, at, uids))
        must(known, `item in product ${product}:`, word.source, word.key, word.name);
    }
  }
  return [...faults, ...(await checkFiles(sources))];
}

/** The files that a folder's content names, with the key that names each. */
export function namedFiles(
  sources: Sources,
): { source: SourceFile; key: KeyPath; file: string; picture: PictureKinds | null }[] {
  const { org, companies, documents, parts } = sources;
  const pictures = ["logo", "logoDark", "banner", "favicon"].map((key) => ({
    source: org,
    key: [key],
    file: recordOf(org.data)[key],
    picture: key === "favicon" ? ("favicon" as const) : ("logo" as const),
  }));
  const logos = named(companies, ["companies"]).map(({ key, entry }) => ({
    source: companies,
    key: [...key, "logo"],
    file: entry.logo,
    picture: "logo" as const,
  }));
  const library = named(documents, ["documents"]).map(({ key, entry }) => ({
    source: documents,
    key: [...key, "file"],
    file: entry.file,
    picture: null,
  }));
  const cards = parts.flatMap((part) => part.cards);
  const icons = cards.map((source) => ({
    source,
    key: ["icon"],
    file: recordOf(source.data).icon,
    picture: "icon" as const,
  }));
  const badges = cards.flatMap((source) =>
    named(source, ["items"]).map(({ key, entry }) => ({
      source,
      key: [...key, "badge"],
      file: entry.badge,
      picture: "icon" as const,
    })),
  );
  return [...pictures, ...logos, ...library, ...icons, ...badges].flatMap(
    ({ source, key, file, picture }) =>
      source !== null && typeof file === "string" ? [{ source, key, file, picture }] : [],
  );
}

/** Whether a file of that name can be this picture, or a document. */
function mayHold(file: string, picture: PictureKinds | null): boolean {
  const ending = path.extname(file).slice(1).toLowerCase();
  if (picture !== null) return PICTURE_KINDS[picture].includes(ending);
  return kindOfName(file) !== null || ending === "svg";
}

async function checkFiles(sources: Sources): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { source, key, file, picture } of namedFiles(sources)) {
    if (!mayHold(file, picture))
      faults.push(source.fault(key, `${file} is of a kind that can’t be used here`));
    // Outside of the folder nothing is looked for: the schema refuses such a path.
    if (path.isAbsolute(file) || file.includes("..")) continue;
    if (!(await sources.root.isFile(file)))
      faults.push(source.fault(key, `there is no file ${file}`));
  }
  return faults;
}

function uidsOf(source: SourceFile | null, at: readonly [string]): Set<string> {
  return new Set(named(source, at).flatMap(({ entry }) => textOf(entry.uid) ?? []));
}

function itemsOf(part: ProductSources): Set<string> {
  return new Set(part.cards.flatMap((source) => [...uidsOf(source, ["items"])]));
}
