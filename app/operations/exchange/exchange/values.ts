import { catalogueItem } from "#model/cards/catalogue/index.ts";
import { factsColumn, factsOf, RELEASED_BY_DEFAULT } from "#model/documents/facts.ts";
import { PLAIN_FIELDS, type BridgeLetter, type ListEntry } from "#model/items/items.ts";
import type { CardFile, ContentItem } from "../rules/card-schema.ts";
import type { DocumentsFile, ProductsFile } from "../rules/content-schema.ts";
import { picked } from "#values/picked.ts";
import { tidy, type Row, type Value } from "./rows.ts";

/*
 * The canonical form of each kind of row: keys in one order, defaults and empty values left out,
 * lists without an order of their own sorted. A file stands as `sha256:…` of what is stored of it.
 */

export const yes = (value: boolean | undefined): true | undefined =>
  value === true ? true : undefined;

export const sorted = (names: readonly string[] | undefined): string[] =>
  [...new Set(names)].toSorted();

/** What a file may leave out is null where it is stored. */
export type Stored<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | null : T[K] };

export function companyRow(
  uid: string,
  {
    name,
    domain,
    logo,
    known,
  }: {
    name: string;
    domain?: string | null | undefined;
    logo?: string | null | undefined;
    known?: string | null | undefined;
  },
): Row {
  return {
    noun: "company",
    key: uid,
    label: name,
    value: tidy({ uid, name, domain, logo, known }),
  };
}

type DocumentEntry = Stored<Omit<DocumentsFile["documents"][number], "file" | "sha256">> & {
  file: string;
};

const DOCUMENT_FIELDS = [
  "uid",
  "file",
  "name",
  "type",
  "accessType",
  "encryptedType",
  "expiresOn",
  "auditor",
  "periodFrom",
  "periodTo",
  "externalId",
  "createdAt",
] as const;

export function documentRow(document: DocumentEntry): Row {
  const released = factsColumn(document.releasedFacts ?? RELEASED_BY_DEFAULT);
  return {
    noun: "document",
    key: document.uid,
    label: document.name,
    value: {
      ...tidy(picked(document, DOCUMENT_FIELDS)),
      ...(released === factsColumn(RELEASED_BY_DEFAULT)
        ? {}
        : { releasedFacts: factsOf(released) }),
    },
  };
}

export function productRow({
  uid,
  name,
  slug,
  default: isDefault,
  show,
  sectionOrder,
  cardOrder,
  hiddenSections,
  featuredItems,
  documentOrder,
  cra,
}: Stored<Omit<ProductsFile["products"][number], "folder" | "cra">> & {
  cra?: Readonly<Record<string, unknown>> | null | undefined;
}): Row {
  // The slug that follows from the name is not worth a line.
  const own = slug === defaultProductSlug(name) ? undefined : slug;
  return {
    noun: "product",
    key: uid,
    label: name,
    value: tidy({
      uid,
      name,
      slug: own,
      default: yes(isDefault),
      show: show ? undefined : false,
      sectionOrder,
      cardOrder,
      hiddenSections: sorted(hiddenSections),
      featuredItems,
      documentOrder,
      cra: cra === undefined || cra === null ? undefined : tidy(cra),
    }),
  };
}

/** The slug that a product's name gives (tenancy/products/store/products). */
export function defaultProductSlug(name: string): string {
  return (
    name
      .replace(/[^A-Za-z0-9 -]/g, "")
      .replace(/\s+/g, " ")
      .trim() || "product"
  );
}

export function cardRow(
  product: string,
  { kind, title, displayText, placeholder, icon, hidden }: Stored<Omit<CardFile, "items">>,
): Row {
  return {
    noun: "card",
    key: `${product}/${kind}`,
    label: title ?? kind,
    value: tidy({ title, displayText, placeholder, icon, hidden: yes(hidden) }),
  };
}

/** @param label the title that a reader sees, the catalogue's for its items */
export function itemRow(
  product: string,
  kind: string,
  label: string,
  item: Stored<ContentItem>,
): Row {
  const {
    uid,
    title,
    state,
    publicAccess,
    hidden,
    listEntries,
    bridgeLetter,
    integration,
    badge,
    position,
    documents,
    slug,
    oldSlugs,
    lastModified,
  } = item;
  const value = {
    // What an item of the catalogue is called there is not worth a line.
    uid,
    title: catalogueItem(uid)?.title === title ? undefined : title,
    kind,
    state: state === "Enabled" ? undefined : state,
    publicAccess: yes(publicAccess),
    hidden: yes(hidden && !publicAccess),
    ...picked(item, PLAIN_FIELDS),
    listEntries: listEntries.map(listEntry),
    bridgeLetter: bridgeLetter == null ? undefined : letter(bridgeLetter),
    integration:
      integration == null
        ? undefined
        : {
            provider: integration.provider,
            page: integration.page,
            showInCard: integration.showInCard,
          },
    badge,
    position,
    documents: sorted(documents),
    slug,
    oldSlugs: sorted(oldSlugs),
    lastModified: lastModified == null ? undefined : { on: lastModified.on, by: lastModified.by },
  };
  return { noun: "item", key: `${product}/${uid}`, label, value: tidy(value) };
}

function listEntry({ label, description, href }: ListEntry): Value {
  return tidy({ label, description, href });
}

function letter({
  letterEnabled,
  letterContent,
  signerName,
  signerTitle,
  letterType,
}: BridgeLetter): Value {
  return { letterEnabled, letterContent, signerName, signerTitle, letterType };
}
