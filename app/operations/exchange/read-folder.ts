import type * as z from "zod";
import type { PictureKinds } from "#values/picture-kinds.ts";
import { cardFileSchema, type CardFile } from "./rules/card-schema.ts";
import {
  companiesFileSchema,
  controlsFileSchema,
  documentsFileSchema,
  faqFileSchema,
  gradesFileSchema,
  ndaFileSchema,
  orgFileSchema,
  productsFileSchema,
  profilesFileSchema,
  subprocessorsFileSchema,
  topicsFileSchema,
  trustedByFileSchema,
  type CompaniesFile,
  type ControlsFile,
  type DocumentsFile,
  type FaqFile,
  type GradesFile,
  type NdaFile,
  type OrgFile,
  type ProductsFile,
  type ProfilesFile,
  type SubprocessorsFile,
  type TopicsFile,
  type TrustedByFile,
} from "./rules/content-schema.ts";
import type { CustomizationChanges } from "#company/settings/store/customizations.server.ts";
import { checkNames } from "./check-names.ts";
import { checkReferences, namedFiles } from "./check-references.ts";
import { checkValues } from "./check-values.ts";
import { ContentError, type Fault } from "./content-ids.ts";
import { DiskFolder, type Folder } from "./folder.ts";
import { recordOf } from "./raw.ts";
import type { KeyPath, SourceFile } from "./source-file.ts";
import { textsOfContent, type TextOfContent } from "./texts-of-content.ts";
import { readSources, type ProductSources, type Sources } from "./sources.ts";

/**
 * What a content folder says, complete and free of faults. Plain data: it can come from another
 * thread.
 */
export interface Content {
  /** Its customization has every default in it; what the file itself says stands in `settings`. */
  org: OrgFile;
  settings: CustomizationChanges;
  /** Whether the folder says something of them itself. */
  given: { timeZone: boolean; nda: boolean };
  products: ProductContent[];
  links: ProductsFile["links"];
  companies: CompaniesFile["companies"];
  documents: DocumentsFile["documents"];
  faq: FaqFile["entries"];
  controls: ControlsFile["controls"];
  topics: TopicsFile["topics"];
  profiles: ProfilesFile["profiles"];
  nda: NdaFile;
  /**
   * Where each document's `sha256`, each control's reference, each version of the NDA and each text
   * in Markdown (texts-of-content) stands: a fault to be given its message.
   */
  places: { documents: Fault[]; controls: Fault[]; nda: Fault[]; texts: Fault[] };
  /** Every file that is named, once. */
  files: ContentFile[];
}

export interface ProductContent {
  product: ProductsFile["products"][number];
  cards: CardFile[];
  trustedBy: TrustedByFile["companies"];
  subprocessors: SubprocessorsFile["subprocessors"];
  grades: GradesFile["grades"];
}

/** A file beside the YAML: a picture or a document. */
export interface ContentFile {
  /** Inside the folder, as the YAML names it. */
  name: string;
  /** A picture that the portal shows, or a document that it hands out (null). */
  picture: PictureKinds | null;
  /** The key that names it: a fault to be given its message. */
  place: Fault;
}

/**
 * Reads a content folder and judges it as a whole.
 * @throws ContentError with every fault of every file, each with file, line and key
 */
export async function readFolder(folder: string | Folder): Promise<Content> {
  const { sources, faults } = await readSources(
    typeof folder === "string" ? new DiskFolder(folder) : folder,
  );
  for (const [source, schema] of schemas(sources))
    faults.push(...schemaFaults(source, schema, faults));
  faults.push(...checkNames(sources), ...(await checkReferences(sources)), ...checkValues(sources));
  if (faults.length > 0) throw new ContentError(faults);
  return assemble(sources);
}

/** Each file with the schema that it must pass. */
function schemas(sources: Sources): [SourceFile, z.ZodType][] {
  const { org, products, companies, documents, faq, controls, topics, profiles, nda, parts } =
    sources;
  const pairs: [SourceFile | null, z.ZodType][] = [
    [org, orgFileSchema],
    [products, productsFileSchema],
    [companies, companiesFileSchema],
    [documents, documentsFileSchema],
    [faq, faqFileSchema],
    [controls, controlsFileSchema],
    [topics, topicsFileSchema],
    [profiles, profilesFileSchema],
    [nda, ndaFileSchema],
    ...parts.flatMap((part): [SourceFile | null, z.ZodType][] => [
      ...part.cards.map((card): [SourceFile, z.ZodType] => [card, cardFileSchema]),
      [part.trustedBy, trustedByFileSchema],
      [part.subprocessors, subprocessorsFileSchema],
      [part.grades, gradesFileSchema],
    ]),
  ];
  return pairs.flatMap(([source, schema]) => (source === null ? [] : [[source, schema]]));
}

