import { Link, redirect } from "react-router";
import type { Route } from "./+types/overview";
import {
  endSetupGuide,
  setupGuideOf,
  skipStartStep,
} from "#content/setup-guide/store/setup-guide.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pathAfter, START_STEPS, startPath, startSchema, stepWords } from "#model/setup-guide.ts";
import { pageTitle } from "#values/page-title.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { StateMark, STATE_WORDS } from "./state-mark.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Setup guide", loaderData?.failed) }];
}

/** The steps and how far they are: a new org is led here, and whoever stopped comes back here. */
export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { steps, next, unfinished } = await setupGuideOf(
    context.get(servicesContext).store.read,
    org,
  );
  return {
    failed: formFailed(context),
    orgName: org.name,
    published: org.published,
    portalHref: `/${org.slug}`,
    steps,
    next,
    unfinished,
  };
}

/** Skips a step, or puts the start away; both change nothing of the portal. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "settings:edit");
  return formAction({ request, context }, startSchema, async (submitted) => {
    const { store, now } = context.get(servicesContext);
    const { value } = submitted;
    if (value.intent === "skip") {
      await store.write((trx) => skipStartStep({ trx, orgId: org.id, now: now() }, value.step));
      return redirect(pathAfter(value.step), { status: 303 });
    }
    await store.write((trx) =>
      endSetupGuide({ trx, orgId: org.id, by: actorOf(context, session), now: now() }),
    );
    return redirectWithFlash(context, `/${org.slug}`, {
      text: "Setup guide hidden. You can find everything in the settings.",
      tone: "success",
      link: { label: "Settings", to: "/settings" },
    });
  });
}

export default function SetupGuide({ loaderData, actionData }: Route.ComponentProps) {
  const { orgName, published, portalHref, steps, next, unfinished } = loaderData;
  const done = steps.filter(({ state }) => state === "done").length;
  const fresh = steps.every(({ state }) => state === "open");
  return (
    <div className="mx-auto max-w-[44rem]">
      <div className="mb-6 empty:hidden">
        <ErrorSummary errors={actionData?.result.error?.[""] ?? undefined} fields={[]} />
      </div>
      <h1 className="text-2xl font-semibold tracking-tight">
        {fresh ? `Welcome. Let’s publish ${orgName}’s trust center.` : "Setup guide"}
      </h1>
      <p className="mt-2 mb-6 text-muted">
        {fresh
          ? "A few short steps, about ten minutes. Begin with the documents that you have. You can skip any step and return to it later. Only your team can see the portal until you publish it in the last step."
          : `${done} of ${steps.length} done. ${published ? "The portal is public." : "Only your team can see the portal until you publish it in the last step."}`}
      </p>
      <div className="mb-8 flex flex-wrap items-center gap-3">
        {next === null ? (
          <a href={portalHref} className="font-medium text-accent underline">
            To the portal
          </a>
        ) : (
          <ButtonLink to={startPath(next)}>
            {fresh
              ? "Begin"
              : `Continue with ${stepWords(next).toLowerCase()}: ${START_STEPS.find(({ step }) => step === next)?.label}`}
          </ButtonLink>
        )}{" "}
        {unfinished ? (
          <form method="post" noValidate className="ms-auto">
            <OnceField />
            <Button look="quiet" name="intent" value="end" className="-me-4">
              Dismiss
            </Button>
          </form>
        ) : null}
      </div>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {steps.map(({ step, label, about, state }, i) => (
          <li key={step} className="relative flex items-start gap-4 px-5 py-4 hover:bg-sunken">
            <span className="mt-0.5">
              <StateMark state={state} />
            </span>
            <div className="min-w-0 grow">
              <Link
                to={startPath(step)}
                className="inline-block min-h-6 font-medium text-ink no-underline after:absolute after:inset-0"
              >
                {i + 1}. {label}
              </Link>{" "}
              <p className="text-sm text-muted">{about}</p>
            </div>{" "}
            <span className="shrink-0 text-sm text-muted">
              {state === "open" ? (
                <span className="sr-only">{STATE_WORDS.open}</span>
              ) : (
                STATE_WORDS[state]
              )}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
