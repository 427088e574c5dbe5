import type { RouterContextProvider } from "react-router";
import {
  claimDomain,
  findClaim,
  keepCheck,
  removeDomain,
} from "../../orgs/store/domains.server.ts";
import { servicesContext } from "../../../context.ts";
import { domainSchema, judgeDomain } from "../rules/domain.ts";
import { askDomainRecords } from "../../../integrations/domain-records.ts";
import { redirectWithFlash } from "../../../http/request/flash.ts";
import { formAction } from "../../../forms/form.ts";
import { actorOf, requireStaff } from "../../../auth/current-staff.ts";

const PAGE = "/settings/domain";

/** Adds, checks or removes a host. */
export async function changeDomain({
  request,
  context,
}: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}) {
  const { org, session } = await requireStaff(context, "settings:edit");
  return formAction(
    { request, context },
    domainSchema,
    async (submitted) => {
      const { store, config, now } = context.get(servicesContext);
      const { intent, host } = submitted.value;
      const by = actorOf(context, session);
      const ownHost = new URL(config.origin).hostname;
      if (intent === "add") {
        if (host === ownHost)
          return submitted.refuse({
            fields: { host: [`${host} is the address of the whole installation.`] },
          });
        await store.write((trx) => claimDomain(trx, org.id, host, by, now()));
        return redirectWithFlash(
          context,
          PAGE,
          `${host} was added. Set its two records, then check them.`,
        );
      }
      if (intent === "remove") {
        await store.write((trx) => removeDomain(trx, org.id, host, by, now()));
        return redirectWithFlash(context, PAGE, `${host} was removed.`);
      }
      const claim = await findClaim(store.read, org.id, host);
      if (claim === null) return submitted.refuse({ form: [GONE] }, { status: 404 });
      // The name server is asked before the transaction begins: nothing but the database inside of one.
      const verdict = judgeDomain(
        host,
        claim.token,
        ownHost,
        await askDomainRecords(host, claim.token, config.dnsServer),
      );
      const kept = await store.write((trx) => keepCheck(trx, org.id, host, verdict, by, now()));
      return redirectWithFlash(
        context,
        PAGE,
        kept.verified
          ? `${host} is verified: the portal answers there.`
          : { text: `${host} is not verified yet. ${kept.message}`, tone: "error" },
      );
    },
    { gone: GONE, goneStatus: 404, field: "host" },
  );
}

const GONE = "This domain is not in the list any more.";
