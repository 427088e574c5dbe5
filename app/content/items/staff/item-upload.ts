import type { RouterContextProvider } from "react-router";
import { addUploads } from "#content/documents/store/library.server.ts";
import { servicesContext } from "#platform/context.ts";
import { valueOf, valuesOf, type FormValues } from "#values/form-values.ts";
import { DOCUMENT_TYPES, type DocumentType } from "#model/items/items.ts";
import { addedWords, uploadNotes } from "#model/documents/file-notes.ts";
import { noticesAfterUpload } from "#content/documents/texts/stored-texts.ts";
import { showable, stillThere } from "#content/documents/upload/take.ts";
import type { RefusedFile } from "#platform/files/upload/receive.ts";
import type { EditRequest } from "#web/staff/editing/edit-request.ts";
import type { SubmittedItem } from "./submitted.ts";

/**
 * Puts the files of a form into the library; the form goes on with them chosen, so that saving
 * links them. A file that the library has already is chosen as it is there.
 */
export async function addToLibrary(
  context: Readonly<RouterContextProvider>,
  { org, by, now }: EditRequest,
  { values, files }: SubmittedItem,
): Promise<{ values: FormValues; faults: string[]; notice: string | null }> {
  const services = context.get(servicesContext);
  const { store } = services;
  const refused: RefusedFile[] = [...(files?.refused ?? [])];
  const shown = await showable(services, org, files?.documents ?? [], refused);
  const young = await stillThere(services, org.id, shown, refused);
  const faults = refused.map(({ sentName, message }) => `${sentName}: ${message}`);
  if (young.length === 0) return { values, faults, notice: null };
  const sent = valueOf(values, "uploadType");
  const type: DocumentType = DOCUMENT_TYPES.find((known) => known === sent) ?? "Other";
  const added = await store.write((trx) =>
    addUploads({ trx, orgId: org.id, by, now }, young, {
      type,
      accessType: null,
      expiresOn: null,
      addSame: false,
    }),
  );
  const ids = added.map((file) => ("id" in file ? file.id : file.same.id));
  const names = added
    .map((file) => `“${"id" in file ? file.fileName : file.same.name}”`)
    .join(", ");
  return {
    values: { ...values, link: [...new Set([...valuesOf(values, "link"), ...ids])] },
    faults,
    notice: addedWords(
      `${names} ${added.length === 1 ? "is" : "are"} in the library. Save to link.`,
      [...uploadNotes(young), ...(await noticesAfterUpload(services, org.id, young))],
    ),
  };
}
