import { data } from "react-router";
import type { Route } from "./+types/staff.page";
import { changeCustomization } from "../settings/store/change-customization.server.ts";
import { findTrace, listTraces } from "./store.server.ts";
import { servicesContext } from "../../context.ts";
import { documentSettingsSchema } from "../documents/rules/document-settings.ts";
import { formatMoment } from "../../values/moments.ts";
import { pageTitle } from "../../values/page-title.ts";
import { redirectWithFlash } from "../../http/request/flash.ts";
import { formAction, formConstraint } from "../../forms/form.ts";
import { actorOf, requireStaff } from "../../auth/current-staff.ts";
import { TraceResult, TraceSearch, TraceTable } from "./staff.look-up.tsx";
import { MarkSettings } from "./staff.settings.tsx";

const NEWEST = 25;

export function meta() {
  return [{ title: pageTitle("Traces") }];
}

/** Whose copy a watermark names, for those who see the audit or review accounts. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context);
  if (!permissions.has("audit:view") && !permissions.has("accounts:review"))
    throw data({ kind: "access-denied" as const }, { status: 403, statusText: "No access" });
  const { store } = context.get(servicesContext);
  const q = (url.searchParams.get("q") ?? "").trim().slice(0, 40);
  const found = q === "" ? null : await findTrace(store.read, org.id, q);
  const words = (trace: Awaited<ReturnType<typeof listTraces>>[number]) => ({
    id: trace.id,
    who:
      [trace.name, trace.email].filter((part) => part !== null).join(", ") ||
      `A visitor from ${trace.ip ?? "somewhere"}`,
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
      changeCustomization(trx, org.id, submitted.value, actorOf(context, session), now()),
    );
    return redirectWithFlash(context, "/traces", "Saved.");
  });
}

export default function Traces({ loaderData, actionData }: Route.ComponentProps) {
  const { q, found, newest, settings } = loaderData;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Traces</h1>
      <p className="mt-2 mb-8 max-w-[44rem] text-muted">
        Every watermark carries a short trace id. Enter one to see whose page or copy it was.
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
