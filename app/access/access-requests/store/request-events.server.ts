import type { AccessRequestsTable } from "#db/schema.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { announce } from "#tenancy/webhooks/store/announce.server.ts";

/** Who asked, as far as a request says it. */
type Asked = Pick<
  AccessRequestsTable,
  "id" | "kind" | "email" | "firstName" | "lastName" | "companyName"
>;

/** Tells the company's own programs what happened to a request, in the transaction of its cause. */
export async function announceRequest(
  write: Omit<Write, "by">,
  type: "request.received" | "request.decided" | "request.reopened",
  { id, kind, email, firstName, lastName, companyName }: Asked,
  facts: Readonly<Record<string, string>>,
): Promise<void> {
  await announce(write, {
    type,
    subjectId: id,
    path: `/requests/${id}`,
    facts: { kind, company: companyName, ...facts },
    person: { name: `${firstName} ${lastName}`.trim() || null, email },
  });
}
