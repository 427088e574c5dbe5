import type { Route } from "./+types/rules-list";
import { dryRun } from "../store/access-dry-run.server.ts";
import { listPresets } from "#access/access-requests/store/access-presets.server.ts";
import { listRules } from "#access/access-requests/store/access-rules.server.ts";
import { endRule, moveRule } from "#access/access-requests/store/access-rule-changes.server.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { ruleIntentSchema } from "../forms/access-rules.ts";
import { readTypedEmail } from "#model/subscribers/email.ts";
import { asksForWorkEmail } from "#access/access-requests/log-in.ts";
import { buttonAction, goneBefore } from "#web/forms/button.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { ListHead } from "#web/lists/head.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { DryRunPanel } from "./dry-run-panel.tsx";
import { RuleList } from "./rule-list.tsx";
import { countCustomers } from "#access/access-requests/store/customer-domains.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { countryOptions } from "#values/countries.ts";
import { whomSentence } from "#model/access-rules/rule-words.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Auto-decisions", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const asked = (url.searchParams.get("address") ?? "").slice(0, 320);
  const address = readTypedEmail(asked);
  const freeMail = address !== null && asksForWorkEmail({ org }, address);
  const profiles = await listProfiles(store.read, org.id);
  const products = (await listProducts(store.read, org.id)).map(({ id, name }) => ({ id, name }));
  const says = (name: string) => (url.searchParams.get(name) ?? "").slice(0, 64);
  const said = { relationship: says("says"), country: says("from"), product: says("product") };
  const facts = {
    relationship: said.relationship || null,
    country: said.country || null,
    productIds: products.flatMap(({ id }) => (id === said.product ? [id] : [])),
  };
  return {
    said,
    products,
    countries: countryOptions(),
    customers: await countCustomers(store.read, org.id),
    presets: (await listPresets(store.read, org.id)).length,
    rules: (await listRules(store.read, org.id)).map((rule) => ({
      ...rule,
      whom: whomSentence(rule, products),
      profileName: profiles.find((profile) => profile.id === rule.profileId)?.name ?? null,
    })),
    asked,
    unreadable: asked !== "" && address === null,
    outcome:
      address === null
        ? null
        : {
            email: address.email,
            freeMail,
            ...(await dryRun(store.read, org, { ...address, facts }, { freeMail, now: now() })),
          },
    failed: formFailed(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  return formAction({ request, context }, ruleIntentSchema, async (submitted) => {
    const { intent, ruleId } = submitted.value;
    const { store, now } = context.get(servicesContext);
    const by = actorOf(context, session);
    const change = async () => {
      await store.write((trx) =>
        intent === "end"
          ? endRule({ trx, orgId: org.id, by, now: now() }, ruleId)
          : moveRule({ trx, orgId: org.id, by, now: now() }, ruleId, intent),
      );
      return redirectWithFlash(
        context,
        "/rules",
        intent === "end" ? "The rule was deleted. Earlier decisions stay." : "The order was saved.",
      );
    };
    const gone = intent === "end" ? goneBefore("This rule", "/rules") : null;
    return buttonAction(context, "/rules", change, gone);
  });
}

export default function Rules({ loaderData }: Route.ComponentProps) {
  const { rules, asked, unreadable, outcome, said, products, countries } = loaderData;
  const { customers, presets } = loaderData;
  const dryRunPanel = (
    <DryRunPanel
      asked={asked}
      said={said}
      products={products}
      countries={countries}
      unreadable={unreadable}
      outcome={outcome}
    />
  );
  return (
    <>
      <ListHead
        title="Auto-decisions"
        count={rules.length === 1 ? "1 rule" : `${rules.length} rules`}
        lead="Decide requests automatically. The first matching rule applies. Everything else goes to the inbox."
        actions={[
          { words: "Add rule", to: "/rules/new" },
          { words: named("Presets", presets), to: "/rules/presets" },
          { words: named("Customer list", customers), to: "/rules/customers" },
        ]}
      />
      {asked === "" ? null : dryRunPanel}
      {rules.length === 0 ? (
        <EmptyState
          icon="clipboard"
          title="No rules yet"
          subtitle="Every request waits in the inbox."
        />
      ) : (
        <RuleList rules={rules} />
      )}
      {asked === "" ? <div className="mt-8">{dryRunPanel}</div> : null}
    </>
  );
}

/** 'Presets (3)'; the name alone where there are none. */
function named(words: string, count: number): string {
  return count === 0 ? words : `${words} (${count.toLocaleString("en")})`;
}
