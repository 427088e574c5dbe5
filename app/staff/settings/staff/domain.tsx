import { getFormProps, useForm } from "@conform-to/react";
import type { Route } from "./+types/domain";
import {
  listDomains,
  claimDomain,
  findClaim,
  keepCheck,
  removeDomain,
} from "#tenancy/orgs/store/domains.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { domainSchema, proofRecord, judgeDomain } from "#model/settings/domain.ts";
import { textField } from "#web/forms/fields.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { requireStaff, actorOf } from "#auth/current-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { DomainPanel } from "./domain-panel.tsx";
import { SettingsHead } from "./setting-form.tsx";
import type { RouterContextProvider } from "react-router";
import { askDomainRecords } from "#platform/integrations/domain-records.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { OnceField } from "#web/ui/once-field.tsx";

const PAGE = "/settings/domain";

/** Adds, checks or removes a host. */
async function changeDomain({
  request,
  context,
}: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}) {
  const { org, session } = await requireStaff(context, "settings:edit");
  return formAction(
    { request, context },
    domainSchema,
    async (submitted) => {
      const { store, config, now } = context.get(servicesContext);
      const { intent, host } = submitted.value;
      const by = actorOf(context, session);
      const ownHost = new URL(config.origin).hostname;
      if (intent === "add") {
        if (host === ownHost)
          return submitted.refuse({
            fields: { host: [`${host} is the address of the whole installation.`] },
          });
        await store.write((trx) => claimDomain({ trx, orgId: org.id, by, now: now() }, host));
        return redirectWithFlash(
          context,
          PAGE,
          `${host} was added. Add its two DNS records, then check them.`,
        );
      }
      if (intent === "remove") {
        await store.write((trx) => removeDomain({ trx, orgId: org.id, by, now: now() }, host));
        return redirectWithFlash(context, PAGE, `${host} was removed.`);
      }
      const claim = await findClaim(store.read, org.id, host);
      if (claim === null) return submitted.refuse({ form: [GONE] }, { status: 404 });
      // The name server is asked before the transaction begins: nothing but the database inside of
      // one.
      const verdict = judgeDomain(
        host,
        claim.token,
        ownHost,
        await askDomainRecords(host, claim.token, config.dnsServer),
      );
      const kept = await store.write((trx) =>
        keepCheck({ trx, orgId: org.id, by, now: now() }, host, verdict),
      );
      return redirectWithFlash(
        context,
        PAGE,
        kept.verified
          ? `${host} is verified. The portal opens there.`
          : { text: `${host} is not verified yet. ${kept.message}`, tone: "error" },
      );
    },
    { gone: GONE, goneStatus: 404, field: "host" },
  );
}

const GONE = "This domain is no longer in the list.";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Domain", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { store, config } = context.get(servicesContext);
  const domains = await listDomains(store.read, org.id);
  const moment = (at: string | null) => (at === null ? null : formatMoment(at, org.timeZone));
  return {
    failed: formFailed(context),
    constraint: formConstraint(domainSchema),
    target: new URL(config.origin).hostname,
    defaultAddress: `${config.origin}/${org.slug}`,
    domains: domains.map(({ host, state, token, verifiedAt, answeredAt, checkedAt, message }) => ({
      host,
      state,
      message,
      proof: token === null ? null : proofRecord(host, token),
      verified: moment(verifiedAt),
      checked: moment(checkedAt),
      links: host === domains.find((domain) => domain.answeredAt !== null)?.host,
      waits: verifiedAt !== null && answeredAt === null,
    })),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return changeDomain({ request, context });
}

export default function DomainSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { target, defaultAddress, domains, constraint } = loaderData;
  const added = actionData?.result.initialValue?.intent === "add";
  const [form, { host }] = useForm<{ host: string }>({
    id: "domain",
    lastResult: actionData?.result ?? null,
    constraint,
  });
  return (
    <>
      <SettingsHead title="Domain">
        The portal is at {defaultAddress}. Add a custom domain. It goes live once its DNS records
        are set up.
      </SettingsHead>
      <div className="max-w-[44rem] space-y-6">
        <ErrorSummary errors={form.errors} fields={[host]} />
        {domains.map((domain) => (
          <DomainPanel key={domain.host} domain={domain} target={target} />
        ))}
        <section aria-labelledby="add-domain" className="border-t border-line pt-6">
          <h2 id="add-domain" className="mb-4 text-lg font-semibold">
            {domains.length === 0 ? "Add a domain" : "Add another domain"}
          </h2>
          <form
            method="post"
            className="space-y-5"
            {...getFormProps(form, { ariaAttributes: false })}
          >
            <OnceField />
            <input type="hidden" name="intent" value="add" />
            <TextField
              {...textField(host)}
              // The name of a domain in the list was not typed here.
              defaultValue={added ? host.initialValue : undefined}
              label="Domain"
              hint="Such as trust.example.com."
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
            />
            <Button>Add domain</Button>
          </form>
        </section>
      </div>
    </>
  );
}
