import type { Route } from "./+types/trusted-company";
import { chooseCompany } from "../../../../db/company-choice.ts";
import { trustedCompanyIn, type TrustedBySnapshot } from "../../../../db/changes/trusted-by.ts";
import { touchListItem } from "../../../../db/list-items.ts";
import { removeTrustedCompany, updateTrustedCompany } from "../../../../db/trusted-companies.ts";
import { trustedCompanyPatch } from "../../../domain/subprocessor-forms.ts";
import { problem } from "../../../middleware/json-body.ts";
import { notAllowed } from "../../documents/staff.ts";
import { productCall } from "../product-call.ts";
import { trustedFacts, trustedRows } from "./facts.ts";

/** An entry's stamp is its own: others may change the rest of the list meanwhile. */
const entryOf = (id: string) =>
  ({ subject: "trusted-by", subjectId: "", part: trustedCompanyIn(id) }) as const;

/** GET: one entry of the Trusted By card, with its stamp (`base`). */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return productCall(args, async (caller) => {
    const row = (await trustedRows(caller)).find(({ id }) => id === args.params.entryId);
    return row === undefined
      ? problem(404, "Not found")
      : Response.json({ ...row, base: await caller.stamp(entryOf(row.id)) });
  });
}

/** PATCH changes what the body names; DELETE takes the customer off the card. */
export function action(args: Route.ActionArgs): Promise<Response> | Response {
  const { method } = args.request;
  if (method !== "PATCH" && method !== "DELETE")
    return notAllowed("GET", "HEAD", "PATCH", "DELETE");
  const id = args.params.entryId;
  return productCall(args, async (caller) => {
    const { org, product, by, now, change, read } = caller;
    const before = (await trustedRows(caller)).find((row) => row.id === id);
    if (before === undefined) return problem(404, "Not found");
    const theirs = (current: TrustedBySnapshot) => {
      const row = trustedCompanyIn(id)(current);
      return row === null ? null : trustedFacts(row);
    };
    const sent = method === "DELETE" ? null : await read(trustedCompanyPatch);
    await change(
      entryOf(id),
      async (trx) => {
        if (sent === null) await removeTrustedCompany(trx, org.id, product.id, id);
        else {
          const companyId =
            sent.company === undefined
              ? before.company.id
              : await chooseCompany(trx, org.id, {
                  company: sent.company,
                  companyRef: sent.companyRef,
                });
          await updateTrustedCompany(trx, org.id, product.id, id, {
            companyId,
            href: sent.href === undefined ? before.href : sent.href,
          });
        }
        await touchListItem(trx, org.id, product.id, "TrustedBy", { by: by.actorName, on: now });
      },
      theirs,
    );
    const row = (await trustedRows(caller)).find((candidate) => candidate.id === id);
    return Response.json(
      row === undefined ? { id } : { ...row, base: await caller.stamp(entryOf(id)) },
    );
  });
}
