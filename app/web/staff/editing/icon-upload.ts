import { data, type RouterContextProvider } from "react-router";
import type { SubmissionResult } from "@conform-to/react";
import type { EditConflict } from "#web/history/store/record-change.server.ts";
import type { Services } from "#platform/context.ts";
import { ICON_FAILED, MAX_ICON_BYTES } from "#model/cards/forms/edit-forms.ts";
import { readPictureForm } from "#platform/files/upload/picture.ts";
import { storePicture, type StoredPicture } from "#platform/files/upload/stage-upload.ts";
import { refuseLength } from "#platform/files/upload/receive.ts";
import { UploadFault } from "#platform/files/upload/fault.ts";
import { markFormFailed, parseForm } from "#web/forms/form.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { shownAction, type Refusal as Refused } from "#web/forms/shown.ts";
import { UploadUnreadable } from "#platform/files/upload/multipart.ts";
import * as z from "zod";
import { shownConflict, type ConflictField, type ShownConflict } from "./conflict.tsx";

type Context = Readonly<RouterContextProvider>;

interface Refusal {
  result: SubmissionResult;
  mode: string | null;
  conflict: ShownConflict | null;
}

type Sent =
  | { fields: ReadonlyMap<string, string>; picture: StoredPicture | null }
  | { refused: Refusal; status: number };

/**
 * Reads the icon's form, with its picture or, from a form without a file, with its fields alone; a
 * picture that is sound is stored.
 */
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
  const take = async (): Promise<Sent> => {
    refuseLength(request, MAX_ICON_BYTES, 1);
    const { fields, picture, fault } = await readPictureForm(request, MAX_ICON_BYTES);
    const refuse = (message: string, status: number) => ({
      refused: refusal(context, fields, { fields: { icon: [message] } }),
      status,
    });
    if (fault !== null && fields.get("mode") !== "default")
      return refuse(fault.message, fault.status);
    if (picture === null || fields.get("mode") !== "custom") return { fields, picture: null };
    const stored = await storePicture({ blobs }, orgId, picture, {
      type: "icon",
      maxBytes: MAX_ICON_BYTES,
    });
    return { fields, picture: stored };
  };
  return shownAction<Sent, Sent>(
    context,
    ({ said, status }) => ({ refused: refusal(context, new Map(), { form: said }), status }),
    take,
    {
      failed: ICON_FAILED,
      answers(error) {
        if (error instanceof UploadUnreadable)
          return {
            refused: refusal(context, new Map(), { form: [error.message] }),
            status: error.status,
          };
        if (!(error instanceof UploadFault)) return undefined;
        return {
          refused: refusal(context, new Map([["mode", "custom"]]), {
            fields: { icon: [error.message] },
          }),
          status: error.status,
        };
      },
    },
  );
}

interface Reasons {
  fields?: Record<string, string[]>;
  conflict?: { error: EditConflict; timeZone: string; fields: readonly ConflictField[] };
  /** What was refused of the whole form. */
  refused?: Refused;
}

/** Shows the icon's form again; what is chosen stays chosen, but a file has to be chosen anew. */
export function refusedPicture(
  context: Context,
  fields: ReadonlyMap<string, string>,
  { fields: messages, conflict, refused }: Reasons,
) {
  if (conflict !== undefined)
    return data(
      {
        ...refusal(context, fields, {}),
        conflict: shownConflict(conflict.error, conflict.timeZone, conflict.fields),
      },
      { status: 409 },
    );
  const { said, status, headers } = refused ?? { said: [], status: 400 };
  return data(refusal(context, fields, { form: said, fields: messages ?? {} }), {
    status,
    ...(headers === undefined ? {} : { headers }),
  });
}

function refusal(
  context: Context,
  fields: ReadonlyMap<string, string>,
  errors: { form?: string[]; fields?: Record<string, string[]> },
): Refusal {
  markFormFailed(context);
  const mode = fields.get("mode") ?? null;
  const error = {
    ...errors.fields,
    ...(errors.form === undefined || errors.form.length === 0 ? {} : { "": errors.form }),
  };
  return {
    result: { status: "error", error, initialValue: {} },
    mode: mode === "default" || mode === "custom" ? mode : null,
    conflict: null,
  };
}
