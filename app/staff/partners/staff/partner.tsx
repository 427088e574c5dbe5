import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "react-router";
import type { Route } from "./+types/partner";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { textField } from "#web/forms/fields.ts";
import { goneBefore } from "#web/forms/button.ts";
import { formAction, formFailed, notFound } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { SettingsHead } from "#staff/settings/staff/setting-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { shownTokens, TokenTable } from "#web/ui/partner-tokens.tsx";
import { partnerSchema } from "#access/partners/forms/partners.ts";
import {
  findPartner,
  listTokens,
  removePartner,
  revokeToken,
  updatePartner,
} from "#company/partners/store/partners.server.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.partner.name ?? "Partner", loaderData?.failed) }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "settings:edit");
  const { store, now } = context.get(servicesContext);
  const partner = await findPartner(store.read, org.id, params.partnerId);
  if (partner === null) throw notFound();
  // Who the accounts are is the reviewers' business.
  const tokens = permissions.has("accounts:review")
    ? await listTokens(store.read, org.id, { partnerId: partner.id }, now())
    : null;
  return {
    failed: formFailed(context),
    constraint: formConstraint(partnerSchema),
    partner,
    tokens: tokens === null ? null : shownTokens(tokens, org.timeZone, now()),
  };
}

/** Saves the partner, removes it, or ends a token for it. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { org, session, permissions } = await requireStaff(context, "settings:edit");
  const { store, now } = context.get(servicesContext);
  const id = params.partnerId;
  const found = await findPartner(store.read, org.id, id);
  const by = actorOf(context, session);
  const list = "/settings/partners";
  return formAction({ request, context }, partnerSchema, async ({ value }) => {
    if (found === null) {
      if (value.intent === "remove") throw goneBefore("This partner", list);
      throw notFound();
    }
    if (value.intent === "save") {
      const { name, domain } = value;
      await store.write((trx) =>
        updatePartner({ trx, orgId: org.id, by, now: now() }, { id, name, domain }),
      );
      return redirectWithFlash(context, list, `${name} was saved.`);
    }
    if (value.intent === "remove") {
      const name = await store.write((trx) =>
        removePartner({ trx, orgId: org.id, by, now: now() }, id),
      );
      return redirectWithFlash(context, list, `${name} was removed. Its tokens were revoked.`);
    }
    if (!permissions.has("accounts:review")) throw notFound();
    await store.write((trx) =>
      revokeToken({ trx, orgId: org.id, by, now: now() }, value.tokenId, { partnerId: id }),
    );
    return redirectWithFlash(context, `${list}/${id}`, "The token was revoked.");
  });
}

export default function EditPartner({ loaderData, actionData }: Route.ComponentProps) {
  const { partner, tokens, constraint } = loaderData;
  const [form, { name, domain }] = useForm<{ name: string; domain: string }>({
    id: "partner",
    lastResult: actionData?.result ?? null,
    defaultValue: { name: partner.name, domain: partner.domain },
    constraint,
  });
  return (
    <>
      <SettingsHead title={partner.name}>
        <Link
          to="/settings/partners"
          className="inline-flex min-h-6 items-center font-medium text-accent"
        >
          All partners
        </Link>
      </SettingsHead>
      <div className="max-w-[44rem] space-y-10">
        <form
          method="post"
          className="space-y-6"
          {...getFormProps(form, { ariaAttributes: false })}
        >
          <OnceField />
          <ErrorSummary errors={form.errors} fields={[name, domain]} />
          <input type="hidden" name="intent" value="save" />
          <TextField {...textField(name)} label="Name" autoComplete="off" />
          <TextField
            {...textField(domain)}
            label="Domain"
            hint="Changing the domain revokes existing tokens."
            inputMode="url"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
          />
          <Button>Save</Button>
        </form>
        {tokens === null ? null : (
          <section aria-labelledby="tokens-title">
            <h2 id="tokens-title" className="text-lg font-semibold">
              Tokens
            </h2>
            {tokens.length === 0 ? (
              <p className="mt-2 text-muted">No member has sent data to this partner recently.</p>
            ) : (
              <div className="mt-4">
                <TokenTable tokens={tokens} columns={["account", "member"]} />
              </div>
            )}
          </section>
        )}
        <details>
          <summary className="inline-flex min-h-10 cursor-pointer items-center rounded-md px-3 text-sm font-medium text-red hover:bg-red-soft">
            Remove
          </summary>
          <p className="mt-2 text-sm text-muted">
            Members can no longer send data to {partner.name}, and its tokens are revoked
            immediately.
          </p>
          <form method="post" noValidate className="mt-2">
            <OnceField />
            <input type="hidden" name="intent" value="remove" />
            <Button look="danger">Remove {partner.name}</Button>
          </form>
        </details>
      </div>
    </>
  );
}
