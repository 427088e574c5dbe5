import { getFormProps, useForm } from "@conform-to/react";
import type * as z from "zod";
import type { Route } from "./+types/single-sign-on";
import { requireStaff } from "#auth/current-staff.ts";
import { findSingleSignOn, listSignOnDomains } from "#auth/store/single-sign-on.server.ts";
import { proofRecord } from "#model/settings/domain.ts";
import { SIGN_ON_PAGE, signOnBase } from "#model/auth/single-sign-on.ts";
import { servicesContext } from "#platform/context.ts";
import { callbackAddress, CLIENT_SECRET } from "#staff/auth/single-sign-on/provider.ts";
import { SettingsHead } from "#staff/settings/staff/setting-form.tsx";
import { findSecret } from "#tenancy/orgs/store/org-secrets.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { areaField, selectField, textField } from "#web/forms/fields.ts";
import { formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { NO_FIELDS, pageButton, pressed, refusedOr } from "#web/forms/page-buttons.ts";
import { Button } from "#web/ui/button.tsx";
import { AreaField, Choice } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import {
  GIVEN_ROLES,
  knownSignOnDomainSchema,
  newSignOnDomainSchema,
  SIGN_ON_BUTTONS,
  signOnSettingsSchema,
} from "../forms/single-sign-on.ts";
import {
  addDomain,
  checkDomain,
  removeDomain,
  save,
  type SignOnDesk,
  test,
} from "./sign-on-changes.ts";
import { SignOnDomains } from "./sign-on-domains.tsx";

export const handle: RouteHandle = { button: SIGN_ON_BUTTONS };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Single sign-on", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "sign-on:edit");
  const services = context.get(servicesContext);
  const { read } = services.store;
  return {
    failed: formFailed(context),
    constraint: formConstraint(signOnSettingsSchema),
    settings: await findSingleSignOn(read, org.id),
    hasSecret: (await findSecret(read, org.id, CLIENT_SECRET)) !== null,
    domains: (await listSignOnDomains(read, org.id)).map(({ domain, token, provedAt }) => ({
      domain,
      proof: proofRecord(domain, token),
      isProved: provedAt !== null,
    })),
    callback: callbackAddress(services, org.id),
    keys: `${services.config.origin}${signOnBase(org.id)}/keys`,
    passwordPage: `${services.config.origin}/sign-in`,
  };
}

const GONE = { gone: "This domain is no longer in the list.", goneStatus: 404 as const };

const BUTTONS = {
  save: pageButton(signOnSettingsSchema, save),
  test: pageButton(NO_FIELDS, (desk: SignOnDesk) => test(desk)),
  "add-domain": pageButton(newSignOnDomainSchema, addDomain, { field: "domain" }),
  "check-domain": pageButton(knownSignOnDomainSchema, checkDomain, GONE),
  "remove-domain": pageButton(knownSignOnDomainSchema, removeDomain, GONE),
};

export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const here = await requireStaff(context, "sign-on:edit");
  return refusedOr(await pressed(args, BUTTONS, { context, here }, { hide: ["clientSecret"] }));
}

export default function SingleSignOnSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, domains, hasSecret } = loaderData;
  const refused = actionData ?? null;
  const result = (button: string) => (refused?.button === button ? refused.result : null);
  return (
    <>
      <SettingsHead title="Single sign-on">
        Your team signs in with your organization’s identity provider, using OpenID Connect.
        Register this redirect URI there:{" "}
        <span className="font-mono text-sm break-all">{loaderData.callback}</span>
      </SettingsHead>
      <div className="max-w-[44rem] space-y-12">
        <SignOnDomains domains={domains} refused={refused} />
        <ProviderForm
          settings={settings}
          hasSecret={hasSecret}
          constraint={loaderData.constraint}
          keys={loaderData.keys}
          passwordPage={loaderData.passwordPage}
          result={result("save")}
        />
        {settings === null ? null : (
          <form method="post" action={`${SIGN_ON_PAGE}/test`} noValidate>
            <OnceField />
            <h2 className="text-lg font-semibold">Test</h2>
            <p className="mt-1 mb-4 text-muted">
              Takes you to your provider, then shows what it says about you and what would happen.
              Nothing is changed.
            </p>
            <Button look="secondary">Test</Button>
          </form>
        )}
      </div>
    </>
  );
}

interface ProviderFormProps {
  settings: Route.ComponentProps["loaderData"]["settings"];
  hasSecret: boolean;
  constraint: Route.ComponentProps["loaderData"]["constraint"];
  keys: string;
  passwordPage: string;
  result: NonNullable<Route.ComponentProps["actionData"]>["result"] | null;
}

