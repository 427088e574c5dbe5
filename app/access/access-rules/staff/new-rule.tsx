import { data } from "react-router";
import type { Route } from "./+types/new-rule";
import { findAccessRequest } from "#access/access-requests/store/access-requests.server.ts";
import { proposedRule } from "#access/access-requests/store/proposed-rule.server.ts";
import { addRule } from "#access/access-requests/store/access-rules.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { ruleSchema } from "../forms/access-rules.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { answering, readSubmission, type FormAnswer } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { ruleTitle } from "#model/access-rules/rule-words.ts";
import { checkRule } from "./check.ts";
import { ruleFormData, ruleValues } from "./surroundings.ts";
import { RuleForm } from "./rule-form.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add rule", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const from = url.searchParams.get("from");
  const request = from === null ? null : await findAccessRequest(store.read, org.id, from);
  const proposed = request === null ? null : await proposedRule(store.read, org, request, now());
  return {
    ...(await ruleFormData(context, org)),
    proposed: proposed === null ? null : ruleValues(proposed),
  };
}

/** What the form of a rule from nothing shows. */
const EMPTY = {
  looksAt: "domain",
  outcome: "approve",
  nda: "required",
  profileId: "",
} as const;

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
      await store.write((trx) =>
        addRule({ trx, orgId: org.id, by: actorOf(context, session), now: now() }, rule),
      );
      return redirectWithFlash(context, "/rules", `Added the rule for ${ruleTitle(rule)}.`);
    },
    { gone: "An account, profile or product you chose was deleted. Choose another." },
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
  const { proposed } = loaderData;
  return (
    <>
      <h1 className="mb-8 text-2xl font-semibold tracking-tight">Add rule</h1>
      {proposed === null ? null : (
        <p className="-mt-4 mb-8 max-w-[40rem] text-muted">
          Filled in from your last three decisions about {proposed.pattern}. Nothing is saved yet.
          Check it and change what should be different.
        </p>
      )}
      <RuleForm
        values={proposed ?? { ...EMPTY, productIds: [], relationships: [], askedProductIds: [] }}
        around={loaderData.around}
        constraint={loaderData.constraint}
        answer={actionData}
      />
    </>
  );
}
