import { data } from "react-router";
import type { Route } from "./+types/new-rule";
import { addRule } from "../store/access-rules.server.ts";
import { servicesContext } from "../../../context.ts";
import { pageTitle } from "../../../values/page-title.ts";
import { ruleSchema } from "../forms.ts";
import { redirectWithFlash } from "../../../http/request/flash.ts";
import { answering, readSubmission, type FormAnswer } from "../../../forms/form.ts";
import { actorOf, requireStaff } from "../../../auth/current-staff.ts";
import { ruleTitle } from "../rules/rule-words.ts";
import { checkRule } from "./check.ts";
import { ruleFormData } from "./surroundings.ts";
import { RuleForm } from "./rule-form.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add rule", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  return ruleFormData(context, org);
}

/** The first button shows what the rule would have done; the second saves it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const submitted = await readSubmission({ request, context }, ruleSchema);
  if (submitted.ok && !submitted.value.confirmed)
    return {
      result: submitted.kept(),
      tried: await checkRule(context, org, submitted.value),
      conflict: null,
    };
  const { store, now } = context.get(servicesContext);
  const answer = await answering(
    submitted,
    async ({ value: { rule } }) => {
      await store.write((trx) => addRule(trx, org.id, rule, actorOf(context, session), now()));
      return redirectWithFlash(context, "/rules", `Added the rule for ${ruleTitle(rule)}.`);
    },
    { gone: "Your selection no longer exists. Choose again." },
  );
  return answer instanceof Response ? answer : refused(answer);
}

function refused(answer: FormAnswer) {
  return data(
    { result: answer.data.result, tried: null, conflict: null },
    answer.init ?? undefined,
  );
}

export default function NewRule({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-8 text-2xl font-semibold tracking-tight">Add rule</h1>
      <RuleForm
        values={{
          looksAt: "domain",
          outcome: "approve",
          nda: "required",
          profileId: "",
          productIds: [],
        }}
        around={loaderData.around}
        constraint={loaderData.constraint}
        answer={actionData}
      />
    </>
  );
}
