import type { BlobStore } from "../blob-store.ts";
import { readMultipart } from "./multipart.ts";
import {
  faultOf,
  receiveFile,
  refuseLength,
  type ReceivedFile,
  type RefusedFile,
} from "./receive.ts";
import { readPicture, type SentPicture } from "./picture.ts";
import { nameInWords } from "#values/upload-names.ts";
import { UploadFault } from "./fault.ts";

/** As many and as long fields as a plain form may have (web/forms/form). */
const LIMITS = { maxFields: 1_000, maxFieldBytes: 100 * 1024 };

/** A form that has fields and, beside them, files: documents for the library, and one picture. */
export interface MixedForm {
  /** Every field in its order, as often as it was sent. */
  fields: [string, string][];
  documents: ReceivedFile[];
  refused: RefusedFile[];
  picture: SentPicture | null;
  /** Why the picture was not taken. */
  pictureFault: UploadFault | null;
}

interface Taking {
  /** The most that one document may have; null where no documents are taken. */
  maxBytes: number | null;
  maxFiles: number;
  /** The input whose file is a picture, and the most that it may have. */
  picture: { name: string; maxBytes: number } | null;
}

/**
 * Reads such a form. Documents are on the disk when it returns, and no row speaks of them yet; what
 * nobody takes is passed over.
 * @throws UploadFault (413) for a body that says it is too long; UploadUnreadable
 */
export async function receiveMixedForm(
  blobs: BlobStore,
  orgId: string,
  request: Request,
  { maxBytes, maxFiles, picture }: Taking,
): Promise<MixedForm> {
  refuseLength(request, maxBytes ?? picture?.maxBytes ?? 0, maxFiles);
  const form: MixedForm = {
    fields: [],
    documents: [],
    refused: [],
    picture: null,
    pictureFault: null,
  };
  await readMultipart(
    request,
    { maxFiles: maxFiles + 1, ...LIMITS },
    {
      field: (name, value) => void form.fields.push([name, value]),
      async file({ name, sentName, bytes }) {
        if (picture !== null && name === picture.name)
          return takePicture(form, sentName, bytes, picture.maxBytes);
        if (maxBytes === null) return;
        try {
          const file = await receiveFile(blobs, orgId, sentName, bytes, maxBytes);
          if (file !== null) form.documents.push(file);
        } catch (error) {
          const fault = faultOf(error, maxBytes);
          if (fault === null) throw error;
          form.refused.push({
            sentName: nameInWords(sentName),
            status: fault.status,
            message: fault.message,
          });
        }
      },
    },
  );
  return form;
}

async function takePicture(
  form: MixedForm,
  sentName: string,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<void> {
  try {
    form.picture = await readPicture(sentName, source, maxBytes);
  } catch (error) {
    if (!(error instanceof UploadFault)) throw error;
    form.pictureFault = error;
  }
}
