import { data } from "react-router";
import type { Route } from "./+types/edit";
import { findRule, listRules } from "#access/access-requests/store/access-rules.server.ts";
import { changeRule, ruleStamp } from "#access/access-requests/store/access-rule-changes.server.ts";
import { EditConflict } from "#web/history/store/record-change.server.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { NotFound } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import type { RuleTerms } from "#model/access-rules/access-rules.ts";
import { isErased } from "#model/privacy/erased.ts";
import { pageTitle } from "#values/page-title.ts";
import { ruleSchemaFor } from "../forms/access-rules.ts";
import { differingWords, ruleTitle } from "#model/access-rules/rule-words.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { answering, readSubmission, type FormAnswer, notFound } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { shownConflict, type ShownConflict } from "#web/staff/editing/conflict.tsx";
import { checkRule } from "./check.ts";
import { ruleFormData, ruleValues } from "./surroundings.ts";
import { RuleForm } from "./rule-form.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Edit rule", loaderData?.failed) }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { read } = context.get(servicesContext).store;
  const rules = await listRules(read, org.id);
  const at = rules.findIndex(({ id }) => id === params.ruleId);
  const rule = rules[at];
  if (rule === undefined) throw notFound();
  return {
    values: ruleValues(rule),
    base: ruleStamp(rule),
    place: { at: at + 1, of: rules.length },
    ...(await ruleFormData(context, org)),
  };
}

/** The first button shows what the rule would do as it would be changed; the second saves it. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const stored = await findRule(store.read, org.id, params.ruleId);
  if (stored === null) throw notFound();
  const submitted = await readSubmission(
    { request, context },
    ruleSchemaFor(isErased(stored.pattern) ? stored.pattern : null),
  );
  if (submitted.ok && !submitted.value.confirmed)
    return {
      result: submitted.kept(),
      tried: await checkRule(context, org, submitted.value, stored),
      conflict: null,
    };
  let conflict: ShownConflict | null = null;
  const answer = await answering(
    submitted,
    async ({ value: { rule, base } }) => {
      const by = actorOf(context, session);
      await store.write((trx) =>
        changeRule({ trx, orgId: org.id, by, now: now() }, params.ruleId, rule, { base }),
      );
      return redirectWithFlash(
        context,
        "/rules",
        `Saved the rule for ${ruleTitle(rule)}. Earlier decisions stay.`,
      );
    },
    {
      gone: "An account, profile or product you chose was deleted. Choose another.",
      async answers(error, { value, refuse }) {
        if (error instanceof NotFound) {
          if ((await findRule(store.read, org.id, params.ruleId)) === null) throw notFound();
          return undefined;
        }
        if (!(error instanceof EditConflict)) return undefined;
        const names = {
          profiles: await listProfiles(store.read, org.id),
          products: await listProducts(store.read, org.id),
        };
        const fields = differingWords(value.rule, error.current as RuleTerms, names).map(
          ({ label, before, after }) => ({ label, yours: before, theirs: after }),
        );
        conflict = shownConflict(error, org.timeZone, fields);
        return refuse({ form: [error.message] }, { status: error.status });
      },
    },
  );
  return answer instanceof Response ? answer : refused(answer, conflict);
}

function refused(answer: FormAnswer, conflict: ShownConflict | null = null) {
  return data({ result: answer.data.result, tried: null, conflict }, answer.init ?? undefined);
}

export default function EditRule({ loaderData, actionData }: Route.ComponentProps) {
  const { values, base, place, around, constraint } = loaderData;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Edit rule</h1>
      <p className="mt-2 mb-8 text-muted">
        This rule is checked as number {place.at} of {place.of}. Editing doesn’t change its
        position.
      </p>
      <RuleForm
        values={values}
        base={base}
        around={around}
        constraint={constraint}
        answer={actionData}
      />
    </>
  );
}
