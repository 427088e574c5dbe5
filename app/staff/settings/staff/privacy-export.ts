import { redirect } from "react-router";
import type { Route } from "./+types/privacy-export";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import { findPerson } from "#company/privacy/store/person-find.server.ts";
import { recordsOf } from "#company/privacy/store/person-records.server.ts";
import { servicesContext } from "#platform/context.ts";
import { personSchema } from "#model/settings/privacy.ts";
import { parseForm } from "#web/forms/form.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { pseudonymOf } from "#company/privacy/pseudonym.server.ts";
import { actorOf } from "#auth/current-staff.ts";
import { requirePersonRights } from "./privacy-rights.ts";

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  await requirePersonRights(context);
  return redirect("/settings/privacy", { status: 303 });
}

/**
 * Everything that is known of a person, as one JSON file. That it was exported is in the audit,
 * without the address.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { org, session } = await requirePersonRights(context);
  const submitted = parseForm(context, await readForm(request), personSchema);
  if (!submitted.ok) return redirect("/settings/privacy", { status: 303 });
  const { store, key, persons, now } = context.get(servicesContext);
  const { email } = submitted.value;
  const person = await findPerson(store.read, persons, org.id, email);
  const records = await recordsOf(store.read, persons, org.id, person);
  await store.write((trx) =>
    recordAudit(
      { trx, orgId: org.id, by: actorOf(context, session), now: now() },
      { action: "person.exported", subject: pseudonymOf(key, org.id, email.key).name },
    ),
  );
  const body = JSON.stringify(
    { organisation: org.name, email: email.email, exportedAt: now().toISOString(), ...records },
    null,
    2,
  );
  return new Response(body, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="person.json"',
      "Cache-Control": "private, no-store",
    },
  });
}
