import { getFormProps, useForm } from "@conform-to/react";
import type { Route } from "./+types/settings";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
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
import {
  removeScorecardToken,
  scorecardState,
  setScorecardToken,
} from "#content/grades/scorecard.server.ts";
import * as z from "zod";
import { OnceField } from "#web/ui/once-field.tsx";

const PAGE = "/settings/integrations";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Integrations", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const services = context.get(servicesContext);
  const { ownSince, isConnected } = await scorecardState(services, org.id);
  const { brandfetch, clearbit } = services.config.companySearch;
  return {
    failed: formFailed(context),
    constraint: formConstraint(scorecardTokenSchema),
    scorecard: {
      ownSince:
        ownSince === null ? null : { iso: ownSince, text: formatMoment(ownSince, org.timeZone) },
      byInstallation: ownSince === null && isConnected,
    },
    directories: [
      ...(brandfetch === null ? [] : ["Brandfetch"]),
      ...(clearbit === null ? [] : ["Clearbit"]),
    ],
  };
}

/** Keeps or forgets the org's own token; nobody is ever shown it again. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "settings:edit");
  return formAction({ request, context }, scorecardTokenSchema, async ({ value }) => {
    const services = context.get(servicesContext);
    const by = actorOf(context, session);
    if (value.intent === "remove") {
      await removeScorecardToken(services, org.id, by);
      return redirectWithFlash(context, PAGE, "The token was removed.");
    }
    await setScorecardToken(services, org.id, value.token, by);
    return redirectWithFlash(context, PAGE, "The token was saved.");
  });
}

export default function Integrations({ loaderData, actionData }: Route.ComponentProps) {
  const { scorecard, directories, constraint } = loaderData;
  const [form, { token }] = useForm<{ token: string }>({
    id: "scorecard",
    lastResult: actionData?.result ?? null,
    constraint,
  });
  return (
    <>
      <SettingsHead title="Integrations">
        Services that your portal connects to. Tokens are encrypted and never shown again.
      </SettingsHead>
      <div className="max-w-[44rem] space-y-8">
        <section
          className="rounded-lg border border-line bg-surface p-5 sm:p-6"
          aria-labelledby="scorecard-title"
        >
          <h2 id="scorecard-title" className="text-lg font-semibold">
            Security Scorecard
          </h2>
          <p className="mt-1 text-sm text-muted">
            Fetches a domain’s grade when you press “Get Grade” in a security grade. A grade is
            fetched at most once a day.
          </p>
          <p className="mt-4">
            {scorecard.ownSince !== null ? (
              <>
                Your own token has been in use since{" "}
                <time dateTime={scorecard.ownSince.iso}>{scorecard.ownSince.text}</time>.
              </>
            ) : scorecard.byInstallation ? (
              "Connected by this installation’s token. Set your own to use your account."
            ) : (
              "Not connected."
            )}
          </p>
          <form
            method="post"
            className="mt-4 space-y-4"
            {...getFormProps(form, { ariaAttributes: false })}
          >
            <OnceField />
            <ErrorSummary errors={form.errors} fields={[token]} />
            <input type="hidden" name="intent" value="keep" />
            <TextField
              {...textField(token)}
              type="password"
              label="API token"
              hint="From your account at Security Scorecard: My Settings, API."
              autoComplete="new-password"
              spellCheck={false}
            />
            <Button>{scorecard.ownSince === null ? "Save token" : "Replace token"}</Button>
          </form>
          {scorecard.ownSince === null ? null : (
            <form method="post" noValidate className="mt-3">
              <OnceField />
              <input type="hidden" name="intent" value="remove" />
              <Button look="secondary">Remove token</Button>
            </form>
          )}
        </section>
        <section
          className="rounded-lg border border-line bg-surface p-5 sm:p-6"
          aria-labelledby="companies-title"
        >
          <h2 id="companies-title" className="text-lg font-semibold">
            Company search
          </h2>
          <p className="mt-1 text-sm text-muted">
            Suggests companies, with their logos, where you name a customer or a subprocessor. Logos
            are copied to your portal, so visitors’ browsers load nothing from third parties.
          </p>
          <p className="mt-4">
            {directories.length === 0
              ? "Your own companies and some well-known ones are suggested. Your installation’s administrator can add Brandfetch or Clearbit."
              : `Connected to ${directories.join(" and ")} by this installation. What you type there is sent to them.`}
          </p>
        </section>
      </div>
    </>
  );
}

const MAX_TOKEN = 500;

/** What the page of integrations does: keeps a token of Security Scorecard, or forgets it. */
const scorecardTokenSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("keep"),
      token: z
        .string({ error: "Paste the API token from your Security Scorecard account" })
        .trim()
        .max(MAX_TOKEN, `Use at most ${MAX_TOKEN} characters`)
        .regex(/^[\x21-\x7E]+$/, "Use ASCII characters only, without spaces"),
    }),
    z.object({ intent: z.literal("remove") }),
  ],
  { error: "Something went wrong with this form. Reload the page and try again." },
);
