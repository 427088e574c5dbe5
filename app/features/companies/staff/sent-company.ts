import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import type { Writer } from "../../../../db/store.ts";
import { servicesContext } from "../../../context.ts";
import { companyDetailsSchema, MAX_LOGO_BYTES } from "../rules/company-forms.ts";
import { isMultipart } from "../../../files/upload/multipart.ts";
import { readPictureForm, type SentPicture } from "../../../files/upload/picture.ts";
import { storePicture } from "../../../files/upload/stored-picture.ts";
import { refuseLength } from "../../../files/upload/receive.ts";
import {
  answering,
  parseForm,
  readSubmission,
  type FormAnswer,
  type Submitted,
} from "../../../forms/form.ts";
import { attempt } from "../../../forms/shown.ts";

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
  const sent = await answering(submitted, async (): Promise<SentCompany> => {
    const stored = await storePicture(args.context.get(servicesContext), orgId, picture, {
      type: "company",
      maxBytes: MAX_LOGO_BYTES,
    });
    return { submitted, recordLogo: (trx, now) => stored.record(trx, now) };
  });
  return "submitted" in sent ? sent : { answer: sent };
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
  const read = await attempt(async () => {
    refuseLength(request, MAX_LOGO_BYTES, 1);
    return readPictureForm(request, MAX_LOGO_BYTES);
  });
  if ("value" in read) return read.value;
  const { said, status } = read.refusal;
  return { fields: new Map(), picture: null, fault: { message: said.join(" "), status } };
}
