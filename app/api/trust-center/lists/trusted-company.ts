import type { Route } from "./+types/trusted-company";
import { chooseCompany } from "../../../../db/company-choice.ts";
import { touchListItem } from "../../../../db/list-items.ts";
import { removeTrustedCompany, updateTrustedCompany } from "../../../../db/trusted-companies.ts";
import { trustedCompanyPatch } from "../../../domain/subprocessor-forms.ts";
import { problem } from "../../../middleware/json-body.ts";
import { notAllowed } from "../../documents/staff.ts";
import { listCall } from "./caller.ts";
import { trustedRows } from "./facts.ts";

/** GET: one entry of the Trusted By card. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return listCall(args, async (caller) => {
    const row = (await trustedRows(caller)).find(({ id }) => id === args.params.entryId);
    return row === undefined ? problem(404, "Not found") : Response.json(row);
  });
}

/** PATCH changes what the body names; DELETE takes the customer off the card. */
export function action(args: Route.ActionArgs): Promise<Response> | Response {
  const { method } = args.request;
  if (method !== "PATCH" && method !== "DELETE") return notAllowed("GET", "HEAD", "PATCH", "DELETE");
  const id = args.params.entryId;
  return listCall(args, async (caller) => {
    const { org, product, by, now, change, read } = caller;
    const before = (await trustedRows(caller)).find((row) => row.id === id);
    if (before === undefined) return problem(404, "Not found");
    const sent = method === "DELETE" ? null : await read(trustedCompanyPatch);
    await change({ subject: "trusted-by", subjectId: "" }, async (trx) => {
      if (sent === null) await removeTrustedCompany(trx, org.id, product.id, id);
      else {
        const companyId = sent.company === undefined ? before.company.id : await chooseCompany(trx, org.id, { company: sent.company, companyRef: sent.companyRef });
        await updateTrustedCompany(trx, org.id, product.id, id, { companyId, href: sent.href === undefined ? before.href : sent.href });
      }
      await touchListItem(trx, org.id, product.id, "TrustedBy", { by: by.actorName, on: now });
    });
    return Response.json((await trustedRows(caller)).find((row) => row.id === id) ?? { id });
  });
}
