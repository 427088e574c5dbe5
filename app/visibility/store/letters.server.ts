import { isLetterShown, letterFileName, storedLetterSchema } from "#model/bridge-letters.ts";
import { fileRights, PDF, type FileRights } from "#model/visibility/file-rights.ts";
import type { BridgeLetter } from "#model/items/items.ts";
import type { LetterRow } from "#model/visibility/card-view.ts";
import { hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import { opensToAll } from "./files.server.ts";
import { loadItemOutlines, type LoadedItem } from "./items.server.ts";
import { oncePerScope, type PageScope } from "./scope.server.ts";

/** A bridge letter as one viewer reaches it: it follows its item's rule for files. */
export interface FoundLetter extends FileRights {
  item: LoadedItem;
  letter: BridgeLetter;
  fileName: string;
  gated: boolean;
}

/**
 * The bridge letters of the items that the viewer sees, by item: enabled, with content, of an org
 * that has the feature. Those of locked items are among them.
 */
const lettersOfSeen = oncePerScope(async (scope): Promise<ReadonlyMap<string, FoundLetter>> => {
  const found = new Map<string, FoundLetter>();
  if (!hasFeature(scope.org, "bridgeLetter")) return found;
  for (const item of await loadItemOutlines(scope)) {
    if (item.letterJson === null || item.access.files === "none") continue;
    const letter = storedLetterSchema.parse(JSON.parse(item.letterJson));
    if (!isLetterShown(letter)) continue;
    const rights = fileRights(
      scope.viewer,
      item.access.files,
      { contentType: PDF, accessType: null, encryptedType: null },
      scope.settings,
    );
    found.set(item.uid, {
      ...rights,
      item,
      letter,
      fileName: letterFileName(scope.org.name, letter),
      gated: !opensToAll(scope, item),
    });
  }
  return found;
});

/** The bridge letters that pages show, by item. A locked one is not among them. */
export const loadLetters = oncePerScope(
  async (scope): Promise<ReadonlyMap<string, FoundLetter>> =>
    new Map([...(await lettersOfSeen(scope))].filter(([, { view }]) => view !== "locked")),
);

/**
 * A letter by its item, with what the viewer may do with it, as a file is found by its address: a
 * locked one leads on to the login. Null, and so a 404, for whatever the viewer may not know of.
 */
export async function findLetter(scope: PageScope, itemUid: string): Promise<FoundLetter | null> {
  return (await lettersOfSeen(scope)).get(itemUid) ?? null;
}

/** What an item's row shows of its letter. */
export function letterRow(found: FoundLetter | undefined): LetterRow | null {
  if (found === undefined) return null;
  const { fileName, viewOnly, offered } = found;
  return {
    fileName,
    viewOnly,
    mayView: offered.view === null,
    mayDownload: offered.download === null,
    bound: offered.view === "nda",
  };
}
