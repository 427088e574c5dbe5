import { data, type RouterContextProvider } from "react-router";
import type { SubmissionResult } from "@conform-to/react";
import { createAsset } from "../../../db/assets.ts";
import { recordBlob } from "../../../db/blobs.ts";
import type { EditConflict } from "../../../db/changes/changing.ts";
import { isoNow } from "../../../db/ids.ts";
import { StorageUnavailable, type Writer } from "../../../db/store.ts";
import type { Services } from "../../context.ts";
import { ICON_FAILED, MAX_ICON_BYTES } from "../../domain/edit-forms.ts";
import { UploadUnreadable } from "../../files/upload/multipart.ts";
import { readPictureForm } from "../../files/upload/picture.ts";
import { refuseLength } from "../../files/upload/receive.ts";
import { UploadFault } from "../../files/upload/upload-fault.ts";
import { markFormFailed, parseForm, readForm, noteUnexpected } from "../../forms/form.ts";
import * as z from "zod";
import { shownConflict, type ConflictField, type ShownConflict } from "./conflict.tsx";

type Context = Readonly<RouterContextProvider>;

/** A picture that is on the disk, and becomes an asset of the org in the transaction of what uses it. */
export interface StoredPicture {
  record(trx: Writer, now: Date): Promise<string>;
}

interface Refusal {
  result: SubmissionResult;
  mode: string | null;
  conflict: ShownConflict | null;
}

type Sent =
  | { fields: ReadonlyMap<string, string>; picture: StoredPicture | null }
  | { refused: Refusal; status: number };

/** Reads the icon's form, with its picture or, from a form without a file, with its fields alone; a picture that is sound is stored. */
export async function takeIcon(
  { context, request }: { context: Context; request: Request },
  { blobs }: Pick<Services, "blobs">,
  orgId: string,
): Promise<Sent> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "")) {
    const submitted = parseForm(
      context,
      await readForm(request),
      z.object({ mode: z.string().optional(), base: z.string().optional() }),
    );
    const fields = submitted.ok
      ? Object.entries(submitted.value).filter(
          (entry): entry is [string, string] => typeof entry[1] === "string",
        )
      : [];
    return { fields: new Map(fields), picture: null };
  }
  try {
    refuseLength(request, MAX_ICON_BYTES, 1);
    const { fields, picture, fault } = await readPictureForm(request, MAX_ICON_BYTES);
    const refuse = (message: string, status: number) => ({
      refused: refusal(context, fields, { fields: { icon: [message] } }),
      status,
    });
    if (fault !== null && fields.get("mode") !== "default")
      return refuse(fault.message, fault.status);
    if (picture === null || fields.get("mode") !== "custom") return { fields, picture: null };
    const blob = await blobs.put(orgId, picture.bytes, { maxBytes: MAX_ICON_BYTES * 2 });
    const { fileName, contentType } = picture;
    return {
      fields,
      picture: {
        async record(trx, now) {
          await recordBlob(trx, orgId, blob, isoNow(now));
          return createAsset(
            trx,
            orgId,
            { type: "icon", fileName, contentType, blobHash: blob.hash },
            now,
          );
        },
      },
    };
  } catch (error) {
    if (error instanceof UploadFault)
      return {
        refused: refusal(context, new Map([["mode", "custom"]]), {
          fields: { icon: [error.message] },
        }),
        status: error.status,
      };
    if (error instanceof UploadUnreadable)
      return {
        refused: refusal(context, new Map(), { form: [error.message] }),
        status: error.status,
      };
    if (error instanceof StorageUnavailable)
      return {
        refused: refusal(context, new Map(), { form: [ICON_FAILED, error.message] }),
        status: error.status,
      };
    noteUnexpected(context, error, ICON_FAILED);
    return { refused: refusal(context, new Map(), { form: [ICON_FAILED] }), status: 500 };
  }
}

interface Reasons {
  fields?: Record<string, string[]>;
  conflict?: { error: EditConflict; timeZone: string; fields: readonly ConflictField[] };
  error?: unknown;
  words?: string;
}

/** Shows the icon's form again; what is chosen stays chosen, but a file has to be chosen anew. @throws what is no error but an answer */
export function refusedPicture(
  context: Context,
  fields: ReadonlyMap<string, string>,
  { fields: messages, conflict, error, words = "" }: Reasons,
) {
  if (conflict !== undefined)
    return data(
      {
        ...refusal(context, fields, {}),
        conflict: shownConflict(conflict.error, conflict.timeZone, conflict.fields),
      },
      { status: 409 },
    );
  if (messages !== undefined)
    return data(refusal(context, fields, { fields: messages }), { status: 400 });
  if (!(error instanceof StorageUnavailable)) {
    noteUnexpected(context, error, words);
    return data(refusal(context, fields, { form: [words] }), { status: 500 });
  }
  return data(refusal(context, fields, { form: [words, error.message] }), {
    status: error.status,
    headers: { "Retry-After": String(error.retryAfterSeconds) },
  });
}

function refusal(
  context: Context,
  fields: ReadonlyMap<string, string>,
  errors: { form?: string[]; fields?: Record<string, string[]> },
): Refusal {
  markFormFailed(context);
  const mode = fields.get("mode") ?? null;
  const error = { ...errors.fields, ...(errors.form === undefined ? {} : { "": errors.form }) };
  return {
    result: { status: "error", error, initialValue: {} },
    mode: mode === "default" || mode === "custom" ? mode : null,
    conflict: null,
  };
}
