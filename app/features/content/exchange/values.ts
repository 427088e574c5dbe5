import { catalogueItem } from "../../cards/rules/catalogue/index.ts";
import { factsColumn, factsOf, RELEASED_BY_DEFAULT } from "../../documents/rules/document-facts.ts";
import type { BridgeLetter, ListEntry } from "../../items/rules/items.ts";
import type { CardFile, ContentItem } from "../rules/card-schema.ts";
import type {
  ControlsFile,
  DocumentsFile,
  FaqFile,
  GradesFile,
  NdaFile,
  ProductsFile,
  ProfilesFile,
  SubprocessorsFile,
  TopicsFile,
} from "../rules/content-schema.ts";
import { tidy, type Row, type Value } from "./rows.ts";

/*
 * The canonical form of each kind of row: keys in one order, defaults and empty values left out,
 * lists without an order of their own sorted. A file stands as `sha256:…` of what is stored of it.
 */

const yes = (value: boolean | undefined): true | undefined => (value === true ? true : undefined);
const sorted = (names: readonly string[] | undefined): string[] => [...new Set(names)].toSorted();

type Loose<T> = { [K in keyof T]?: T[K] | null | undefined };

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

type OptionalOfDocument =
  | "accessType"
  | "encryptedType"
  | "expiresOn"
  | "auditor"
  | "periodFrom"
  | "periodTo"
  | "releasedFacts";

type DocumentEntry = Omit<
  DocumentsFile["documents"][number],
  "file" | "sha256" | OptionalOfDocument
> &
  Loose<Pick<DocumentsFile["documents"][number], OptionalOfDocument>> & { file: string };

export function documentRow({
  uid,
  file,
  name,
  type,
  accessType,
  encryptedType,
  expiresOn,
  auditor,
  periodFrom,
  periodTo,
  releasedFacts,
  createdAt,
}: DocumentEntry): Row {
  const released = factsColumn(releasedFacts ?? RELEASED_BY_DEFAULT);
  return {
    noun: "document",
    key: uid,
    label: name,
    value: {
      ...tidy({
        uid,
        file,
        name,
        type,
        accessType,
        encryptedType,
        expiresOn,
        auditor,
        periodFrom,
        periodTo,
        createdAt,
      }),
      ...(released === factsColumn(RELEASED_BY_DEFAULT)
        ? {}
        : { releasedFacts: factsOf(released) }),
    },
  };
}

type ProductEntry = ProductsFile["products"][number];

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
}: Omit<ProductEntry, "folder" | "slug" | "sectionOrder" | "cardOrder" | "documentOrder"> &
  Loose<Pick<ProductEntry, "slug" | "sectionOrder" | "cardOrder" | "documentOrder">>): Row {
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
    }),
  };
}

/** The slug that a product's name gives (db/products). */
export function defaultProductSlug(name: string): string {
  return (
    name
      .replace(/[^A-Za-z0-9 -]/g, "")
      .replace(/\s+/g, " ")
      .trim() || "product"
  );
}

type CardEntry = Omit<CardFile, "items" | "title" | "displayText" | "placeholder" | "icon"> &
  Loose<Pick<CardFile, "title" | "displayText" | "placeholder" | "icon">>;

export function cardRow(
  product: string,
  { kind, title, displayText, placeholder, icon, hidden }: CardEntry,
): Row {
  return {
    noun: "card",
    key: `${product}/${kind}`,
    label: title ?? kind,
    value: tidy({ title, displayText, placeholder, icon, hidden: yes(hidden) }),
  };
}

type Optional =
  | "title"
  | "explanation"
  | "href"
  | "type"
  | "choice"
  | "maturity"
  | "recurrence"
  | "auditor"
  | "expiry"
  | "bridgeLetter"
  | "integration"
  | "slug"
  | "lastModified"
  | "badge"
  | "position"
  | "listEntries";
type ItemEntry = Omit<ContentItem, Optional> & Loose<Pick<ContentItem, Optional>>;