/** The content of files that have passed. */
function assemble(sources: Sources): Content {
  const { org, products, companies, documents, faq, controls, topics, profiles, nda, parts } =
    sources;
  const { products: list, links } = productsFileSchema.parse(products.data);
  const files = new Map(
    namedFiles(sources).map(({ source, key, file, picture }): [string, ContentFile] => [
      file,
      { name: file, picture, place: source.fault(key, "") },
    ]),
  );
  const library = documents === null ? [] : documentsFileSchema.parse(documents.data).documents;
  const stated = controls === null ? [] : controlsFileSchema.parse(controls.data).controls;
  const agreement: NdaFile =
    nda === null
      ? { provider: "none", accountWide: false, versions: [] }
      : ndaFileSchema.parse(nda.data);
  const said = {
    products: parts.flatMap((part) => {
      const product = list[part.index];
      return product === undefined ? [] : [{ product, ...assembleProduct(part) }];
    }),
    faq: faq === null ? [] : faqFileSchema.parse(faq.data).entries,
    topics: topics === null ? [] : topicsFileSchema.parse(topics.data).topics,
    nda: agreement,
  };
  const sourceOf = (file: TextOfContent["file"]) =>
    (typeof file === "string"
      ? { faq, topics, nda }[file]
      : parts.filter((part) => list[part.index] !== undefined)[file.product]?.cards[file.card]) ??
    org;
  return {
    ...said,
    org: orgFileSchema.parse(org.data),
    settings: recordOf(recordOf(org.data).customization) as CustomizationChanges,
    given: { timeZone: Object.hasOwn(recordOf(org.data), "timeZone"), nda: nda !== null },
    links,
    companies: companies === null ? [] : companiesFileSchema.parse(companies.data).companies,
    documents: library,
    controls: stated,
    profiles: profiles === null ? [] : profilesFileSchema.parse(profiles.data).profiles,
    places: {
      documents: library.map((_document, index) =>
        (documents ?? org).fault(["documents", index, "sha256"], ""),
      ),
      controls: stated.map((_control, index) =>
        (controls ?? org).fault(["controls", index, "reference"], ""),
      ),
      nda: agreement.versions.map((_version, index) => (nda ?? org).fault(["versions", index], "")),
      texts: textsOfContent(said).map(({ file, key }) => sourceOf(file).fault(key, "")),
    },
    files: [...files.values()],
  };
}

function assembleProduct({
  cards,
  trustedBy,
  subprocessors,
  grades,
}: ProductSources): Omit<ProductContent, "product"> {
  return {
    cards: cards.map((card) => cardFileSchema.parse(card.data)),
    trustedBy: trustedBy === null ? [] : trustedByFileSchema.parse(trustedBy.data).companies,
    subprocessors:
      subprocessors === null ? [] : subprocessorsFileSchema.parse(subprocessors.data).subprocessors,
    grades: grades === null ? [] : gradesFileSchema.parse(grades.data).grades,
  };
}

function schemaFaults(source: SourceFile, schema: z.ZodType, before: readonly Fault[]): Fault[] {
  if (source.faults.length > 0) return [...source.faults];
  if (source.data === null)
    return before.some((fault) => fault.file === source.name) ? [] : [source.fault([], "is empty")];
  const parsed = schema.safeParse(source.data);
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => issueFaults(source, issue));
}

function issueFaults(source: SourceFile, issue: z.core.$ZodIssue): Fault[] {
  const at: KeyPath = issue.path;
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((name) => source.fault([...at, name], "is not a known key"));
  if (issue.code === "invalid_key" || issue.code === "invalid_element")
    return issue.issues.map((inner) => source.fault(at, inner.message));
  return [source.fault(at, valueAt(source.data, at) === undefined ? "is missing" : issue.message)];
}

function valueAt(data: unknown, key: KeyPath): unknown {
  return key.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined,
    data,
  );
}
