import type { RouterContextProvider } from "react-router";
import { servicesContext } from "#platform/context.ts";
import { MAX_FORM_BYTES } from "#platform/files/questionnaires/forms.ts";
import { readMultipart } from "#platform/files/upload/multipart.ts";
import { faultOf, refuseLength } from "#platform/files/upload/receive.ts";
import { keptFileName, nameInWords } from "#values/upload-names.ts";
import { attempt } from "#web/forms/shown.ts";
import type { SentForm } from "./reading.server.ts";

/** What came of a form with a file. */
export interface SentQuestionnaire {
  form: FormData;
  sent: SentForm | null;
  /** What is wrong with the file or the body. */
  fault: { message: string; status: number } | null;
}

const MAX_FIELDS = 20;

/**
 * Reads the form of a new questionnaire; its file is on the disk then, and no row speaks of it.
 * @param count counts what comes before it is read; what it throws is the fault
 */
export async function sentQuestionnaire(
  context: Readonly<RouterContextProvider>,
  orgId: string,
  request: Request,
  count: () => Promise<void>,
): Promise<SentQuestionnaire> {
  const { blobs } = context.get(servicesContext);
  const form = new FormData();
  const found: SentQuestionnaire = { form, sent: null, fault: null };
  const read = await attempt(async () => {
    refuseLength(request, MAX_FORM_BYTES, 1);
    await count();
    await readMultipart(
      request,
      { maxFiles: 1, maxFields: MAX_FIELDS },
      {
        field: (name, value) => void form.append(name, value),
        async file({ sentName, bytes, stop }) {
          try {
            const blob = await blobs.put(orgId, bytes, { maxBytes: MAX_FORM_BYTES });
            if (blob.size > 0)
              found.sent = { fileName: keptFileName(sentName) ?? nameInWords(sentName), blob };
            else if (sentName !== "") found.fault = { message: "This file is empty.", status: 400 };
          } catch (error) {
            const fault = faultOf(error, MAX_FORM_BYTES);
            if (fault === null) throw error;
            found.fault = { message: fault.message, status: fault.status };
            if (!request.headers.has("Content-Length")) stop();
          }
        },
      },
    );
  });
  if ("refusal" in read)
    found.fault = { message: read.refusal.said.join(" "), status: read.refusal.status };
  return found;
}
