import type { Route } from "./+types/page";
import { changeCustomization } from "#company/settings/store/change-customization.server.ts";
import { findTrace, listTraces } from "../store/watermarks.server.ts";
import { servicesContext } from "#platform/context.ts";
import { documentSettingsSchema } from "#model/documents/library.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { accessDenied, actorOf, ownerNames, requireStaff } from "#auth/current-staff.ts";
import { TraceResult, TraceSearch, TraceTable } from "./look-up.tsx";
import { getFormProps, useForm } from "@conform-to/react";
import type { SubmissionResult } from "@conform-to/react";
import { boxField, choiceField } from "#web/forms/fields.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

const CHOICES = [
  ["refuse", "Block the download"],
  ["offer", "Allow without a watermark"],
] as const;

/** What happens to downloads, and to files that no watermark can be put on. */
function MarkSettings({
  settings,
  constraint,
  result,
}: {
  constraint: FormConstraint;
  settings: { watermarkDownloads: boolean; viewOnlyFallback: string };
  result: SubmissionResult | null;
}) {
  const [form, { watermarkDownloads, viewOnlyFallback }] = useForm<{
    watermarkDownloads: boolean;
    viewOnlyFallback: string;
  }>({ id: "marks", lastResult: result, defaultValue: settings, constraint });
  return (
    <section className="mt-12 max-w-[44rem] border-t border-line pt-8">
      <h2 className="text-lg font-semibold">Watermarks</h2>
      <p className="mt-1 mb-6 text-sm text-muted">
        View-only documents are always shown as pages with the reader’s name on them.
      </p>
      <div className="mb-6 empty:hidden">
        <ErrorSummary
          errors={form.errors}
          fields={[{ id: `${viewOnlyFallback.id}-refuse`, errors: viewOnlyFallback.errors }]}
        />
      </div>
      <form method="post" className="space-y-6" {...getFormProps(form, { ariaAttributes: false })}>
        <OnceField />
        <div className="flex items-start gap-3">
          <input
            {...boxField(watermarkDownloads)}
            aria-describedby={`${watermarkDownloads.id}-hint`}
            className="size-6"
          />
          <div>
            <label htmlFor={watermarkDownloads.id} className="block font-medium">
              Watermark downloads
            </label>
            <p id={`${watermarkDownloads.id}-hint`} className="text-sm text-muted">
              Every PDF that isn’t public is downloaded with the reader’s name on each page.
            </p>
          </div>
        </div>
        <fieldset>
          <legend className="font-medium">Files that can’t be watermarked</legend>
          {CHOICES.map(([value, label]) => (
            <label key={value} className="mt-2 flex items-center gap-3">
              <input {...choiceField(viewOnlyFallback, value)} className="size-6" />
              {label}
            </label>
          ))}
        </fieldset>
        <Button>Save</Button>
      </form>
    </section>
  );
}

const NEWEST = 25;

export function meta() {
  return [{ title: pageTitle("Leak tracing") }];
}

/** Whose copy a watermark names, for those who see the audit or review accounts. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context);
  const { store } = context.get(servicesContext);
  if (!permissions.has("audit:view") && !permissions.has("accounts:review"))
    throw accessDenied(await ownerNames(store.read, org.id));
  const q = (url.searchParams.get("q") ?? "").trim().slice(0, 40);
  const found = q === "" ? null : await findTrace(store.read, org.id, q);
  const words = (trace: Awaited<ReturnType<typeof listTraces>>[number]) => ({
    id: trace.id,
    who:
      [trace.name, trace.email].filter((part) => part !== null).join(", ") ||
      (trace.ip === null ? "Unknown visitor" : `Visitor at ${trace.ip}`),
    organisation: trace.organisation,
    document: trace.documentName,
    when: formatMoment(trace.createdAt, org.timeZone),
    at: trace.createdAt,
    ip: trace.ip,
  });
  const { watermarkDownloads, viewOnlyFallback } = org.customization;
  return {
    q,
    found: found === null ? null : words(found),
    newest: (await listTraces(store.read, org.id, NEWEST)).map(words),
    settings: permissions.has("settings:edit") ? { watermarkDownloads, viewOnlyFallback } : null,
    constraint: formConstraint(documentSettingsSchema),
  };
}

/** Saves what happens to downloads; who may look traces up may not choose this by that alone. */
export async function action({ context, request }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "settings:edit");
  return formAction({ request, context }, documentSettingsSchema, async (submitted) => {
    const { store, now } = context.get(servicesContext);
    await store.write((trx) =>
      changeCustomization(
        { trx, orgId: org.id, by: actorOf(context, session), now: now() },
        submitted.value,
      ),
    );
    return redirectWithFlash(context, "/traces", "Saved.");
  });
}

export default function Traces({ loaderData, actionData }: Route.ComponentProps) {
  const { q, found, newest, settings } = loaderData;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Leak tracing</h1>
      <p className="mt-2 mb-8 max-w-[44rem] text-muted">
        Enter the ID from a watermark to see who it was issued to.
      </p>
      <TraceSearch q={q} />
      {q === "" ? null : <TraceResult q={q} trace={found} />}
      <TraceTable traces={newest} />
      {settings === null ? null : (
        <MarkSettings
          settings={settings}
          constraint={loaderData.constraint}
          result={actionData?.result ?? null}
        />
      )}
    </>
  );
}
