import { data } from "react-router";
import type { Route } from "./+types/entry";
import { findFaqEntry, removeFaqEntry, updateFaqEntry } from "../../../db/faq.ts";
import { listProducts } from "../../../db/products.ts";
import { NotFound } from "../../../db/refusals.ts";
import { servicesContext } from "../../context.ts";
import { formatDate } from "../../domain/dates.ts";
import { faqIntentSchema, faqSchema } from "../../domain/faq-forms.ts";
import { pageTitle } from "../../domain/page-title.ts";
import { redirectWithFlash } from "../../middleware/flash.ts";
import { formFailed, parseForm, readSubmission } from "../../middleware/form.ts";
import { actorOf, requireStaff } from "../../middleware/staff.ts";
import { Button } from "../../ui/button.tsx";
import { EntryForm } from "./entry-form.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Edit entry", loaderData?.failed) }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "kb:edit");
  const { read } = context.get(servicesContext).store;
  const entry = await findFaqEntry(read, org.id, params.entryId);
  if (entry === null) throw data(null, { status: 404, statusText: "Page not found" });
  const day = (iso: string) => ({ iso, text: formatDate(iso, org.timeZone) });
  const { question, answer, comment, access, favouriteAt, productIds, sourceType, createdAt, modifiedAt } = entry;
  return {
    failed: formFailed(context),
    products: (await listProducts(read, org.id)).map(({ id, name }) => ({ id, name })),
    values: { question, answer, comment: comment ?? "", access, favourite: favouriteAt !== null, productIds },
    stamp: modifiedAt,
    source: sourceType,
    added: day(createdAt),
    modified: day(modifiedAt),
  };
}

/** Saves the entry, or deletes it. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "kb:edit");
  const { store, now } = context.get(servicesContext);
  if ((await findFaqEntry(store.read, org.id, params.entryId)) === null) throw data(null, { status: 404, statusText: "Page not found" });
  const asked = await readSubmission({ request, context }, faqIntentSchema);
  if (!asked.ok) return asked.answer;
  const by = actorOf(context, session);
  if (asked.value.intent === "delete") {
    await store.write((trx) => removeFaqEntry(trx, org.id, params.entryId, by, now())).catch(gone);
    return redirectWithFlash(context, "/knowledge-base", "The entry was deleted.");
  }
  const submitted = parseForm(context, asked.form, faqSchema);
  if (!submitted.ok) return submitted.answer;
  try {
    await store.write((trx) => updateFaqEntry(trx, org.id, params.entryId, submitted.value, by, now()));
  } catch (error) {
    if (error instanceof NotFound) return submitted.refuse({ form: ["The entry, or a product that you chose, is not there any more."] }, { status: 409 });
    return submitted.refuseFor(error);
  }
  return redirectWithFlash(context, "/knowledge-base", "The entry was saved.");
}

function gone(error: unknown): void {
  if (error instanceof NotFound) throw data(null, { status: 404, statusText: "Page not found" });
  throw error;
}

export default function Entry({ loaderData, actionData }: Route.ComponentProps) {
  const { values, products, stamp, source, added, modified } = loaderData;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Edit entry</h1>
      <p className="mt-2 mb-8 text-sm text-muted">
        Added <time dateTime={added.iso}>{added.text}</time>, last modified <time dateTime={modified.iso}>{modified.text}</time>, source: {source}.
      </p>
      <EntryForm values={values} result={actionData?.result ?? null} products={products} stamp={stamp}>
        <details className="relative">
          <summary className="inline-flex min-h-10 cursor-pointer items-center rounded-md px-3 text-sm font-medium text-red hover:bg-red-soft">Delete</summary>
          <p className="mt-2 text-sm text-muted">It is gone from the portal at once.</p>
          <Button look="danger" name="intent" value="delete" className="mt-2" formNoValidate>
            Delete this entry
          </Button>
        </details>
      </EntryForm>
    </>
  );
}
