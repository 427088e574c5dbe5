import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { PUBLIC_KINDS, type CardKind } from "#model/cards/kinds.ts";
import type { RecordName } from "./question.ts";

/** Who is asked for: a visitor, and a member of an account with the profile that the demo's customer has. */
export const VIEWERS = ["public", "member"] as const;
export type AskingViewer = (typeof VIEWERS)[number];

/** Who may read a record, the most first; `nobody` is for staff or for other profiles. */
const AUDIENCES = ["public", "member", "nobody"] as const;
type Audience = (typeof AUDIENCES)[number];

/** The standard questionnaires that are filled in; they ask about each domain of the Cloud Controls Matrix. */
const QUESTIONNAIRES: readonly RecordName[] = [
  "document:csa-star-caiq",
  "document:hecvat-4",
  "document:sig-core-2026",
  "document:sig-lite-2026",
];

const PRODUCT = "platform";
const PROFILE = "core-reports";
const DEMO = path.join(import.meta.dirname, "../../demo/acme");

interface Item {
  uid: string;
  publicAccess?: boolean;
  hidden?: boolean;
  state?: string;
  documents?: string[];
}

interface Entry {
  uid: string;
  access?: "accounts" | "internal";
  products?: string[];
}

/** A result of the search or the source of an answer, as far as it says what it is. */
export interface Found {
  id: string;
  type: string;
  title: string;
  metadata?: { reference?: string; fileName?: string };
}

/** The records of the demo on its first product's portal. */
export interface DemoRecords {
  /** Who may read each. */
  audiences: ReadonlyMap<RecordName, Audience>;
  /** The name of what was found; null for what has none. */
  nameOf(found: Found): RecordName | null;
}

const read = <T>(...parts: string[]): T =>
  parse(readFileSync(path.join(DEMO, ...parts), "utf8")) as T;

/** The demo's records by their names, read from its files. */
export function readDemo(): DemoRecords {
  const audiences = new Map<RecordName, Audience>();
  const names = new Map<string, RecordName>();
  const add = (name: RecordName, audience: Audience, key?: string) => {
    const known = audiences.get(name);
    if (known === undefined || AUDIENCES.indexOf(audience) < AUDIENCES.indexOf(known))
      audiences.set(name, audience);
    if (key !== undefined) names.set(key, name);
  };
  const files = read<{ documents: { uid: string; name: string }[] }>("documents.yaml").documents;
  for (const { uid, name } of files) add(`document:${uid}`, "nobody", `file ${name}`);
  const granted = new Set(
    read<{ profiles: { uid: string; items?: Record<string, string[]> }[] }>(
      "profiles.yaml",
    ).profiles.find(({ uid }) => uid === PROFILE)?.items?.[PRODUCT],
  );
  const cards = path.join("products", PRODUCT, "cards");
  for (const file of readdirSync(path.join(DEMO, cards))) {
    const card = read<{ kind: CardKind; hidden?: boolean; items: Item[] }>(cards, file);
    for (const item of card.items) {
      const audience = card.hidden === true ? "nobody" : audienceOfItem(item, granted);
      // The texts of these cards are everybody's, their files are not.
      const isRead = audience !== "nobody" || (item.hidden !== true && item.state !== "NotEnabled");
      const isOpen = PUBLIC_KINDS.has(card.kind) && card.hidden !== true && isRead;
      add(`item:${item.uid}`, isOpen ? "public" : audience);
      for (const uid of item.documents ?? []) add(`document:${uid}`, audience);
    }
  }
  const questions = read<{ entries: (Entry & { question: string })[] }>("faq.yaml").entries;
  for (const entry of questions.filter(isOfProduct))
    add(`faq:${entry.uid}`, audienceOfEntry(entry), `question ${entry.question}`);
  const controls = read<{ controls: (Entry & { reference: string })[] }>("controls.yaml").controls;
  for (const entry of controls.filter(isOfProduct))
    add(`control:${entry.uid}`, audienceOfEntry(entry), `control ${entry.reference}`);
  for (const topic of readTopics())
    add(
      `update:${topic.uid}`,
      topic.hidden === true
        ? "nobody"
        : topic.updates.some(({ audience }) => audience !== "private")
          ? "public"
          : "member",
      `topic ${topic.subject}`,
    );
  const companies = new Map(
    read<{ companies: { uid: string; name: string }[] }>("companies.yaml").companies.map(
      ({ uid, name }) => [uid, name],
    ),
  );
  const processors = read<{ subprocessors: { uid: string; company: string }[] }>(
    path.join("products", PRODUCT, "subprocessors.yaml"),
  ).subprocessors;
  for (const { uid, company } of processors)
    add(`subprocessor:${uid}`, "public", `subprocessor ${companies.get(company)}`);
  const grades = read<{ grades: { uid: string; label: string }[] }>(
    path.join("products", PRODUCT, "grades.yaml"),
  ).grades;
  for (const { uid, label } of grades) add(`grade:${uid}`, "public", `grade ${label}`);
  for (const name of ["contact:security", "contact:support"] as const) add(name, "public");
  return { audiences, nameOf: (found) => nameOf(found, audiences, names) };
}

function readTopics() {
  return read<{
    topics: {
      uid: string;
      subject: string;
      hidden?: boolean;
      updates: { audience?: string }[];
    }[];
  }>("topics.yaml").topics;
}

function audienceOfItem(item: Item, granted: ReadonlySet<string>): Audience {
  if (item.state === "NotEnabled") return "nobody";
  if (item.publicAccess === true && item.hidden !== true) return "public";
  return granted.has(item.uid) ? "member" : "nobody";
}

function audienceOfEntry({ access }: Entry): Audience {
  if (access === undefined) return "public";
  return access === "accounts" ? "member" : "nobody";
}

function isOfProduct({ products }: Entry): boolean {
  return products === undefined || products.includes(PRODUCT);
}

function nameOf(
  { id, type, title, metadata = {} }: Found,
  audiences: ReadonlyMap<RecordName, Audience>,
  names: ReadonlyMap<string, RecordName>,
): RecordName | null {
  const named = (key: string) => names.get(key) ?? null;
  const byBeginning = (kind: string, end: string) => {
    for (const [key, name] of names)
      if (key.startsWith(kind) && title.startsWith(`${key.slice(kind.length)}${end}`)) return name;
    return null;
  };
  switch (type) {
    case "knowledge base":
      return named(`question ${title}`);
    case "controls":
      return named(`control ${metadata.reference}`);
    case "documents":
      return named(`file ${metadata.fileName}`);
    case "trust center updates":
      return named(`topic ${title}`);
    default: {
      if (id === "fact:contact-security") return "contact:security";
      if (id === "fact:contact-support") return "contact:support";
      if (id.startsWith("fact:subprocessor:"))
        return byBeginning("subprocessor ", " is a subprocessor");
      if (id.startsWith("fact:grade:")) return byBeginning("grade ", " grades");
      const item: RecordName = `item:${id.split(":").slice(2).join(":")}`;
      return audiences.has(item) ? item : null;
    }
  }
}

/** The names that a question's records stand for. */
export function namedRecords(records: readonly RecordName[]): RecordName[] {
  return records.flatMap((name) => (name === "questionnaires" ? QUESTIONNAIRES : [name]));
}

/** Those of a question's records that a viewer may read. */
export function recordsFor(
  { audiences }: DemoRecords,
  viewer: AskingViewer,
  records: readonly RecordName[],
): RecordName[] {
  return namedRecords(records).filter((name) => {
    const audience = audiences.get(name);
    return audience === "public" || (audience === "member" && viewer === "member");
  });
}
