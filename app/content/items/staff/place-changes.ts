import type { RouterContextProvider } from "react-router";
import { placedWords, placingSchema } from "#content/documents/rules/placing.ts";
import { factsToStore } from "../placing.server.ts";
import { editDocument } from "#content/documents/store/library.server.ts";
import { placeDocuments } from "../store/place-documents.server.ts";
import { Refused } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { formAction } from "#web/forms/form.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { actorOf, requireStaff, type StaffInOrg } from "#auth/current-staff.ts";

/**
 * Who places documents: it gives them types, and changes what the portal shows.
 * @throws as `requireStaff`
 */
export async function requirePlacing(
  context: Readonly<RouterContextProvider>,
): Promise<StaffInOrg> {
  await requireStaff(context, "files:edit");
  return requireStaff(context, "statuspage:edit");
}

/**
 * Saves the form of placing.
 * @param then where the answer leads, told which documents were on the form
 */
export async function savePlacing(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  productId: string,
  then: (placed: ReadonlySet<string>) => string,
) {
  const { org, session } = await requirePlacing(context);
  return formAction(
    { request, context },
    placingSchema,
    async ({ value: { rows } }) => {
      const services = context.get(servicesContext);
      const { store, now } = services;
      const wanted = rows.filter(({ facts }) => facts).map(({ id }) => id);
      const read = await factsToStore(services, org, wanted);
      const placed = await store.write(async (trx) => {
        const write = { trx, orgId: org.id, by: actorOf(context, session), now: now() };
        const count = await placeDocuments(write, productId, rows);
        for (const [id, facts] of read)
          await editDocument(
            write,
            id,
            Object.fromEntries(facts.map(({ fact, value }) => [fact, value])),
          );
        return count;
      });
      const to = then(new Set(rows.map(({ id }) => id)));
      return redirectWithFlash(context, to, placedWords(rows.length, placed));
    },
    {
      gone: "A document or item in this form was deleted. Nothing was saved. Reload the page and try again.",
      answers: (error, submitted) =>
        error instanceof Refused
          ? submitted.refuse({ form: [error.message] }, { status: error.status })
          : undefined,
    },
  );
}
