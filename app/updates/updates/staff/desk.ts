import type { RouterContextProvider } from "react-router";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { servicesContext } from "#platform/context.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";

/** Who pressed a button of the page of a topic, or of a draft. */
export interface UpdateDesk {
  context: Readonly<RouterContextProvider>;
  org: Org;
  /** Of the topic or the draft. */
  id: string;
  /** Runs a verb on it in one transaction. */
  change<T>(verb: (write: Write, id: string) => Promise<T>): Promise<T>;
}

/** @throws what leads those away who may not publish updates */
export async function updateDesk(
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<UpdateDesk> {
  const { org, session } = await requireStaff(context, "updates:publish");
  const { store, now } = context.get(servicesContext);
  const by = actorOf(context, session);
  return {
    context,
    org,
    id,
    change: (verb) => store.write((trx) => verb({ trx, orgId: org.id, by, now: now() }, id)),
  };
}