/** The provider, who comes in, and whether there is another way. */
function ProviderForm({ settings, constraint, result, ...told }: ProviderFormProps) {
  const [form, fields] = useForm<z.input<typeof signOnSettingsSchema>>({
    id: "sign-on",
    lastResult: result,
    constraint,
    defaultValue: {
      issuer: settings?.issuer,
      clientId: settings?.clientId,
      clientProof: settings?.clientProof ?? "secret",
      newcomerRole: settings?.newcomerRole ?? "",
      roleClaim: settings?.roleClaim ?? "",
      roleLines: settings?.roles.map(({ value, role }) => `${value} = ${role}`).join("\n"),
      enabled: settings?.enabled ? "yes" : undefined,
      only: settings?.only ? "yes" : undefined,
    },
  });
  return (
    <form
      method="post"
      action={`${SIGN_ON_PAGE}/save`}
      {...getFormProps(form, { ariaAttributes: false })}
      className="space-y-6"
    >
      <h2 className="text-lg font-semibold">Identity provider</h2>
      <OnceField />
      <ErrorSummary errors={form.errors} fields={Object.values(fields)} />
      <ClientFields fields={fields} hasSecret={told.hasSecret} keys={told.keys} />
      <RoleFields fields={fields} />
      <SwitchBox
        field={fields.enabled}
        label="Use single sign-on"
        hint="The sign-in page sends people with an email at a verified domain to your identity provider."
      />
      <SwitchBox
        field={fields.only}
        label="Require single sign-on"
        hint={`When on, only owners can sign in without it. They use a passkey, or a password with two-factor sign-in, at ${told.passwordPage}.`}
      />
      <Button>Save</Button>
    </form>
  );
}

type Fields = ReturnType<typeof useForm<z.input<typeof signOnSettingsSchema>>>[1];

/** The provider, and how the server proves to it who asks. */
function ClientFields({
  fields: { issuer, clientId, clientProof, clientSecret },
  hasSecret,
  keys,
}: {
  fields: Fields;
} & Pick<ProviderFormProps, "hasSecret" | "keys">) {
  return (
    <>
      <TextField
        {...textField(issuer)}
        label="Issuer"
        hint="Such as https://login.example.com. The rest is read from its /.well-known/openid-configuration."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField {...textField(clientId)} label="Client ID" autoComplete="off" spellCheck={false} />
      <SelectField
        {...selectField(clientProof)}
        label="Client authentication"
        hint={`With a key, your provider reads the public key at ${keys}.`}
        options={[
          { value: "secret", label: "Client secret" },
          { value: "key", label: "Key (private_key_jwt)" },
        ]}
      />
      <TextField
        {...textField(clientSecret)}
        label="Client secret"
        hint={
          hasSecret
            ? "Leave empty to keep the one that is saved."
            : "It is encrypted and never shown again."
        }
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}

/** Who comes in, and as what. */
function RoleFields({ fields: { newcomerRole, roleClaim, roleLines } }: { fields: Fields }) {
  return (
    <>
      <SelectField
        {...selectField(newcomerRole)}
        label="People who are not on your team yet"
        options={[
          { value: "", label: "Don’t add them" },
          ...GIVEN_ROLES.map((role) => ({ value: role, label: `Add them as ${role}` })),
        ]}
      />
      <TextField
        {...textField(roleClaim)}
        label="Role claim (optional)"
        hint="Such as groups. It sets the role at each sign-in. Owners stay owners."
        autoComplete="off"
        spellCheck={false}
      />
      <AreaField
        {...areaField(roleLines)}
        label="Role mapping"
        hint={`One per line, such as “security-team = editor”. The first match applies. Roles: ${GIVEN_ROLES.join(", ")}.`}
        rows={4}
        spellCheck={false}
      />
    </>
  );
}

function SwitchBox({
  field: { id, name, initialValue, errors },
  label,
  hint,
}: {
  field: { id: string; name: string; initialValue: unknown; errors?: string[] | undefined };
  label: string;
  hint?: string;
}) {
  return (
    <div>
      <Choice
        id={id}
        name={name}
        value="yes"
        defaultChecked={initialValue === "yes"}
        label={label}
        hint={hint}
      />
      {errors === undefined ? null : (
        <p className="mt-1 text-sm font-medium text-red">{errors.join(" ")}</p>
      )}
    </div>
  );
}
