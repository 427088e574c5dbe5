import type { SubmissionResult } from "@conform-to/react";
import { data, type RouterContextProvider } from "react-router";
import { importNda } from "#auth/nda/store/nda-signatures.server.ts";
import { NotFound } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { dayIn } from "#values/dates.ts";
import { importNdaSchema } from "../forms/nda.ts";
import { MAX_RECORD_BYTES } from "#content/files/signed-nda.ts";
import { isMultipart } from "#platform/files/upload/multipart.ts";
import { receiveFiles } from "#platform/files/upload/receive.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { answering, markFormFailed, parseForm, type FormAnswer } from "#web/forms/form.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { attempt } from "#web/forms/shown.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";

/**
 * Notes an NDA that was signed elsewhere. The file is stored as it comes and judged by its content;
 * fields, file row, signature and audit are written together, so that what was refused leaves
 * nothing but an unnamed file, which is swept.
 */
export async function importByForm({
  context,
  request,
}: {
  context: Readonly<RouterContextProvider>;
  request: Request;
}) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { store, blobs, now } = context.get(servicesContext);
  const read = await attempt(async () =>
    isMultipart(request)
      ? receiveFiles(blobs, org.id, request, { maxBytes: MAX_RECORD_BYTES, maxFiles: 1 })
      : { files: [], refused: [], fields: textsOf(await readForm(request)) },
  );
  if ("refusal" in read) {
    const { said, status } = read.refusal;
    markFormFailed(context);
    return data({ result: null as SubmissionResult | null, fileErrors: said }, { status });
  }
  const received = read.value;
  const submitted = parseForm(context, formOf(received.fields), importNdaSchema);
  const [file] = received.files;
  const fileFault =
    received.refused[0]?.message ??
    (file !== undefined && file.contentType !== "application/pdf" ? "Choose a PDF file." : null);
  if (!submitted.ok) return answer(submitted.answer, fileFault);
  const status = received.refused[0]?.status ?? 400;
  if (fileFault !== null) return answer(submitted.refuse({}, { status }), fileFault);
  const { accountId, covers, name, email, signedOn, note } = submitted.value;
  if (signedOn > dayIn(now(), org.timeZone))
    return answer(submitted.refuse({ fields: { signedOn: ["This date is in the future"] } }));
  // A form can take long to arrive: the file of its beginning must outlive the sweep of unnamed
  // ones.
  if (file !== undefined && !(await blobs.touch(org.id, file.blob.hash)))
    return answer(
      submitted.refuse({}),
      "This file took too long to be added. Please choose it again.",
    );
  const noted = await answering(
    submitted,
    async () => {
      const outside = {
        accountId,
        name,
        email,
        note,
        wholeAccount: covers === "account",
        signedAt: `${signedOn}T12:00:00.000Z`,
        file: file?.blob ?? null,
      };
      await store.write((trx) =>
        importNda({ trx, orgId: org.id, by: actorOf(context, session), now: now() }, outside),
      );
      return redirectWithFlash(context, "/nda", `${name}’s NDA was recorded.`);
    },
    {
      field: "email",
      answers: (error, { refuse }) =>
        error instanceof NotFound
          ? refuse(
              { fields: { accountId: ["This account no longer exists. Choose again."] } },
              { status: 409 },
            )
          : undefined,
    },
  );
  return noted instanceof Response ? noted : answer(noted);
}

function answer({ data: { result }, init }: FormAnswer, fileFault: string | null = null) {
  return data(
    {
      result: result as SubmissionResult | null,
      fileErrors: fileFault === null ? null : [fileFault],
    },
    init ?? undefined,
  );
}

function textsOf(form: FormData): Map<string, string> {
  return new Map(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    ),
  );
}

function formOf(fields: ReadonlyMap<string, string>): FormData {
  const form = new FormData();
  for (const name of Object.keys(importNdaSchema.shape)) {
    const value = fields.get(name);
    if (value !== undefined) form.set(name, value);
  }
  return form;
}
