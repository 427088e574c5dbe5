import * as z from "zod";
import { documentFaults, documentPatchSchema } from "#content/documents/rules/document-calls.ts";
import { findDocument } from "#content/documents/store/documents.server.ts";
import { deleteDocument, editDocument } from "#content/documents/store/library.server.ts";
import { NotFound } from "#db/refusals.ts";
import { problem } from "#web/api/json-body.ts";
import { externalField } from "../rules/put.ts";
import { baseField, verb, type Writes } from "./verb.ts";

const patch = z.strictObject({ ...documentPatchSchema.shape, ...externalField, ...baseField });

/** How documents are changed: their names, access, dates and facts. Their files are uploaded. */
export const documentWrites: Writes = {
  need: { scope: "content:write", permission: "files:edit" },
  put: { fixed: [] },
  change: verb<z.output<typeof patch>>({
    about: "Changes the fields of a document that you send. The rest stays.",
    body: patch,
    async judge({ services, opened, id }, { name, ...facts }) {
      const document = await findDocument(services.store.read, opened.org.id, id);
      if (document === null) throw new NotFound("document");
      const errors = documentFaults(document, { ...facts, name });
      const [message] = Object.values(errors).flat();
      if (message !== undefined) throw problem(400, message, { errors });
      return async (write) => {
        await editDocument(write, id, {
          ...facts,
          ...(name === undefined ? {} : { originalName: name }),
        });
        return id;
      };
    },
  }),
  end: verb({
    about: "Deletes a document with all its versions.",
    body: null,
    judge: ({ id }) =>
      Promise.resolve(async (write) => {
        await deleteDocument(write, id);
        return id;
      }),
  }),
};
