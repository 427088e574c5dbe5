import type { LibraryRow } from "../store/library-list.server.ts";
import { formatShortDate } from "#values/dates.ts";
import { endingOf } from "#values/file-types.ts";
import type { DocumentAccessType } from "#model/items/items.ts";
import { ACCESS_WORDS } from "#model/documents/library.ts";
import { sizeInWords } from "#values/file-size.ts";

/** A document as a row of the library shows it. */
export interface ShownDocument {
  id: string;
  name: string;
  /** 'PDF': the badge that its name gives. */
  fileType: string | null;
  type: string;
  access: string;
  /** It has no access type of its own. */
  accessIsDefault: boolean;
  encrypted: boolean;
  links: number;
  expires: { day: string; text: string; state: "valid" | "soon" | "expired" } | null;
  size: string;
  added: { iso: string; text: string };
}

interface Around {
  today: string;
  soon: string;
  accessType: DocumentAccessType;
  timeZone: string;
}

export function rowOf(
  row: LibraryRow,
  { today, soon, accessType, timeZone }: Around,
): ShownDocument {
  const { expiresOn } = row;
  return {
    id: row.id,
    name: row.originalName,
    fileType: endingOf(row.originalName).toUpperCase() || null,
    type: row.type,
    access: ACCESS_WORDS[row.accessType ?? accessType],
    accessIsDefault: row.accessType === null,
    encrypted: row.encryptedType !== null,
    links: row.links,
    expires:
      expiresOn === null
        ? null
        : {
            day: expiresOn,
            text: formatShortDate(expiresOn, timeZone),
            state: expiresOn < today ? "expired" : expiresOn <= soon ? "soon" : "valid",
          },
    size: sizeInWords(row.size),
    added: { iso: row.createdAt, text: formatShortDate(row.createdAt, timeZone) },
  };
}
