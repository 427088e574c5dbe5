import { Link } from "react-router";
import type { Route } from "./+types/overview";
import { pageTitle } from "#values/page-title.ts";
import { settingsGroupsFor } from "#company/settings/rules/pages.ts";
import { servicesContext } from "#platform/context.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { formAction } from "#web/forms/form.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { HOME_PAGE } from "#model/home.ts";
import { checklistSchema } from "#staff/setup-checklist/rules/checklist.ts";
import {
  isChecklistHidden,
  setChecklistHidden,
} from "#staff/setup-checklist/store/checklist.server.ts";
import { Button } from "#web/ui/button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta() {
  return [{ title: pageTitle("Settings") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "settings:edit");
  const { store } = context.get(servicesContext);
  return {
    checklistHidden: await isChecklistHidden(store.read, org.id),
    orgName: org.name,
    groups: settingsGroupsFor(permissions).map(({ title, pages }) => ({
      title,
      pages: pages.map(({ to, label, about }) => ({ to, label, about })),
    })),
  };
}

/** Shows the setup checklist on the home page again. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  return formAction(
    { request, context },
    checklistSchema.extend({ intent: checklistSchema.shape.intent.extract(["show"]) }),
    async () => {
      const { store, now } = context.get(servicesContext);
      await store.write((trx) => setChecklistHidden({ trx, orgId: org.id, now: now() }, false));
      return redirectWithFlash(context, HOME_PAGE, "The setup checklist is shown again.");
    },
  );
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Settings</h1>
      <p className="mt-2 mb-8 max-w-[44rem] text-muted">
        How {loaderData.orgName}’s portal looks and behaves. Changes go live immediately.
      </p>
      {loaderData.groups.map(({ title, pages }) => (
        <section key={title} aria-label={title} className="mt-10">
          <h2 className="mb-4 text-lg font-semibold">{title}</h2>
          <Links links={pages} />
        </section>
      ))}
      {loaderData.checklistHidden ? (
        <form
          method="post"
          noValidate
          action="/settings"
          className="mt-10 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface px-5 py-4"
        >
          <OnceField />
          <p>The setup checklist on your home page is hidden.</p>{" "}
          <Button look="secondary" size="small" name="intent" value="show">
            Show again
          </Button>
        </form>
      ) : null}
    </>
  );
}

function Links({ links }: { links: readonly { to: string; label: string; about: string }[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {links.map(({ to, label, about }) => (
        <li
          key={to}
          className="relative rounded-lg border border-line bg-surface p-5 hover:border-edge"
        >
          <Link
            to={to}
            className="inline-block py-0.5 font-medium text-accent no-underline after:absolute after:inset-0 hover:underline"
          >
            {label}
          </Link>
          <p className="mt-1 text-sm text-muted">{about}</p>
        </li>
      ))}
    </ul>
  );
}
