import {
  knownMarkdown,
  sourceOfFile,
  sourceOfText,
  type MarkdownOutcome,
} from "#platform/files/store/markdown.server.ts";
import type { Store } from "#db/store.ts";
import { isMarkdownFile } from "#model/visibility/file-rights.ts";
import { MARKDOWN_FAULT_WORDS, MAX_MARKDOWN_FILE } from "#values/markdown.ts";
import { fileText } from "#platform/files/markdown/file-text.ts";
import { markdownParser } from "#platform/files/markdown/parser.ts";
import { ContentError, type Fault, contentTypeOf } from "./content-ids.ts";
import type { Folder } from "./folder.ts";
import type { Content } from "./read-folder.ts";
import { textsOfContent } from "./texts-of-content.ts";

/** After so many texts that can't be laid out the rest is not looked at. */
const MAX_FAULTS = 20;

/**
 * Lays out the texts and Markdown files of content that an org has not yet.
 * @param hashes SHA-256 of its files, by their names in the folder
 * @returns what is to be kept with the content's rows
 * @throws ContentError naming every text and file that can't be laid out; MarkdownBusy
 */
export async function layOutContent(
  { store, orgId }: { store: Store; orgId: string },
  {
    folder,
    content,
    hashes,
  }: {
    folder: Folder;
    content: Content;
    hashes: ReadonlyMap<string, string>;
  },
): Promise<MarkdownOutcome[]> {
  const faults: Fault[] = [];
  const outcomes = new Map<string, MarkdownOutcome["outcome"]>();
  const texts = textsOfContent(content).map(({ text }, index) => ({
    text,
    source: sourceOfText(text),
    place: content.places.texts[index],
  }));
  const known = await knownMarkdown(
    store.read,
    orgId,
    texts.map(({ source }) => source),
  );
  const note = async (source: string, place: Fault | undefined, text: () => Promise<string>) => {
    if (known.get(source)?.fault === null || faults.length >= MAX_FAULTS) return;
    let outcome = outcomes.get(source);
    if (outcome === undefined) {
      outcome = await markdownParser.parse(orgId, await text());
      outcomes.set(source, outcome);
    }
    if ("fault" in outcome && place !== undefined)
      faults.push({ ...place, message: MARKDOWN_FAULT_WORDS[outcome.fault] });
  };
  for (const { text, source, place } of texts) await note(source, place, async () => text);
  const places = new Map(content.files.map(({ name, place }) => [name, place]));
  for (const { name, file } of content.documents) {
    const hash = file === undefined ? undefined : hashes.get(file);
    if (file === undefined || hash === undefined) continue;
    if (!isMarkdownFile({ originalName: name, contentType: contentTypeOf(file) ?? "" })) continue;
    const bytes = await shortFile(folder, file);
    if (bytes !== null)
      await note(sourceOfFile(hash), places.get(file), async () => fileText(bytes));
  }
  if (faults.length > 0) throw new ContentError(faults);
  return [...outcomes].map(([source, outcome]) => ({ source, outcome }));
}

/** The bytes of a file; null for one that is too long to be laid out. */
async function shortFile(folder: Folder, name: string): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of await folder.open(name)) {
    size += piece.length;
    if (size > MAX_MARKDOWN_FILE) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
