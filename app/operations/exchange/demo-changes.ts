import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { daysAfter } from "#values/dates.ts";
import { tellEarlier, type EarlierChange } from "#visibility/changes/store/tell.server.ts";
import type { ContentIds } from "./content-ids.ts";

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;

/** What changed on acme's portal in the last months, as far as its content of today tells. */
export async function createDemoChanges(
  write: Omit<Write, "by">,
  org: string,
  idOf: ContentIds,
): Promise<void> {
  if (org !== "acme") return;
  const { trx, orgId, now } = write;
  const productId = idOf("product", "platform");
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const item = (uid: string) => ({ items: { productId, uids: [uid] } });
  const beacon = await inOrg(trx, orgId)
    .selectFrom("subprocessors as s")
    .innerJoin("companies as c", (join) =>
      join.onRef("c.orgId", "=", "s.orgId").onRef("c.id", "=", "s.companyId"),
    )
    .select("s.id")
    .where("s.productId", "=", productId)
    .where("c.name", "=", "Statusbeacon")
    .execute();
  const changes: EarlierChange[] = [
    {
      at: ago(51),
      touched: item("Certifications.soc2"),
      action: "renewed",
      before: (texts): Record<string, string> => {
        const until = texts["Valid until"] ?? "";
        return until === "" ? {} : { "Valid until": daysAfter(until, -YEAR_DAYS) };
      },
    },
    { at: ago(12), touched: item("Reports.soc2"), action: "replaced" },
    {
      at: ago(21),
      touched: { subprocessors: { productId, ids: beacon.map(({ id }) => id) } },
      action: "added",
    },
    {
      at: ago(9),
      touched: { questions: [idOf("faq", "own-keys")] },
      action: "changed",
      before: ({ Answer = "" }) => ({ Answer: Answer.replace("15 minutes", "one hour") }),
    },
  ];
  await tellEarlier(write, changes);
}
