import { redirect } from "react-router";
import type { Route } from "./+types/content-export";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import { exportContent } from "../exchange/export-content.ts";
import { servicesContext } from "#platform/context.ts";
import { dayIn } from "#values/dates.ts";
import { streamedBody } from "#platform/files/streamed-body.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  await requireStaff(context, "settings:edit");
  return redirect("/settings/content", { status: 303 });
}

/** The org's content as an archive. A POST, because the record notes who took it along. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { org, session } = await requireStaff(context, "settings:edit");
  const { store, blobs, key, now } = context.get(servicesContext);
  const withFiles = (await readForm(request)).get("files") === "yes";
  const zip = await exportContent({ db: store.read, blobs, key }, org.id, { withFiles });
  await store.write((trx) =>
    recordAudit(
      { trx, orgId: org.id, by: actorOf(context, session), now: now() },
      { action: "content.exported", detail: { documents: withFiles } },
    ),
  );
  return new Response(streamedBody({ open: async () => zip.stream() }), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="content-${org.slug}-${dayIn(now(), org.timeZone)}.zip"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
