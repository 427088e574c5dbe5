import { searchedPartOf } from "#content/documents/store/document-texts.server.ts";
import { linkedDocuments, listFiles } from "#visibility/store/files.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";

/** Documents that a sentence names. */
const MOST_NAMED = 3;

/**
 * What a viewer is told of documents of theirs that are too long to be searched to their end; null
 * where all of them are.
 */
export async function partlySearched(scope: PageScope): Promise<string | null> {
  const parts = new Map<string, string>();
  for (const row of await linkedDocuments(scope)) {
    const part = searchedPartOf(row);
    if (part !== null) parts.set(row.id, part);
  }
  if (parts.size === 0) return null;
  const found = new Map<string, { name: string; part: string }>();
  for (const { document, view, download } of await listFiles(scope)) {
    const part = parts.get(document.id);
    if (part === undefined || (view !== null && download !== null)) continue;
    found.set(document.id, { name: document.originalName, part });
  }
  const [first, ...others] = [...found.values()];
  if (first === undefined) return null;
  if (others.length === 0) return `“${first.name}” is too long to search in full. ${first.part}`;
  if (others.length >= MOST_NAMED)
    return `${others.length + 1} documents are too long to search in full.`;
  const names = [first, ...others].map(({ name }) => `“${name}”`);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are too long to search in full.`;
}
