import path from "node:path";
import type { Fault } from "./content-ids.ts";
import type { Folder } from "./folder.ts";
import { listOf, recordOf, textOf } from "./raw.ts";
import { SourceFile } from "./source-file.ts";

/**
 * The YAML files of a content folder, read and not yet judged; null where an optional one is
 * missing.
 */
export interface Sources {
  root: Folder;
  org: SourceFile;
  products: SourceFile;
  companies: SourceFile | null;
  documents: SourceFile | null;
  faq: SourceFile | null;
  controls: SourceFile | null;
  topics: SourceFile | null;
  profiles: SourceFile | null;
  nda: SourceFile | null;
  parts: ProductSources[];
}

/** The files of one product's folder. */
export interface ProductSources {
  /** The product's place in products.yaml. */
  index: number;
  uid: string;
  folder: string;
  cards: SourceFile[];
  trustedBy: SourceFile | null;
  subprocessors: SourceFile | null;
  grades: SourceFile | null;
}

const ORG_FILES = [
  "org.yaml",
  "products.yaml",
  "companies.yaml",
  "documents.yaml",
  "faq.yaml",
  "controls.yaml",
  "topics.yaml",
  "profiles.yaml",
  "nda.yaml",
];
const PRODUCT_FILES = ["trusted-by.yaml", "subprocessors.yaml", "grades.yaml"];

/** More products than any organisation has. */
const MAX_PRODUCTS = 500;

/**
 * Reads every YAML file of a folder, and says which are missing or have a name that nothing reads.
 */
export async function readSources(root: Folder): Promise<{ sources: Sources; faults: Fault[] }> {
  const faults: Fault[] = [];
  const optional = (name: string) => SourceFile.read(root, name);
  const required = async (name: string) => {
    const source = await SourceFile.read(root, name);
    if (source === null) faults.push({ file: name, line: 1, key: "(file)", message: "is missing" });
    return source ?? new SourceFile(name, "");
  };
  const products = await required("products.yaml");
  const sources: Sources = {
    root,
    org: await required("org.yaml"),
    products,
    companies: await optional("companies.yaml"),
    documents: await optional("documents.yaml"),
    faq: await optional("faq.yaml"),
    controls: await optional("controls.yaml"),
    topics: await optional("topics.yaml"),
    profiles: await optional("profiles.yaml"),
    nda: await optional("nda.yaml"),
    parts: [],
  };
  faults.push(...(await strangers(root, "", ORG_FILES)));
  const listed = listOf(recordOf(products.data).products);
  if (listed.length > MAX_PRODUCTS)
    faults.push(
      products.fault(
        ["products"],
        `has ${listed.length} products, and at most ${MAX_PRODUCTS} are read`,
      ),
    );
  const seen = new Set<string>();
  for (const [index, entry] of listed.slice(0, MAX_PRODUCTS).entries()) {
    const { uid, folder } = recordOf(entry);
    const place = textOf(folder);
    // A folder that is named twice is read once; the names' check says so.
    if (place === null || !isInside(place) || seen.has(place)) continue;
    seen.add(place);
    if (!(await root.isFolder(place))) {
      faults.push(products.fault(["products", index, "folder"], `there is no folder ${place}`));
      continue;
    }
    faults.push(
      ...(await strangers(root, place, PRODUCT_FILES)),
      ...(await strangers(root, `${place}/cards`, null)),
    );
    const cards = (await root.names(`${place}/cards`)).filter((name) => name.endsWith(".yaml"));
    sources.parts.push({
      index,
      uid: textOf(uid) ?? "",
      folder: place,
      cards: await Promise.all(cards.map((name) => required(`${place}/cards/${name}`))),
      trustedBy: await optional(`${place}/trusted-by.yaml`),
      subprocessors: await optional(`${place}/subprocessors.yaml`),
      grades: await optional(`${place}/grades.yaml`),
    });
  }
  return { sources, faults };
}

/** Every file that was read. */
export function allSources(sources: Sources): SourceFile[] {
  const { org, products, companies, documents, faq, controls, topics, profiles, nda, parts } =
    sources;
  const ofProducts = parts.flatMap((part) => [
    ...part.cards,
    part.trustedBy,
    part.subprocessors,
    part.grades,
  ]);
  return [
    org,
    products,
    companies,
    documents,
    faq,
    controls,
    topics,
    profiles,
    nda,
    ...ofProducts,
  ].filter((source) => source !== null);
}

/**
 * A name such as faqs.yaml would be passed over in silence: better to say so. Other kinds of files
 * may lie anywhere.
 */
async function strangers(
  root: Folder,
  folder: string,
  known: readonly string[] | null,
): Promise<Fault[]> {
  const names = await root.names(folder);
  return names
    .filter(
      (name) =>
        name.endsWith(".yml") ||
        (name.endsWith(".yaml") && known !== null && !known.includes(name)),
    )
    .map((name) => ({
      file: folder === "" ? name : `${folder}/${name}`,
      line: 1,
      key: "(file)",
      message:
        known === null
          ? "a card’s file ends in .yaml"
          : `is not read from here. Known are ${known.join(", ")}`,
    }));
}

function isInside(place: string): boolean {
  return !path.isAbsolute(place) && !place.split(/[\\/]/).includes("..");
}
