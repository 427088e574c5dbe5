import { headerText } from "#model/mail/mail.ts";
import { askedItemName } from "../store/asked-item.server.ts";
import { findAccessRequest } from "../store/access-requests.server.ts";
import { notifyStaff } from "#company/notifications/store/notifications.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { findProduct } from "#tenancy/products/store/products.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import type { Config } from "#platform/config.ts";
import { countryName } from "#values/countries.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { type StaffAccessRequestFacts, staffAccessRequest } from "./request-received.tsx";
import { renderMail } from "#platform/mail/render.tsx";

/** Words of strangers are one short line in mail to others. */
const LINE = 200;

const HOUR_MS = 3_600_000;

/**
 * Notes that follow another within the hour send no mail of their own. @param notedAt of the note
 * before
 */
export function isWorthAMail(notedAt: string | null, now: Date): boolean {
  return notedAt === null || now.getTime() - Date.parse(notedAt) > HOUR_MS;
}

/**
 * Tells staff by mail of a request that waits, in the transaction that recorded it. What a rule
 * decided waits for nobody and sends nothing.
 * @param news.cause what happened to it
 */
export async function tellStaffOfRequest(
  write: Omit<Write, "by">,
  config: Pick<Config, "origin" | "mailFrom">,
  org: Org,
  {
    requestId,
    cause,
    note = null,
  }: { requestId: string; cause: StaffAccessRequestFacts["cause"]; note?: string | null },
): Promise<void> {
  const { trx } = write;
  const request = await findAccessRequest(trx, org.id, requestId);
  if (request === null || request.status !== "pending") return;
  const product =
    request.productId === null ? null : await findProduct(trx, org.id, request.productId);
  const mail = renderMail(await brandOf(trx, org, config), staffAccessRequest, {
    requestId,
    cause,
    name: headerText(`${request.firstName} ${request.lastName}`.trim(), LINE),
    email: request.email,
    company: headerText(request.companyName, LINE),
    product: product?.name ?? null,
    relationship: request.relationship,
    country: request.country === null ? null : countryName(request.country),
    asked: await askedItemName(trx, org.id, request),
    invitedBy: request.invitedBy,
    note: note === null ? null : headerText(note, LINE),
  });
  await notifyStaff(write, "access-request", mail);
}
