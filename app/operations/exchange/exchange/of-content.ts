import { catalogueItem } from "#model/cards/catalogue/index.ts";
import { momentDay, momentTime } from "../moments.ts";
import type { Content, ProductContent } from "../read-folder.ts";
import { rowsOf, sortedGroup, tidy, type Row, type Rows } from "./rows.ts";
import { cardRow, companyRow, documentRow, itemRow, productRow } from "./values.ts";
import {
  controlRow,
  faqRow,
  gradesRow,
  linksRow,
  ndaRow,
  ndaVersionRow,
  profileRow,
  subprocessorRow,
  topicRow,
  topicUpdateRow,
  trustedByRow,
} from "./list-values.ts";

interface Around {
  /** SHA-256 of each named file as it is stored, by its name in the folder. */
  hashes: ReadonlyMap<string, string>;
  now: Date;
  /** Of the org that it is imported into. */
  timeZone: string;
}

/** The rows that a folder's content comes to: moments as times, files as what is stored of them. */
export function rowsOfContent(content: Content, { hashes, now, timeZone }: Around): Rows {
  const time = (moment: string) => momentTime(moment, now).toISOString();
  const day = (moment: string | undefined) =>
    moment === undefined ? undefined : momentDay(moment, now, timeZone);
  const file = (name: string | undefined) =>
    name === undefined ? undefined : `sha256:${hashes.get(name) ?? ""}`;
  const { org } = content;
  const companies = new Map(content.companies.map(({ uid, name }) => [uid, name]));
  const products = content.products.map(({ product }) => product);
  const isDefault = (uid: string) =>
    (products.some((product) => product.default)
      ? products.find((product) => product.default)?.uid
      : products[0]?.uid) === uid;
  const rows: Row[] = [
    {
      noun: "org",
      key: "",
      label: org.name,
      value: tidy({
        name: org.name,
        websiteUrl: org.websiteUrl,
        timeZone: content.given.timeZone ? org.timeZone : undefined,
      }),
    },
    {
      noun: "settings",
      key: "",
      label: "Settings",
      value: sortedGroup(content.settings as Record<string, unknown>),
    },
    {
      noun: "pictures",
      key: "",
      label: "Images",
      value: tidy({
        logo: file(org.logo),
        logoDark: file(org.logoDark),
        banner: file(org.banner),
        favicon: file(org.favicon),
      }),
    },
    ...(content.links.length === 0 ? [] : [linksRow(content.links)]),
    ...content.companies.map(({ logo, ...company }) =>
      companyRow(company.uid, { ...company, logo: file(logo) }),
    ),
    ...content.documents.map((document) =>
      documentRow({
        ...document,
        file:
          document.file === undefined
            ? `sha256:${document.sha256 ?? ""}`
            : (file(document.file) ?? ""),
        expiresOn: day(document.expiresOn),
        periodFrom: day(document.periodFrom),
        periodTo: day(document.periodTo),
        createdAt: time(document.createdAt),
      }),
    ),
    ...products.map((product) =>
      productRow({
        ...product,
        default: isDefault(product.uid),
        cra:
          product.cra === undefined
            ? undefined
            : { ...product.cra, supportUntil: day(product.cra.supportUntil) },
      }),
    ),
    ...content.products.flatMap((part) => productRows(part, { companies, time, day, file })),
    ...content.faq.map((entry) =>
      faqRow({
        ...entry,
        createdAt: time(entry.createdAt),
        modifiedAt: time(entry.modifiedAt ?? entry.createdAt),
      }),
    ),
    ...content.controls.map((control) =>
      controlRow({
        ...control,
        createdAt: time(control.createdAt),
        modifiedAt: time(control.modifiedAt ?? control.createdAt),
      }),
    ),
    ...content.topics.map((topic) => topicRow({ ...topic, effectiveOn: day(topic.effectiveOn) })),
    ...content.topics.flatMap((topic) =>
      inOrder(topic.updates.map((update) => ({ ...update, at: time(update.at) }))).map((update) =>
        topicUpdateRow(topic.uid, topic.subject, update),
      ),
    ),
    ...content.profiles.map(profileRow),
    ...(content.given.nda ? [ndaRow(content.nda)] : []),
    ...content.nda.versions.map((version) =>
      ndaVersionRow({ ...version, publishedAt: time(version.publishedAt) }),
    ),
  ];
  return rowsOf(rows);
}

/** '133d ago' three times: the file's order stays the order of time. */
function inOrder<T extends { at: string }>(updates: readonly T[]): T[] {
  const result: T[] = [];
  for (const [i, update] of updates.entries()) {
    const before = result[i - 1];
    const same = before !== undefined && update.at === updates[i - 1]?.at;
    result.push(
      same ? { ...update, at: new Date(Date.parse(before.at) + 1).toISOString() } : update,
    );
  }
  return result;
}

interface Reading {
  companies: ReadonlyMap<string, string>;
  time: (moment: string) => string;
  day: (moment: string | undefined) => string | undefined;
  file: (name: string | undefined) => string | undefined;
}

function productRows(
  { product, cards, trustedBy, subprocessors, grades }: ProductContent,
  { companies, time, day, file }: Reading,
): Row[] {
  const { uid } = product;
  const cardRows = cards.map((card) => cardRow(uid, { ...card, icon: file(card.icon) }));
  const items = cards.flatMap((card) =>
    card.items.map((item) =>
      itemRow(uid, card.kind, catalogueItem(item.uid)?.title ?? item.title ?? item.uid, {
        ...item,
        badge: file(item.badge),
        expiry: day(item.expiry),
        lastModified:
          item.lastModified === undefined
            ? undefined
            : { ...item.lastModified, on: time(item.lastModified.on) },
      }),
    ),
  );
  return [
    ...cardRows.filter(({ value }) => Object.keys(value).length > 0),
    ...items,
    ...(trustedBy.length === 0 ? [] : [trustedByRow(uid, product.name, trustedBy)]),
    ...subprocessors.map((entry) =>
      subprocessorRow(uid, companies.get(entry.company) ?? entry.company, {
        ...entry,
        createdAt: time(entry.createdAt),
      }),
    ),
    ...(grades.length === 0 ? [] : [gradesRow(uid, product.name, grades)]),
  ];
}
