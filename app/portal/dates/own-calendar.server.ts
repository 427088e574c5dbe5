import { memberViewer } from "#auth/viewer.ts";
import {
  findCalendarAddress,
  isReadNoted,
  noteCalendarRead,
} from "#auth/access-keys/store/calendar-addresses.server.ts";
import { ownSignature } from "#auth/nda/store/nda-signatures.server.ts";
import { craPath, productPath, productsSeen } from "#model/portal-paths.ts";
import type { Services } from "#platform/context.ts";
import { canonicalBase, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { dayIn } from "#values/dates.ts";
import { pageScope } from "#visibility/store/scope.server.ts";
import { addressesOf } from "../twins/pages.server.ts";
import { datesOf } from "./dates.server.ts";
import { calendarOf, type PortalDate } from "./rules/calendar.ts";

const MINUTE_MS = 60_000;

/**
 * A member's own calendar behind an address: the dates of every product as they may see them now, and
 * their own.
 * @returns null for an address that doesn't work, and for a member who is gone
 */
export async function ownCalendar(
  services: Pick<Services, "store" | "config" | "now">,
  org: Org,
  secret: string,
): Promise<string | null> {
  const { store, config, now } = services;
  if (!org.customization.memberKeysEnabled) return null;
  const address = await findCalendarAddress(store.read, org.id, secret);
  if (address === null) return null;
  const viewer = await memberViewer(services, org, address.memberId, null);
  if (viewer?.mode !== "accountExternal") return null;
  const moment = now();
  if (isReadNoted(address, moment))
    await store.write((trx) => noteCalendarRead({ trx, orgId: org.id, now: moment }, address.id));
  const products = productsSeen(await listProducts(store.read, org.id), viewer);
  const dates: PortalDate[] = [];
  for (const product of products) {
    const scope = pageScope(store.read, org, product.id, viewer, moment);
    const portal = { org, viewer, products, product, scope, aboutFile: false };
    const to = await addressesOf(services, portal);
    dates.push(
      ...(await datesOf(portal, {
        ...to,
        home: to.base + productPath(product),
        cra: to.base + craPath(product),
      })),
    );
  }
  const signed = await ownSignature(store.read, org.id, viewer.member.id);
  if (signed !== null)
    dates.push({
      kind: "nda",
      id: `nda.${signed.id}`,
      day: dayIn(new Date(signed.signedAt), org.timeZone),
      title: org.name,
      url: `${await canonicalBase(store.read, org, config.origin)}/nda`,
    });
  // What one person's dates follow from has no number of its own that rises with each change.
  return calendarOf(dates, {
    name: `${org.name} ${org.customization.portalTitle}`,
    sequence: Math.floor(moment.getTime() / MINUTE_MS),
    asOf: dayIn(moment, "UTC"),
  });
}
