import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "react-router";
import type { Route } from "./+types/org";
import { findInstalledOrg } from "#tenancy/installation/store/suspensions.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { orgChangeSchema } from "../forms/installation.ts";
import { pageTitle } from "#values/page-title.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { textField } from "#web/forms/fields.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { deleteOrg, resume, suspend } from "./changes.ts";
import { pageNotFound, requireInstallationOwner } from "./door.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? [{ title: pageTitle(loaderData.org.name, loaderData.failed) }] : [];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireInstallationOwner(context);
  const org = await findInstalledOrg(context.get(servicesContext).store.read, params.orgId);
  if (org === null) throw pageNotFound();
  const { id, name, slug, suspended } = org;
  return {
    failed: formFailed(context),
    constraint: formConstraint(orgChangeSchema),
    takesPlans: context.get(servicesContext).config.entitlementsJwks !== null,
    org: {
      id,
      name,
      slug,
      suspended:
        suspended === null ? null : { ...suspended, when: formatMoment(suspended.at, "UTC") },
    },
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const session = await requireInstallationOwner(context);
  const { orgId } = params;
  if ((await findInstalledOrg(context.get(servicesContext).store.read, orgId)) === null)
    throw pageNotFound();
  return formAction({ request, context }, orgChangeSchema, async (submitted) => {
    const change = submitted.value;
    if (change.intent === "delete")
      return redirectWithFlash(
        context,
        "/installation",
        await deleteOrg(context, session, orgId, change.slug),
      );
    const done = await (change.intent === "suspend"
      ? suspend(context, session, orgId, change.reason)
      : resume(context, session, orgId));
    return redirectWithFlash(context, `/installation/${orgId}`, done);
  });
}

export default function Org({ loaderData, actionData }: Route.ComponentProps) {
  const { name, slug, suspended } = loaderData.org;
  const [form, fields] = useForm<{ reason: string; slug: string }>({
    id: "org",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
  });
  return (
    <div className="mx-auto max-w-[40rem] space-y-8">
      <div>
        <p className="text-sm">
          <Link to="/installation" className="inline-block py-1 text-accent underline">
            Installation
          </Link>
        </p>
        <h1 className="mt-2 text-2xl font-semibold tracking-tight">{name}</h1>
        <p className="mt-2 text-muted">/{slug}</p>
        {loaderData.takesPlans ? (
          <p className="mt-2">
            <Link
              to={`/installation/${loaderData.org.id}/plan`}
              className="inline-block py-1 text-accent underline"
            >
              Plan
            </Link>
          </p>
        ) : null}
      </div>
      <ErrorSummary
        fields={Object.entries(form.allErrors).map(([field, errors]) => ({
          id: `${form.id}-${field}`,
          errors,
        }))}
      />
      {suspended === null ? (
        <section aria-labelledby="suspend" className="rounded-lg border border-line bg-surface p-6">
          <h2 id="suspend" className="text-lg font-semibold">
            Suspend
          </h2>
          <p className="mt-2 mb-4 text-muted">
            The portal goes offline and emails are held. The team can still sign in and sees your
            reason on every page.
          </p>
          <form
            method="post"
            className="space-y-4"
            {...getFormProps(form, { ariaAttributes: false })}
          >
            <OnceField />
            <TextField
              {...textField(fields.reason)}
              label="Reason shown to the team"
              autoComplete="off"
            />
            <Button look="danger" name="intent" value="suspend">
              Suspend
            </Button>
          </form>
        </section>
      ) : (
        <>
          <section
            aria-labelledby="resume"
            className="rounded-lg border border-line bg-surface p-6"
          >
            <h2 id="resume" className="text-lg font-semibold">
              Suspended
            </h2>
            <p className="mt-2 mb-4 text-muted">
              Since {suspended.when}, by {suspended.by}. {suspended.reason}
            </p>
            <form method="post" noValidate>
              <OnceField />
              <Button name="intent" value="resume">
                Resume
              </Button>
            </form>
          </section>
          <section aria-labelledby="delete" className="rounded-lg border border-red bg-surface p-6">
            <h2 id="delete" className="text-lg font-semibold">
              Delete
            </h2>
            <p className="mt-2 mb-4 text-muted">
              Deletes everything {name} has: portal, documents, accounts, signatures, emails and
              audit log. This can’t be undone. Team members keep their sign-in and their other
              organizations.
            </p>
            <form
              method="post"
              className="space-y-4"
              {...getFormProps(form, { ariaAttributes: false })}
            >
              <OnceField />
              <TextField
                {...textField(fields.slug)}
                label={`Type “${slug}” to confirm`}
                // It is typed anew each time.
                defaultValue=""
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
              />
              <Button look="danger" name="intent" value="delete">
                Delete organization
              </Button>
            </form>
          </section>
        </>
      )}
    </div>
  );
}