/** @param label the title that a reader sees, the catalogue's for its items */
export function itemRow(product: string, kind: string, label: string, item: ItemEntry): Row {
  const {
    uid,
    title,
    state,
    publicAccess,
    hidden,
    explanation,
    href,
    type,
    choice,
    maturity,
    recurrence,
    auditor,
    expiry,
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
    explanation,
    href,
    type,
    choice,
    maturity,
    recurrence,
    auditor,
    expiry,
    listEntries: listEntries?.map(listEntry),
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

type Subprocessor = SubprocessorsFile["subprocessors"][number];

export function subprocessorRow(
  product: string,
  label: string,
  {
    uid,
    company,
    purpose,
    location,
    additionalDetails,
    position,
    createdAt,
  }: Omit<Subprocessor, "purpose" | "location" | "additionalDetails" | "position"> &
    Loose<Pick<Subprocessor, "purpose" | "location" | "additionalDetails" | "position">>,
): Row {
  return {
    noun: "subprocessor",
    key: `${product}/${uid}`,
    label,
    value: tidy({ uid, company, purpose, location, additionalDetails, position, createdAt }),
  };
}

export function trustedByRow(
  product: string,
  label: string,
  entries: readonly { company: string; href?: string | null | undefined }[],
): Row {
  return {
    noun: "trusted-by",
    key: product,
    label,
    value: { entries: entries.map(({ company, href }) => tidy({ company, href })) },
  };
}

type Grade = GradesFile["grades"][number];

export function gradesRow(
  product: string,
  productName: string,
  entries: readonly (Omit<Grade, "description" | "grade" | "url"> &
    Loose<Pick<Grade, "description" | "grade" | "url">>)[],
): Row {
  return {
    noun: "grades",
    key: product,
    label: productName,
    value: {
      entries: entries.map(({ uid, provider, label, description, grade, url }) =>
        tidy({ uid, provider, label, description, grade, url }),
      ),
    },
  };
}

export function linksRow(links: readonly { label: string; link: string; show: boolean }[]): Row {
  return {
    noun: "links",
    key: "",
    label: "Links beside the products",
    value: {
      entries: links.map(({ label, link, show }) =>
        tidy({ label, link, show: show ? undefined : false }),
      ),
    },
  };
}

type Faq = FaqFile["entries"][number];
type SaidOrNot = "comment" | "topic" | "source" | "sourceSubtype" | "sourceName";

export function faqRow({
  uid,
  question,
  answer,
  comment,
  topic,
  access,
  favourite,
  source,
  sourceSubtype,
  sourceName,
  products,
  createdAt,
  modifiedAt,
}: Omit<Faq, SaidOrNot> & Loose<Pick<Faq, SaidOrNot>>): Row {
  return {
    noun: "faq",
    key: uid,
    label: question,
    value: tidy({
      uid,
      question,
      answer,
      comment,
      topic,
      access: access === "public" ? undefined : access,
      favourite: yes(favourite),
      source,
      sourceSubtype,
      sourceName,
      products: sorted(products),
      createdAt,
      modifiedAt: modifiedAt === createdAt ? undefined : modifiedAt,
    }),
  };
}

type ControlEntry = ControlsFile["controls"][number];

export function controlRow({
  uid,
  reference,
  title,
  description,
  requirements,
  item,
  access,
  products,
  createdAt,
  modifiedAt,
}: Omit<ControlEntry, "description" | "item"> &
  Loose<Pick<ControlEntry, "description" | "item">>): Row {
  return {
    noun: "control",
    key: uid,
    label: `${reference} ${title}`,
    value: tidy({
      uid,
      reference,
      title,
      description,
      requirements,
      item,
      access: access === "public" ? undefined : access,
      products: sorted(products),
      createdAt,
      modifiedAt: modifiedAt === createdAt ? undefined : modifiedAt,
    }),
  };
}

type Topic = TopicsFile["topics"][number];

export function topicRow({
  uid,
  subject,
  category,
  hidden,
  pinned,
  products,
  effectiveOn,
  objectionDays,
}: Omit<Topic, "updates" | "effectiveOn" | "objectionDays"> &
  Loose<Pick<Topic, "effectiveOn" | "objectionDays">>): Row {
  return {
    noun: "topic",
    key: uid,
    label: subject,
    value: tidy({
      uid,
      subject,
      category,
      hidden: yes(hidden),
      pinned: yes(pinned),
      products: sorted(products),
      effectiveOn,
      objectionDays,
    }),
  };
}

export function topicUpdateRow(
  topic: string,
  subject: string,
  { uid, message, audience, email, portal, at }: Topic["updates"][number],
): Row {
  return {
    noun: "topic-update",
    key: uid,
    label: subject,
    value: tidy({
      uid,
      topic,
      message,
      audience: audience === "public" ? undefined : audience,
      email: yes(email),
      portal: portal ? undefined : false,
      at,
    }),
  };
}

export function profileRow({ uid, name, allItems, items }: ProfilesFile["profiles"][number]): Row {
  const chosen = Object.fromEntries(
    Object.keys(items)
      .toSorted()
      .flatMap((product) => (items[product]?.length ? [[product, sorted(items[product])]] : [])),
  );
  return {
    noun: "profile",
    key: uid,
    label: name,
    value: tidy({
      uid,
      name,
      allItems: yes(allItems),
      items: Object.keys(chosen).length === 0 ? undefined : chosen,
    }),
  };
}

export function ndaRow({ provider, accountWide }: Pick<NdaFile, "provider" | "accountWide">): Row {
  return {
    noun: "nda",
    key: "",
    label: "How the NDA is signed",
    value: tidy({ provider, accountWide: yes(accountWide) }),
  };
}

export function ndaVersionRow({ uid, title, body, publishedAt }: NdaFile["versions"][number]): Row {
  return { noun: "nda-version", key: uid, label: title, value: { uid, title, body, publishedAt } };
}
