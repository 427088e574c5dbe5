import type { Route } from "./+types/features";
import { servicesContext } from "#platform/context.ts";
import { FEATURES } from "#model/settings/customization.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { FEATURE_WORDS } from "#company/settings/rules/settings-forms.ts";
import { graceEnds, PLAN_FAULTS } from "#company/entitlements/rules/entitlements.ts";
import { findPlan } from "#company/entitlements/store/entitlements.server.ts";
import { BoxSetting, SettingsForm, SettingsGroup, SettingsHead } from "./setting-form.tsx";
import { SETTINGS_FORMS } from "./page-forms.ts";
import { loadSettings, saveSettings } from "./save.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Features", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, shown } = await loadSettings(context, SETTINGS_FORMS.features);
  const plan = await findPlan(context.get(servicesContext).store.read, org.id);
  const moment = (iso: string) => ({ iso, text: formatMoment(iso, org.timeZone) });
  return {
    shown,
    plan:
      plan === null
        ? null
        : {
            features: plan.features,
            counts: plan.endedAt === null,
            expires: moment(plan.expiresAt),
            fault: plan.fault === null ? null : PLAN_FAULTS[plan.fault],
            until: plan.faultedAt === null ? null : moment(graceEnds(plan.faultedAt).toISOString()),
          },
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, SETTINGS_FORMS.features);
}

export default function FeatureSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { plan } = loaderData;
  const decides = plan !== null && plan.counts;
  return (
    <>
      <SettingsHead title="Features">
        {decides
          ? "Your plan determines which features you have. Content is kept if your plan changes."
          : "Turn features on or off. Existing content is kept."}
      </SettingsHead>
      {plan === null ? null : <PlanState plan={plan} />}
      <SettingsForm shown={loaderData.shown} answer={actionData}>
        <SettingsGroup title="Switches">
          {decides
            ? null
            : FEATURES.map((feature) => (
                <BoxSetting key={feature} name={feature} {...FEATURE_WORDS[feature]} />
              ))}
          <BoxSetting
            name="multiProductTooltip"
            label="Tooltip on the product list"
            hint="Explains the product list. Only your team sees it."
          />
        </SettingsGroup>
      </SettingsForm>
    </>
  );
}

/** What the plan gives, until when, and what is wrong with it. */
function PlanState({ plan }: { plan: NonNullable<Route.ComponentProps["loaderData"]["plan"]> }) {
  return (
    <section
      aria-labelledby="plan-title"
      className="mb-8 max-w-[44rem] rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id="plan-title" className="text-lg font-semibold">
        Your plan
      </h2>
      {plan.fault === null ? (
        <p className="mt-1 text-sm text-muted">
          Until <time dateTime={plan.expires.iso}>{plan.expires.text}</time>.
        </p>
      ) : (
        <p role="status" className="mt-1 text-sm text-red">
          {plan.fault}{" "}
          {plan.counts && plan.until !== null
            ? `It still applies until ${plan.until.text}. Ask your installation’s administrator for a new token.`
            : "It has expired. The switches below apply."}
        </p>
      )}
      {plan.counts ? (
        <dl className="mt-4 grid gap-2 text-sm sm:grid-cols-2">
          {FEATURES.map((feature) => (
            <div key={feature} className="flex justify-between gap-3 border-b border-line pb-2">
              <dt>{FEATURE_WORDS[feature].label}</dt>{" "}
              <dd className="font-medium">{plan.features.includes(feature) ? "Yes" : "No"}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}
