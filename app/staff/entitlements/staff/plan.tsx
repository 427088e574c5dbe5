import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "react-router";
import type { Route } from "./+types/plan";
import { staffActor } from "#tenancy/audit/store/audit.server.ts";
import { findInstalledOrg } from "#tenancy/installation/store/suspensions.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { FEATURE_WORDS } from "#company/settings/rules/settings-forms.ts";
import { areaField } from "#web/forms/fields.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { pageNotFound, requireInstallationOwner } from "#staff/installation/staff/door.ts";
import { Button } from "#web/ui/button.tsx";
import { AreaField } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { readPlanToken, sealOf } from "../checks.server.ts";
import {
  MAX_PLAN_TOKEN,
  PLAN_FAULTS,
  PLAN_REFUSALS,
  graceEnds,
} from "#company/entitlements/rules/entitlements.ts";
import { findPlan, removePlan, setPlan } from "#company/entitlements/store/entitlements.server.ts";
import * as z from "zod";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? [{ title: pageTitle(`Plan of ${loaderData.org.name}`, loaderData.failed) }]
    : [];
}

/**
 * @throws 404 for everybody but who runs the installation, where it takes no plans, and for an org
 * that is not there
 */
async function mayGive(context: Route.LoaderArgs["context"], orgId: string) {
  const session = await requireInstallationOwner(context);
  const { store, config } = context.get(servicesContext);
  const org = await findInstalledOrg(store.read, orgId);
  if (org === null || config.entitlementsJwks === null) throw pageNotFound();
  return { session, org };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await mayGive(context, params.orgId);
  const plan = await findPlan(context.get(servicesContext).store.read, org.id);
  const moment = (iso: string) => ({ iso, text: formatMoment(iso, "UTC") });
  return {
    failed: formFailed(context),
    constraint: formConstraint(planSchema),
    org: { id: org.id, name: org.name, slug: org.slug },
    audience: context.get(servicesContext).config.origin,
    plan:
      plan === null
        ? null
        : {
            features: plan.features.map((feature) => FEATURE_WORDS[feature].label),
            expires: moment(plan.expiresAt),
            set: moment(plan.setAt),
            setBy: plan.setBy,
            fault: plan.fault === null ? null : PLAN_FAULTS[plan.fault],
            counts:
              plan.faultedAt === null ? null : moment(graceEnds(plan.faultedAt).toISOString()),
            hasEnded: plan.endedAt !== null,
          },
  };
}

/** Puts a plan in force, or removes it. A token that is not right changes nothing. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { session, org } = await mayGive(context, params.orgId);
  const page = `/installation/${org.id}/plan`;
  return formAction({ request, context }, planSchema, async (submitted) => {
    const { value, refuse } = submitted;
    const services = context.get(servicesContext);
    const { store, key, now } = services;
    const by = staffActor(session.staff, context.get(hostContext).ip, org.id);
    if (value.intent === "remove") {
      await store.write((trx) => removePlan({ trx, orgId: org.id, by, now: now() }));
      return redirectWithFlash(context, page, "The plan was removed.");
    }
    const plan = await readPlanToken(services, org, value.token);
    if (typeof plan === "string") return refuse({ fields: { token: [plan] } });
    const sealedToken = key.seal(sealOf(org.id), value.token);
    await store.write((trx) =>
      setPlan({ trx, orgId: org.id, by, now: now() }, { ...plan, sealedToken }),
    );
    return redirectWithFlash(context, page, "The plan is active.");
  });
}

export default function Plan({ loaderData, actionData }: Route.ComponentProps) {
  const { org, plan, audience, constraint } = loaderData;
  const [form, { token }] = useForm<{ token: string }>({
    id: "plan",
    lastResult: actionData?.result ?? null,
    constraint,
  });
  return (
    <div className="mx-auto max-w-[40rem] space-y-8">
      <div>
        <p className="text-sm">
          <Link to={`/installation/${org.id}`} className="inline-block py-1 text-accent underline">
            {org.name}
          </Link>
        </p>
        <h1 className="mt-2 text-2xl font-semibold tracking-tight">Plan</h1>
        <p className="mt-2 text-muted">
          A signed token says which features {org.name} has, in place of the switches in its
          settings.
        </p>
      </div>
      {plan === null ? null : (
        <section aria-labelledby="now" className="rounded-lg border border-line bg-surface p-6">
          <h2 id="now" className="text-lg font-semibold">
            {plan.hasEnded ? "Ended" : plan.fault === null ? "Active" : "No longer valid"}
          </h2>
          <p className="mt-2 text-muted">
            Set {plan.set.text} by {plan.setBy}. The token ends{" "}
            <time dateTime={plan.expires.iso}>{plan.expires.text}</time>.
          </p>
          {plan.fault === null ? null : (
            <p role="status" className="mt-3 text-red">
              {plan.fault}{" "}
              {plan.hasEnded || plan.counts === null
                ? "The organization’s own switches apply now."
                : `It still applies until ${plan.counts.text}.`}
            </p>
          )}
          {plan.features.length === 0 ? (
            <p className="mt-3">No features.</p>
          ) : (
            <ul className="mt-3 list-disc space-y-1 ps-5">
              {plan.features.map((label) => (
                <li key={label}>{label}</li>
              ))}
            </ul>
          )}
          <form method="post" noValidate className="mt-4">
            <OnceField />
            <input type="hidden" name="intent" value="remove" />
            <Button look="danger">Remove the plan</Button>
          </form>
        </section>
      )}
      <form method="post" className="space-y-4" {...getFormProps(form, { ariaAttributes: false })}>
        <OnceField />
        <ErrorSummary errors={form.errors} fields={[token]} />
        <input type="hidden" name="intent" value="save" />
        <AreaField
          {...areaField(token)}
          label={plan === null ? "Token" : "New token"}
          hint={`A JWT whose “aud” is ${audience}, whose “sub” is ${org.slug}, with “exp” and a list “features”. At most 16 KB.`}
          rows={6}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-sm"
        />
        <Button>{plan === null ? "Set the plan" : "Replace the plan"}</Button>
      </form>
    </div>
  );
}

/** The form of a company's plan: a token is pasted, or the plan is removed. */
const planSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("save"),
      token: z
        .string({ error: PLAN_REFUSALS.missing })
        .max(MAX_PLAN_TOKEN, "A token has at most 16 KB")
        // Mail and terminals break long lines.
        .transform((text) => text.replace(/\s+/g, "")),
    }),
    z.object({ intent: z.literal("remove") }),
  ],
  { error: "Something went wrong with this form. Reload the page and try again." },
);
