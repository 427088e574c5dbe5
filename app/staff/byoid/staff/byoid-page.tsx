import { type SubmissionResult, getFormProps, useForm } from "@conform-to/react";
import { data } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/byoid-page";
import { findByoid } from "#access/byoid/store/byoid.server.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { byoidIntentSchema, byoidSchema, testTokenSchema } from "#access/byoid/forms/byoid.ts";
import { pageTitle } from "#values/page-title.ts";
import { formFailed, parseForm } from "#web/forms/form.ts";
import { type FormConstraint, formConstraint } from "#web/forms/constraint.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { type Foreseen, saveSettings, testToken } from "./byoid-changes.ts";
import { GivenFields } from "#access/access-rules/staff/given-fields.tsx";
import { ProviderFields } from "./byoid-fields.tsx";
import { areaField } from "#web/forms/fields.ts";
import { AreaField } from "#web/ui/choice-field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

/** The fields of the settings, as they stand on the page. */
const FIELDS = [
  "enabled",
  "issuer",
  "audience",
  "keys",
  "jwksUrl",
  "publicKey",
  "accountClaim",
  "profileId",
  "productIds",
  "expiresIn",
  "nda",
] as const;

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Identity provider", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { store, config } = context.get(servicesContext);
  const products = (await listProducts(store.read, org.id)).map(({ id, name, isDefault }) => ({
    id,
    name,
    isDefault,
  }));
  return {
    failed: formFailed(context),
    constraints: { save: formConstraint(byoidSchema), test: formConstraint(testTokenSchema) },
    settings: await findByoid(store.read, org.id),
    profiles: (await listProfiles(store.read, org.id)).map(({ id, name }) => ({ id, name })),
    products,
    address: `${config.origin}/${org.slug}?byoidJwt=…`,
  };
}

/** Saves the settings, or says what a token would lead to. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireStaff(context, "settings:edit");
  const form = await readForm(request);
  const intent = parseForm(context, form, byoidIntentSchema);
  if (!intent.ok)
    return data(
      { ...intent.answer.data, intent: null, foreseen: null as Foreseen | null },
      intent.answer.init ?? undefined,
    );
  if (intent.value.intent === "test") return testToken({ context, request }, form);
  return saveSettings({ context, request }, form);
}

export default function ByoidSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, profiles, products, address, constraints } = loaderData;
  const saved = actionData?.intent === "test" ? null : (actionData?.result ?? null);
  const [form, fields] = useForm<z.input<typeof byoidSchema>>({
    id: "byoid",
    lastResult: saved,
    constraint: constraints.save,
    defaultValue: {
      enabled: settings?.enabled ? "yes" : undefined,
      issuer: settings?.issuer,
      audience: settings?.audience,
      keys: settings?.publicKey ? "pem" : "jwks",
      jwksUrl: settings?.jwksUrl ?? undefined,
      publicKey: settings?.publicKey ?? undefined,
      accountClaim: settings?.accountClaim ?? "company",
      profileId: settings?.profileId,
      productIds:
        settings?.productIds ?? products.filter((product) => product.isDefault).map(({ id }) => id),
      expiresIn: settings?.expiresInDays?.toString(),
      nda: settings?.ndaRequired === false ? "waived" : "required",
    },
  });
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Identity provider</h1>
      <p className="mt-2 mb-8 max-w-[44rem] text-muted">
        People signed in to your product can enter the portal without requesting access. Send them
        to <span className="font-mono text-sm break-words">{address}</span> with a signed token
        (JWT). They confirm with one click. Each token works once, within an hour of its iat claim.
      </p>
      <div className="max-w-[40rem] space-y-12">
        <form
          method="post"
          {...getFormProps(form, { ariaAttributes: false })}
          className="space-y-6"
        >
          <OnceField />
          <input type="hidden" name="intent" value="save" />
          <ErrorSummary errors={form.errors} fields={FIELDS.map((name) => fields[name])} />
          <ProviderFields fields={fields} />
          <GivenFields
            legend="What a new company gets"
            fields={fields}
            profiles={profiles}
            products={products}
            expiryHint="Leave empty for no expiry. A token doesn’t restore access that expired or was revoked."
          />
          <Button>Save</Button>
        </form>
        {settings === null ? null : (
          <TestPanel
            constraint={constraints.test}
            result={actionData?.intent === "test" ? actionData.result : null}
            foreseen={actionData?.foreseen ?? null}
          />
        )}
      </div>
    </>
  );
}

/**
 * Says what a token would lead to by the settings that are saved; nobody is signed in, and it stays
 * unused.
 */
function TestPanel({
  constraint,
  result,
  foreseen,
}: {
  constraint: FormConstraint;
  result: SubmissionResult | null;
  foreseen: Foreseen | null;
}) {
  const [form, { token }] = useForm<z.input<typeof testTokenSchema>>({
    id: "test",
    lastResult: result,
    constraint,
  });
  return (
    <section aria-labelledby="test-heading" className="border-t border-line pt-8">
      <h2 id="test-heading" className="text-lg font-semibold">
        Test a token
      </h2>
      {foreseen === null ? null : (
        <div
          role="status"
          className={`mt-4 rounded-lg border p-4 ${foreseen.isRight ? "border-green bg-green-soft" : "border-red bg-red-soft"}`}
        >
          <ul className="space-y-1 text-sm">
            {foreseen.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <form
        method="post"
        {...getFormProps(form, { ariaAttributes: false })}
        className="mt-4 space-y-5"
      >
        <OnceField />
        <input type="hidden" name="intent" value="test" />
        <ErrorSummary errors={form.errors} fields={[token]} />
        <AreaField
          {...areaField(token)}
          label="Token"
          hint="Uses your saved settings. No one is signed in, and the token isn’t used up."
          rows={5}
          spellCheck={false}
          autoComplete="off"
          className="font-mono text-sm"
        />
        <Button look="secondary">Test</Button>
      </form>
    </section>
  );
}
