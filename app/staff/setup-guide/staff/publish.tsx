import type { Route } from "./+types/publish";
import { endSetupGuide } from "#content/setup-guide/store/setup-guide.server.ts";
import { canonicalBase } from "#tenancy/orgs/store/orgs.server.ts";
import { publicationFacts, setPublished } from "#tenancy/orgs/store/portal-publications.server.ts";
import { servicesContext } from "#platform/context.ts";
import { firstScreen } from "../first-screen.server.ts";
import { START_DONE } from "#model/setup-guide.ts";
import { publicationChecks, publicationSchema } from "#model/settings/publication.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { Checklist } from "#staff/settings/staff/checklist.tsx";
import { Undelivered } from "#web/ui/undelivered.tsx";
import { PortalPreview } from "./portal-preview.tsx";
import { Step, stepTitle } from "./step.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: stepTitle("publish", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { store, config } = context.get(servicesContext);
  return {
    failed: formFailed(context),
    published: org.published,
    address: await canonicalBase(store.read, org, config.origin),
    portalHref: `/${org.slug}`,
    undelivered: config.mail === "outbox",
    screen: await firstScreen(context.get(servicesContext), org),
    checks: publicationChecks(await publicationFacts(store.read, org)),
  };
}

/** Publishes the portal as the settings' page does, and ends the start there. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "settings:edit");
  return formAction(
    { request, context },
    publicationSchema.extend({ intent: publicationSchema.shape.intent.extract(["publish"]) }),
    async () => {
      const { store, now } = context.get(servicesContext);
      const by = actorOf(context, session);
      await store.write(async (trx) => {
        const write = { trx, orgId: org.id, by, now: now() };
        await setPublished(write, true);
        await endSetupGuide(write);
      });
      return redirectWithFlash(
        context,
        `/${org.slug}?view=public&${START_DONE.parameter}=${START_DONE.value}`,
        "Your trust center is public.",
      );
    },
  );
}

export default function PublishStep({ loaderData, actionData }: Route.ComponentProps) {
  const { published, address, portalHref, undelivered, screen, checks } = loaderData;
  const missing = checks.filter(({ done }) => !done).length;
  return (
    <Step
      step="publish"
      last
      title={published ? "It is public" : "Publish"}
      about={
        published ? `Public at ${address}.` : `Your page: ${address}. You can unpublish any time.`
      }
    >
      {undelivered ? (
        <div className="mb-6">
          <Undelivered isOpen />
        </div>
      ) : null}
      <div className="mb-6 empty:hidden">
        <ErrorSummary
          errors={actionData?.result.error?.[""] ?? actionData?.result.error?.intent ?? undefined}
          fields={[]}
        />
      </div>
      <form method="post" noValidate className="mb-8">
        <OnceField />
        <Button name="intent" value="publish">
          {published ? "Finish" : "Publish"}
        </Button>
      </form>
      {screen === null ? null : (
        <section aria-labelledby="preview" className="mb-10">
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <h2 id="preview" className="text-lg font-semibold">
              Preview
            </h2>{" "}
            <a
              href={`${portalHref}?view=public`}
              className="inline-block py-1 text-sm text-accent underline"
            >
              See it as the public
            </a>
          </div>
          <PortalPreview screen={screen} />
        </section>
      )}
      <section aria-labelledby="checklist">
        <h2 id="checklist" className="mb-1 text-lg font-semibold">
          {missing === 0 ? "Everything is ready" : "Still to do"}
        </h2>
        <p className="mb-4 text-sm text-muted">
          None of it is required.{" "}
          {missing === 0 ? null : `${missing} of ${checks.length} are missing.`}
        </p>
        <Checklist checks={checks} portalHref={portalHref} />
      </section>
    </Step>
  );
}
