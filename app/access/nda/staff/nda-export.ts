import { redirect } from "react-router";
import type { Route } from "./+types/nda-export";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import { exportSignatures } from "#auth/nda/store/nda-signatures.server.ts";
import type { Reader } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { dayIn } from "#values/dates.ts";
import { csvAnswer } from "#platform/files/csv-answer.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";

const ROWS_AT_ONCE = 1_000;
const HEAD = [
  "name",
  "email",
  "account",
  "text",
  "text sha-256",
  "signed at",
  "ip",
  "browser",
  "imported at",
  "imported by",
  "note",
];

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  await requireStaff(context, "accounts:review");
  return redirect("/nda", { status: 303 });
}

/**
 * The register that the search leaves, as CSV. A POST, because the record notes who took it along.
 */
export async function action({ context, url }: Route.ActionArgs): Promise<Response> {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, 320);
  await store.write((trx) =>
    recordAudit(
      { trx, orgId: org.id, by: actorOf(context, session), now: now() },
      { action: "nda.register-exported", detail: { search: search === "" ? null : search } },
    ),
  );
  return csvAnswer(
    `nda-signatures-${org.slug}-${dayIn(now(), org.timeZone)}.csv`,
    HEAD,
    batches(store.read, org.id, search),
  );
}

async function* batches(
  db: Reader,
  orgId: string,
  search: string,
): AsyncGenerator<(string | null)[][], void> {
  for (let after = ""; ;) {
    const rows = await exportSignatures(db, orgId, search, { after, limit: ROWS_AT_ONCE });
    yield rows.map((row) => [
      row.name,
      row.email,
      row.accountName,
      row.title,
      row.versionHash,
      row.signedAt,
      row.ip,
      row.userAgent,
      row.importedAt,
      row.importedBy,
      row.note,
    ]);
    after = rows.at(-1)?.id ?? "";
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
