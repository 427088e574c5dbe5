import { askRequester } from "./store/request-questions.server.ts";
import { assignRequests } from "./store/request-work.server.ts";
import { findAccessRequest } from "./store/access-requests.server.ts";
import { mutedKinds } from "#company/notifications/store/notifications.server.ts";
import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Writer } from "#db/store.ts";
import type { Services } from "#platform/context.ts";
import type { Staff } from "#auth/store/staff.server.ts";
import { brandOf, brandOnHost, portalLink } from "#platform/mail/brand.ts";
import { renderMail } from "#platform/mail/render.tsx";
import { headerText } from "#model/mail/mail.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { requestQuestion, requestsAssigned } from "./mail/request-question.tsx";
import { requestToken } from "./request-token.server.ts";

/** Who of staff does it, and with what. */
export interface Working {
  services: Pick<Services, "config" | "key" | "now">;
  org: Org;
  me: Pick<Staff, "id" | "name">;
  by: Actor;
}

/** Words of strangers are one short line in mail to others. */
const LINE = 200;

/**
 * Says who looks at requests that wait, all or none, and tells that person by one mail; nobody is
 * told of what they took themselves, or when they want no such mail.
 * @param staffId null: nobody
 * @returns the name of who looks at them now; null: nobody
 * @throws NotFound; Refused as the verb of the store says
 */
export async function assign(
  trx: Writer,
  { services: { config, now }, org, me, by }: Working,
  requestIds: readonly string[],
  staffId: string | null,
): Promise<string | null> {
  const at = now();
  const { reviewer, requestIds: changed } = await assignRequests(
    { trx, orgId: org.id, by, now: at },
    requestIds,
    staffId,
  );
  if (reviewer === null) return null;
  const isTold =
    changed.length > 0 &&
    reviewer.id !== me.id &&
    !(await mutedKinds(trx, org.id, reviewer.id)).has("request-assigned");
  if (isTold) {
    const people: { email: string; company: string }[] = [];
    for (const requestId of changed) {
      const request = await findAccessRequest(trx, org.id, requestId);
      if (request !== null)
        people.push({ email: request.email, company: headerText(request.companyName, LINE) });
    }
    const mail = renderMail(await brandOf(trx, org, config), requestsAssigned, {
      by: me.name,
      people,
      requestId: changed.length === 1 ? (changed[0] ?? null) : null,
    });
    await queueMail(trx, org.id, {
      to: { email: reviewer.email, name: reviewer.name },
      mail,
      now: at,
    });
  }
  return reviewer.name;
}

/**
 * Asks the sender of a request something, by a mail whose link leads to the form for the answer.
 * @throws NotFound; Refused as the verb of the store says
 */
export async function ask(
  trx: Writer,
  { services: { config, key, now }, org, by }: Working,
  requestId: string,
  question: string,
): Promise<void> {
  const at = now();
  const { email, firstName, lastName, host } = await askRequester(
    { trx, orgId: org.id, by, now: at },
    requestId,
    question,
  );
  const brand = await brandOnHost(trx, org, config, host);
  const mail = renderMail(brand, requestQuestion, {
    firstName: headerText(firstName, LINE),
    question,
    link: portalLink(brand, "", { requestToken: requestToken(key, org.id, requestId) }),
  });
  const name = `${firstName} ${lastName}`.trim();
  await queueMail(trx, org.id, { to: { email, name: name || null }, mail, now: at });
}
