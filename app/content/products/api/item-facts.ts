import { loadCardView } from "#visibility/store/card-view.server.ts";
import type { LoadedItem } from "#visibility/store/items.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import type { DocumentRow, ItemView } from "#model/visibility/card-view.ts";
import { fileType } from "#values/file-size.ts";
import { letterFileId } from "#model/bulk-download.ts";

/** A file as the page of a product answers it, to whoever may know of it. */
interface FileFacts {
  /** What POST {base}/bulk-download takes; null while the file is locked. */
  fileId: string | null;
  originalName: string | null;
  itemUid: string;
  /** A bridge letter, which is made when it is asked for. */
  generated: boolean;
  lock: DocumentRow["lock"];
  type: string | null;
  fileType: string | null;
  size: number | null;
  documentAccessType: "view-only" | "view-and-download" | null;
  encrypted: boolean;
  expired: boolean;
  mayView: boolean;
  mayDownload: boolean;
  /** What is told of it, beside the lock too. */
  facts: DocumentRow["facts"];
}

/**
 * The items of a page with their texts, and the files of each: what this viewer's cards show, from
 * where the cards have it, and nothing else. A closed item has no text, a locked file neither id
 * nor name.
 */
export async function itemFacts(scope: PageScope, outlines: readonly LoadedItem[]) {
  const views = new Map<string, ItemView<string>>();
  for (const kind of new Set(outlines.map((item) => item.kind)))
    for (const item of (await loadCardView(scope, kind))?.items ?? []) views.set(item.uid, item);
  const items = outlines.map((outline) => ({
    ...outlineFacts(outline),
    ...textsOf(views, outline),
  }));
  const entries = outlines.flatMap(({ uid, kind, access }) => {
    const files = filesOf(views.get(uid));
    return files.length === 0
      ? []
      : [{ kind, itemUid: uid, isUnlocked: access.files === "open", documents: files }];
  });
  const links = new Map<string, number>();
  for (const { fileId } of entries.flatMap(({ documents }) => documents))
    if (fileId !== null) links.set(fileId, (links.get(fileId) ?? 0) + 1);
  return {
    items,
    documents: entries.map(({ documents, ...entry }) => ({
      ...entry,
      documents: documents.map((file) => ({
        ...file,
        /** Several items of this page have it, as far as this viewer sees. */
        isShared: file.fileId !== null && (links.get(file.fileId) ?? 0) > 1,
      })),
    })),
  };
}

function outlineFacts({
  uid,
  kind,
  title,
  slug,
  state,
  isPublic,
  hidden,
  documentCount,
}: LoadedItem) {
  return {
    itemUid: uid,
    kind,
    title,
    slug,
    enabledState: state,
    publicAccess: isPublic,
    hidden,
    documentCount,
  };
}

function textsOf(views: ReadonlyMap<string, ItemView<string>>, { uid, access }: LoadedItem) {
  const view = views.get(uid);
  return {
    isUnlocked: access.text === "open",
    explanation: view?.explanation ?? null,
    href: view?.href ?? null,
    type: view?.type ?? null,
    choice: view?.choice ?? null,
    maturity: view?.maturity ?? null,
    recurrence: view?.recurrence ?? null,
    auditor: view?.auditor ?? null,
    expiry: view?.expiry ?? null,
    listEntries: view?.listEntries ?? [],
  };
}

function filesOf(view: ItemView<string> | undefined): FileFacts[] {
  if (view === undefined) return [];
  const documents = view.documents.map((row): FileFacts => {
    const { id, name, viewOnly, ...facts } = row;
    return {
      fileId: id,
      originalName: name,
      itemUid: view.uid,
      generated: false,
      documentAccessType: id === null ? null : accessWord(viewOnly),
      ...facts,
    };
  });
  const { letter } = view;
  if (letter === null) return documents;
  const { fileName, viewOnly, bound, mayView, mayDownload } = letter;
  return [
    ...documents,
    {
      fileId: letterFileId(view.uid),
      originalName: fileName,
      itemUid: view.uid,
      generated: true,
      lock: bound ? "nda" : "open",
      type: null,
      fileType: fileType(fileName),
      size: null,
      documentAccessType: accessWord(viewOnly),
      encrypted: false,
      expired: false,
      mayView,
      mayDownload,
      facts: null,
    },
  ];
}

function accessWord(viewOnly: boolean): FileFacts["documentAccessType"] {
  return viewOnly ? "view-only" : "view-and-download";
}
