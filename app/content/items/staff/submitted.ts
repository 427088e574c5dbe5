import type { RouterContextProvider } from "react-router";
import type { EditableItem } from "../store/editable-item.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formValues, type FormValues } from "#values/form-values.ts";
import { isMultipart } from "#platform/files/upload/multipart.ts";
import { receiveMixedForm, type MixedForm } from "#platform/files/upload/mixed-form.ts";
import { maxUploadBytes } from "#content/documents/upload/take.ts";
import { tryReadForm } from "#platform/http/request/read-form.ts";
import { attempt } from "#web/forms/shown.ts";
import type { EditRequest } from "#web/staff/editing/edit-request.ts";

/** The most that a badge may have. */
export const MAX_BADGE_BYTES = 1024 * 1024;
/** Documents that one form takes along. */
const MAX_FILES = 10;

/** A form of an item as it came: its fields, and files where it has inputs for them. */
export interface SubmittedItem {
  values: FormValues;
  files: Omit<MixedForm, "fields"> | null;
}

/**
 * Reads the form in either of its encodings.
 * @returns what is wrong with the whole of it, where it can't be read
 */
export async function readItemForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { org, staff }: EditRequest,
  { can }: EditableItem,
): Promise<SubmittedItem | { status: number; message: string }> {
  if (!isMultipart(request)) {
    const form = await tryReadForm(request);
    return form instanceof FormData ? { values: formValues(form), files: null } : form;
  }
  const read = await attempt(async () => {
    const { blobs } = context.get(servicesContext);
    const takesDocuments = can.documents && staff.permissions.has("files:edit");
    const { fields, ...files } = await receiveMixedForm(blobs, org.id, request, {
      maxBytes: takesDocuments ? maxUploadBytes(org) : null,
      maxFiles: MAX_FILES,
      picture: can.badge ? { name: "badge", maxBytes: MAX_BADGE_BYTES } : null,
    });
    return { values: formValues(fields), files };
  });
  if ("value" in read) return read.value;
  const { said, status } = read.refusal;
  return { status, message: said.join(" ") };
}
