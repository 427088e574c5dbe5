import { recordAccessRequest } from "#access/access-requests/store/access-requests.server.ts";
import {
  answerQuestion,
  askRequester,
} from "#access/access-requests/store/request-questions.server.ts";
import {
  addInternalNote,
  assignRequests,
} from "#access/access-requests/store/request-work.server.ts";
import type { Actor, Write } from "#tenancy/audit/store/audit.server.ts";
import type { ContentIds } from "./content-ids.ts";

const HOUR_MS = 3_600_000;

/**
 * A request that reviewers of the demo work on together: somebody looks at it, with a note, an
 * answer of its sender, and a question that waits for one.
 * @param reviewer who looks at it
 */
export async function createDemoRequests(
  { trx, orgId, now }: Write,
  reviewer: { id: string; actor: Actor },
  idOf: ContentIds,
): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const asker: Actor = { actor: "visitor", actorName: "Mina Castellano" };
  const id = await recordAccessRequest(
    { trx, orgId, by: asker, now: hoursAgo(20) },
    {
      email: "mina@harbor.example",
      companyName: "Harbor Freight Systems",
      firstName: "Mina",
      lastName: "Castellano",
      jobTitle: "Vendor risk analyst",
      relationship: "Prospect",
      country: "US",
      productId: idOf("product", "platform"),
      agreed: true,
      note: "We review all new vendors before signing and need your latest reports.",
    },
  );
  const by = reviewer.actor;
  const write = { trx, orgId, by, now: hoursAgo(18) };
  await assignRequests(write, [id], reviewer.id);
  await addInternalNote(
    write,
    id,
    "Sales expects them to sign this quarter. Core reports should be enough.",
  );
  await askRequester(
    { trx, orgId, by, now: hoursAgo(17) },
    id,
    "Which of our products will you use?",
  );
  await answerQuestion(
    { trx, orgId, by: asker, now: hoursAgo(6) },
    id,
    "The Platform, for about 40 users.",
  );
  const open = "Who will read the reports? Please name everyone who needs access.";
  await askRequester({ trx, orgId, by, now: hoursAgo(5) }, id, open);
}
