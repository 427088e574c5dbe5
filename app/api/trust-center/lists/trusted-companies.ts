import * as z from "zod";
import type { Route } from "./+types/trusted-companies";
import { chooseCompany } from "../../../../db/company-choice.ts";
import type { TrustedBySnapshot } from "../../../../db/changes/trusted-by.ts";
import { newId } from "../../../../db/ids.ts";
import { touchListItem } from "../../../../db/list-items.ts";
import { addTrustedCompany, arrangeTrustedCompanies } from "../../../../db/trusted-companies.ts";
import { trustedCompanySchema } from "../../../domain/subprocessor-forms.ts";
import { notAllowed } from "../../documents/staff.ts";
import { productCall } from "../product-call.ts";
import { trustedFacts, trustedRows } from "./facts.ts";

const COMPANIES = { subject: "trusted-by", subjectId: "" } as const;

/** GET: the customers that a product names, in their order, with the stamp (`base`) of the list. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return productCall(args, async (caller) =>
    Response.json({ companies: await trustedRows(caller), base: await caller.stamp(COMPANIES) }),
  );
}

const orderSchema = z.object({ companies: z.array(z.string().max(64)).max(10_000) });

/** POST adds one at the end; PATCH with `{companies: ids}` puts them in an order. */
export function action(args: Route.ActionArgs): Promise<Response> | Response {
  const { method } = args.request;
  if (method !== "POST" && method !== "PATCH") return notAllowed("GET", "HEAD", "POST", "PATCH");
  return productCall(args, async (caller) => {
    const { org, product, by, now, change, read } = caller;
    const stamp = { by: by.actorName, on: now };
    if (method === "PATCH") {
      const { companies } = await read(orderSchema);
      await change(
        COMPANIES,
        async (trx) => {
          await arrangeTrustedCompanies(trx, org.id, product.id, companies);
          await touchListItem(trx, org.id, product.id, "TrustedBy", stamp);
        },
        ({ rows }: TrustedBySnapshot) => ({ companies: rows.map(trustedFacts) }),
      );
      return Response.json({
        companies: await trustedRows(caller),
        base: await caller.stamp(COMPANIES),
      });
    }
    const sent = await read(trustedCompanySchema);
    const id = newId();
    await change(COMPANIES, async (trx) => {
      await addTrustedCompany(trx, org.id, product.id, {
        id,
        companyId: await chooseCompany(trx, org.id, sent),
        href: sent.href ?? null,
      });
      await touchListItem(trx, org.id, product.id, "TrustedBy", stamp);
    });
    return Response.json((await trustedRows(caller)).find((row) => row.id === id) ?? { id }, {
      status: 201,
    });
  });
}
