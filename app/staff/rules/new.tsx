import { useForm } from "@conform-to/react";
import { data } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/new";
import { tryRule } from "../../../db/access-dry-run.ts";
import { addRule } from "../../../db/access-rules.ts";
import { listProfiles } from "../../../db/permission-profiles.ts";
import { listProducts } from "../../../db/products.ts";
import { NotFound } from "../../../db/refusals.ts";
import { servicesContext } from "../../context.ts";
import { formatDate } from "../../domain/dates.ts";
import { pageTitle } from "../../domain/page-title.ts";
import { ruleSchema } from "../../domain/rule-forms.ts";
import { redirectWithFlash } from "../../middleware/flash.ts";
import { formFailed, readSubmission } from "../../middleware/form.ts";
import { actorOf, requireStaff } from "../../middleware/staff.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { RuleFields } from "./rule-fields.tsx";
import { Tried } from "./tried.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add rule", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { read } = context.get(servicesContext).store;
  return { profiles: await listProfiles(read, org.id), products: (await listProducts(read, org.id)).map(({ id, name }) => ({ id, name })), failed: formFailed(context) };
}

/** The first button shows what the rule would have done; the second saves it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const submitted = await readSubmission({ request, context }, ruleSchema);
  if (!submitted.ok) return data({ result: submitted.answer.data.result, tried: null }, submitted.answer.init ?? undefined);
  const { store, now } = context.get(servicesContext);
  const { rule, confirmed } = submitted.value;
  if (!confirmed) {
    const { matched, listed, tried } = await tryRule(store.read, org, rule);
    return { result: submitted.kept(), tried: { tried, listed, matched: matched.map((past) => ({ ...past, when: formatDate(past.createdAt, org.timeZone) })) } };
  }
  try {
    await store.write((trx) => addRule(trx, org.id, rule, actorOf(context, session), now()));
  } catch (error) {
    const answer = error instanceof NotFound ? submitted.refuse({ form: ["What you chose is not there any more. Choose again."] }, { status: 409 }) : submitted.refuseFor(error);
    return data({ result: answer.data.result, tried: null }, answer.init ?? undefined);
  }
  return redirectWithFlash(context, "/rules", `Added the rule for ${rule.pattern}.`);
}

export default function NewRule({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof ruleSchema>>({ id: "rule", lastResult: actionData?.result ?? null, defaultValue: { looksAt: "domain", outcome: "approve", nda: "required", profileId: "", productIds: [] } });
  const { looksAt, pattern, outcome: what, profileId, productIds, expiresIn, nda, message, note } = fields;
  const tried = actionData?.tried ?? null;
  return (
    <>
      <h1 className="mb-8 text-2xl font-semibold tracking-tight">Add rule</h1>
      <form method="post" id={form.id} className="max-w-[40rem] space-y-6" noValidate>
        <ErrorSummary errors={form.errors} fields={[looksAt, pattern, what, profileId, productIds, expiresIn, nda, message, note]} />
        <RuleFields fields={fields} profiles={loaderData.profiles} products={loaderData.products} />
        {tried === null ? null : <Tried tried={tried} />}
        <div className="flex flex-wrap gap-3">
          {tried === null ? null : (
            <>
              <Button name="confirmed" value="yes">
                Save
              </Button>{" "}
            </>
          )}
          <Button look={tried === null ? "primary" : "secondary"}>Check against past requests</Button>{" "}
          <ButtonLink to="/rules" look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
