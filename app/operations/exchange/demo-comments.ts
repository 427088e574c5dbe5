import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import { addComment } from "#visibility/comments/store/comments.server.ts";
import { findStaffByEmail } from "#auth/store/staff.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import type { ContentIds } from "./content-ids.ts";

const DAY_MS = 86_400_000;

/** A conversation about the SOC 2 report, whose last question waits for an answer. */
export async function createDemoComments(
  { trx, orgId, now }: Write,
  idOf: ContentIds,
): Promise<void> {
  const [riley] = await membersByEmail(trx, orgId, "riley@customer.example");
  const priya = await findStaffByEmail(trx, "reviewer@acme.example");
  if (riley === undefined || priya === null) return;
  const thread = {
    accountId: riley.accountId,
    productId: idOf("product", "platform"),
    itemUid: "Reports.soc2",
  };
  const ask = (content: string, days: number) =>
    addComment(
      {
        trx,
        orgId,
        by: { actor: `member:${riley.id}`, actorName: "Riley Novak" },
        now: new Date(now.getTime() - days * DAY_MS),
      },
      thread,
      { memberId: riley.id },
      content,
    );
  await ask(
    "Does the report’s scope cover the EU region, too? Our regulator asks for it by name.",
    3,
  );
  await addComment(
    {
      trx,
      orgId,
      by: { actor: `staff:${priya.id}`, actorName: priya.name },
      now: new Date(now.getTime() - 2 * DAY_MS),
    },
    thread,
    { staffId: priya.id, name: priya.name },
    "It does: Frankfurt and Dublin are named in section III, on the page about the boundaries of the system.",
  );
  await ask("Thank you, found it. When do you expect the next one?", 1);
}
