import type { Route } from "./+types/companies";
import { companyOptions } from "../../../db/company-choice.ts";
import { servicesContext } from "../../context.ts";
import { problemOf, staffCaller } from "../documents/staff.ts";

const MAX_QUERY = 100;

/** GET ?q=&org=: companies that answer to a text, the org's own and those of the addendum, for the company picker. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  try {
    const { org } = await staffCaller(context, "statuspage:edit", url);
    const typed = (url.searchParams.get("q") ?? "").slice(0, MAX_QUERY);
    return Response.json(
      { companies: await companyOptions(context.get(servicesContext).store.read, org.id, typed) },
      { headers: { "Cache-Control": "private, no-store" } },
    );
  } catch (error) {
    return error instanceof Response ? error : problemOf(error);
  }
}
