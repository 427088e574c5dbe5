import { stringify } from "yaml";
import { CARD_KINDS } from "#model/cards/kinds.ts";
import { endingOfType } from "../content-ids.ts";
import { ofNoun, tidy, type Row, type Rows, type Value } from "./rows.ts";

/** A file that content names: where it stands in the folder, and what is stored of it. */
export interface NamedFile {
  path: string;
  hash: string;
}

export interface ContentFolder {
  /** The YAML files by path. */
  texts: Map<string, string>;
  /** Pictures and documents, each path once. */
  files: NamedFile[];
}

/**
 * Writes rows as a content folder: the same rows give the same bytes.
 * @param options.typeOf the content type of a stored file by its hash
 * @param options.withFiles whether documents come along; without them each is named by its hash
 */
export function yamlFiles(
  rows: Rows,
  { typeOf, withFiles }: { typeOf: (hash: string) => string; withFiles: boolean },
): ContentFolder {
  const texts = new Map<string, string>();
  const files = new Map<string, string>();
  const put = (path: string, value: Value) => {
    texts.set(path, stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }));
  };
  const file = (path: string, value: unknown): string | undefined => {
    if (typeof value !== "string") return undefined;
    const hash = value.replace(/^sha256:/, "");
    const named = `${path}.${endingOfType(typeOf(hash))}`;
    files.set(named, hash);
    return named;
  };
  const list = (path: string, name: string, entries: readonly Value[]) => {
    if (entries.length > 0) put(path, { [name]: entries });
  };

  put("org.yaml", orgFile(rows, file));
  const folders = foldersOf(rows);
  const products = ofNoun(rows, "product").map(({ key, value: { uid, name, ...rest } }) => ({
    uid,
    name,
    folder: folders.get(key),
    ...rest,
  }));
  const links = only(rows, "links")?.entries;
  put("products.yaml", tidy({ products, links }));
  list(
    "companies.yaml",
    "companies",
    ofNoun(rows, "company").map(({ key, value: { logo, ...rest } }) =>
      tidy({ ...rest, logo: file(`assets/companies/${key}`, logo) }),
    ),
  );
  list(
    "documents.yaml",
    "documents",
    ofNoun(rows, "document").map(({ key, value: { uid, file: held, ...rest } }) =>
      tidy({
        uid,
        ...(withFiles
          ? { file: file(`files/${key}`, held) }
          : { sha256: String(held).replace(/^sha256:/, "") }),
        ...rest,
      }),
    ),
  );
  for (const [product, folder] of folders) productFiles(rows, product, folder, { put, list, file });
  list("faq.yaml", "entries", values(rows, "faq"));
  list("controls.yaml", "controls", values(rows, "control"));
  list(
    "topics.yaml",
    "topics",
    ofNoun(rows, "topic").map(({ key, value }) => ({ ...value, updates: updatesOf(rows, key) })),
  );
  list("profiles.yaml", "profiles", values(rows, "profile"));
  put("nda.yaml", tidy({ ...only(rows, "nda"), versions: values(rows, "nda-version") }));
  return { texts, files: [...files].map(([path, hash]) => ({ path, hash })) };
}

type NameFile = (path: string, value: unknown) => string | undefined;

function orgFile(rows: Rows, file: NameFile): Value {
  const { name, websiteUrl, timeZone } = only(rows, "org") ?? {};
  const pictures = only(rows, "pictures") ?? {};
  const customization = only(rows, "settings") ?? {};
  const pictureFiles = {
    logo: file("assets/logo", pictures.logo),
    logoDark: file("assets/logo-dark", pictures.logoDark),
    banner: file("assets/banner", pictures.banner),
    favicon: file("assets/favicon", pictures.favicon),
  };
  return tidy({
    name,
    websiteUrl,
    timeZone,
    customization: Object.keys(customization).length === 0 ? undefined : customization,
    ...pictureFiles,
  });
}

/** Each product's folder: its uid, which is fit for one. */
function foldersOf(rows: Rows): Map<string, string> {
  return new Map(ofNoun(rows, "product").map(({ key }) => [key, `products/${key}`]));
}

interface Writing {
  put: (path: string, value: Value) => void;
  list: (path: string, name: string, entries: readonly Value[]) => void;
  file: NameFile;
}

function productFiles(
  rows: Rows,
  product: string,
  folder: string,
  { put, list, file }: Writing,
): void {
  const items = ofNoun(rows, "item").filter(({ key }) => isOf(key, product));
  for (const kind of CARD_KINDS) {
    const card = rows.get(`card\n${product}/${kind}`)?.value ?? {};
    const own = items.filter(({ value }) => value.kind === kind);
    // A product that holds nothing has a folder all the same: a missing one is taken for a mistake.
    if (own.length === 0 && Object.keys(card).length === 0 && kind !== "Overview") continue;
    const { title, displayText, placeholder, icon, hidden } = card;
    const entries = own.map(({ value: { kind: _theCards, badge, ...item } }) =>
      tidy({ ...item, badge: file(`assets/badges/${product}/${String(item.uid)}`, badge) }),
    );
    put(
      `${folder}/cards/${kind}.yaml`,
      tidy({
        kind,
        title,
        displayText,
        placeholder,
        icon: file(`assets/icons/${product}/${kind}`, icon),
        hidden,
        items: entries,
      }),
    );
  }
  list(`${folder}/trusted-by.yaml`, "companies", entriesOf(rows, "trusted-by", product));
  list(
    `${folder}/subprocessors.yaml`,
    "subprocessors",
    ofNoun(rows, "subprocessor")
      .filter(({ key }) => isOf(key, product))
      .map(({ value }) => value),
  );
  list(`${folder}/grades.yaml`, "grades", entriesOf(rows, "grades", product));
}

/** Whether a row's key stands inside a product. */
export function isOf(key: string, product: string): boolean {
  return key.slice(0, key.indexOf("/")) === product;
}

function updatesOf(rows: Rows, topic: string): Value[] {
  return ofNoun(rows, "topic-update")
    .filter(({ value }) => value.topic === topic)
    .map(({ value: { topic: _own, ...update } }) => update)
    .toSorted(
      (a, b) => compare(String(a.at), String(b.at)) || compare(String(a.uid), String(b.uid)),
    );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function only(rows: Rows, noun: Row["noun"]): Value | undefined {
  return rows.get(`${noun}\n`)?.value;
}

function values(rows: Rows, noun: Row["noun"]): Value[] {
  return ofNoun(rows, noun).map(({ value }) => value);
}

function entriesOf(rows: Rows, noun: Row["noun"], product: string): Value[] {
  const entries = rows.get(`${noun}\n${product}`)?.value.entries;
  return Array.isArray(entries) ? (entries as Value[]) : [];
}
