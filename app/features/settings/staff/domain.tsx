import { getFormProps, useForm } from "@conform-to/react";
import type { Route } from "./+types/domain";
import { listDomains } from "../../orgs/store/domains.server.ts";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../values/moments.ts";
import { pageTitle } from "../../../values/page-title.ts";
import { domainSchema, proofRecord } from "../rules/domain.ts";
import { textField } from "../../../forms/fields.ts";
import { formConstraint, formFailed } from "../../../forms/form.ts";
import { requireStaff } from "../../../auth/current-staff.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { TextField } from "../../../ui/field.tsx";
import { changeDomain } from "./domain-changes.ts";
import { DomainPanel } from "./domain-panel.tsx";
import { SettingsHead } from "./setting-form.tsx";

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

export type ShownDomain = Route.ComponentProps["loaderData"]["domains"][number];

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
        The portal stands at {defaultAddress}. A domain of your own answers beside it as soon as its
        records are right.
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
