import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "react-router";
import type { Route } from "./+types/settings";
import { hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { textField } from "#web/forms/fields.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { SettingsHead } from "#staff/settings/staff/setting-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { newPartnerSchema } from "#access/partners/forms/partners.ts";
import { KEYS_PATH, PARTNER_PATH, TOKEN_HOURS } from "#model/partners.ts";
import { addPartner, listPartners } from "#company/partners/store/partners.server.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Partners", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { store, config } = context.get(servicesContext);
  return {
    failed: formFailed(context),
    constraint: formConstraint(newPartnerSchema),
    partners: await listPartners(store.read, org.id),
    isOn: hasFeature(org, "partnerImport"),
    origin: config.origin,
  };
}

/** Adds a partner. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "settings:edit");
  return formAction({ request, context }, newPartnerSchema, async ({ value }) => {
    const { store, now } = context.get(servicesContext);
    const by = actorOf(context, session);
    await store.write((trx) => addPartner({ trx, orgId: org.id, by, now: now() }, value));
    return redirectWithFlash(context, "/settings/partners", `${value.name} was added.`);
  });
}

export default function Partners({ loaderData, actionData }: Route.ComponentProps) {
  const { partners, constraint, isOn, origin } = loaderData;
  const [form, { name, domain }] = useForm<{ name: string; domain: string }>({
    id: "partner",
    lastResult: actionData?.result ?? null,
    constraint,
  });
  return (
    <>
      <SettingsHead title="Partners">
        Tools for third-party risk management (TPRM) that your customers use. Signed-in members can
        send a tool everything they can see, except files.
      </SettingsHead>
      <div className="max-w-[44rem] space-y-10">
        {isOn ? null : (
          <p role="status" className="rounded-lg border border-yellow bg-yellow-soft p-4 text-sm">
            Members don’t see this list: “Send data to TPRM tools” is turned off under{" "}
            <Link to="/settings/features" className="text-accent underline">
              Features
            </Link>
            .
          </p>
        )}
        {partners.length === 0 ? (
          <EmptyState
            icon="link"
            title="No partners yet"
            subtitle="Members can send data once you add a partner."
          />
        ) : (
          <TableFrame label="List of partners" head={["Name", "Domain", "Edit"]}>
            {partners.map((partner) => (
              <tr key={partner.id}>
                <th
                  scope="row"
                  className="px-4 py-3 text-start align-top font-medium [overflow-wrap:anywhere]"
                >
                  {partner.name}
                </th>
                <td className="break-all">{partner.domain}</td>
                <td>
                  <Link
                    to={`/settings/partners/${partner.id}`}
                    aria-label={`Edit ${partner.name}`}
                    className="text-accent underline"
                  >
                    Edit
                  </Link>
                </td>
              </tr>
            ))}
          </TableFrame>
        )}
        <section aria-labelledby="add-title">
          <h2 id="add-title" className="text-lg font-semibold">
            Add a partner
          </h2>
          <form
            method="post"
            className="mt-4 space-y-6"
            {...getFormProps(form, { ariaAttributes: false })}
          >
            <OnceField />
            <ErrorSummary errors={form.errors} fields={[name, domain]} />
            <TextField {...textField(name)} label="Name" autoComplete="off" />
            <TextField
              {...textField(domain)}
              label="Domain"
              hint="Such as example.com. Tokens contain it, so that the tool knows they’re meant for it."
              inputMode="url"
              autoCapitalize="off"
              autoComplete="off"
              spellCheck={false}
            />
            <Button>Add partner</Button>
          </form>
        </section>
        <section aria-labelledby="tell-title" className="text-sm">
          <h2 id="tell-title" className="text-lg font-semibold">
            What to tell a partner
          </h2>
          <dl className="mt-3 space-y-3">
            <Fact label="URL of the data">{`${origin}${PARTNER_PATH}`}</Fact>
            <Fact label="Header to send">{`Authorization: Bearer {token}`}</Fact>
            <Fact label="Keys that sign tokens (ES256)">{`${origin}${KEYS_PATH}`}</Fact>
          </dl>
          <p className="mt-3 text-muted">
            A token works for {TOKEN_HOURS} hours. With it, the tool reads what the member can see
            at that moment, and nothing once their access has expired.
          </p>
        </section>
      </div>
    </>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt className="font-medium">{label}</dt>{" "}
      <dd>
        <code className="break-all">{children}</code>
      </dd>
    </div>
  );
}
