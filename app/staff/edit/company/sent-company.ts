import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import { createAsset } from "../../../../db/assets.ts";
import { recordBlob } from "../../../../db/blobs.ts";
import { isoNow } from "../../../../db/ids.ts";
import { StorageUnavailable, type Writer } from "../../../../db/store.ts";
import { servicesContext } from "../../../context.ts";
import { companyDetailsSchema, MAX_LOGO_BYTES } from "../../../domain/company-forms.ts";
import { isMultipart, UploadUnreadable } from "../../../files/upload/multipart.ts";
import { readPictureForm, type SentPicture } from "../../../files/upload/picture.ts";
import { refuseLength } from "../../../files/upload/receive.ts";
import { UploadFault } from "../../../files/upload/upload-fault.ts";
import { parseForm, readSubmission, type FormAnswer, type Submitted } from "../../../forms/form.ts";

type Accepted = Extract<Submitted<z.output<typeof companyDetailsSchema>>, { ok: true }>;

export interface SentCompany {
  submitted: Accepted;
  /** Makes the logo that was sent an asset of the org, in the transaction of what uses it; null when none was sent. */
  recordLogo: ((trx: Writer, now: Date) => Promise<string>) | null;
}

/** Reads a company's form with its logo, which is stored when it is sound. */
export async function sentCompany(
  args: { context: Readonly<RouterContextProvider>; request: Request },
  orgId: string,
): Promise<SentCompany | { answer: FormAnswer }> {
  const { fields, picture, fault } = isMultipart(args.request)
    ? await readUpload(args.request)
    : { fields: null, picture: null, fault: null };
  const submitted =
    fields === null
      ? await readSubmission(args, companyDetailsSchema)
      : parseForm(args.context, formOf(fields), companyDetailsSchema);
  if (!submitted.ok) return submitted;
  if (fault !== null)
    return {
      answer: submitted.refuse({ fields: { logo: [fault.message] } }, { status: fault.status }),
    };
  if (picture === null) return { submitted, recordLogo: null };
  const { fileName, contentType, bytes } = picture;
  try {
    // A cleaned SVG can be a little longer than what was sent.
    const blob = await args.context
      .get(servicesContext)
      .blobs.put(orgId, bytes, { maxBytes: 2 * MAX_LOGO_BYTES });
    return {
      submitted,
      async recordLogo(trx, now) {
        await recordBlob(trx, orgId, blob, isoNow(now));
        return createAsset(
          trx,
          orgId,
          { type: "company", fileName, contentType, blobHash: blob.hash },
          now,
        );
      },
    };
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    return { answer: submitted.refuse({ form: [error.message] }, { status: error.status }) };
  }
}

/** The names of the form's own fields; no others are looked at. */
const FIELDS = ["base", "name", "domain", "removeLogo"];

function formOf(fields: ReadonlyMap<string, string>): FormData {
  const form = new FormData();
  for (const name of FIELDS) if (fields.has(name)) form.append(name, fields.get(name) ?? "");
  return form;
}

interface Read {
  fields: ReadonlyMap<string, string>;
  picture: SentPicture | null;
  fault: { message: string; status: number } | null;
}

async function readUpload(request: Request): Promise<Read> {
  try {
    refuseLength(request, MAX_LOGO_BYTES, 1);
    return await readPictureForm(request, MAX_LOGO_BYTES);
  } catch (error) {
    if (!(error instanceof UploadFault) && !(error instanceof UploadUnreadable)) throw error;
    return {
      fields: new Map(),
      picture: null,
      fault: { message: error.message, status: error.status },
    };
  }
}
