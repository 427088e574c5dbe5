import { RISK_QUESTIONS, type RiskAnswers } from "../forms/risk-profile.ts";
import { saveItems, type ItemStamp } from "#content/items/store/items.server.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** The risk profile of a product: one item an answer. */
export async function riskAnswersOf(
  db: Reader,
  orgId: string,
  productId: string,
): Promise<RiskAnswers> {
  const rows = await inOrg(db, orgId)
    .selectFrom("items")
    .select(["uid", "choice"])
    .where("productId", "=", productId)
    .where(
      "uid",
      "in",
      RISK_QUESTIONS.map(({ uid }) => uid),
    )
    .execute();
  const choices = new Map(rows.map(({ uid, choice }) => [uid, choice]));
  return Object.fromEntries(
    RISK_QUESTIONS.map(({ field, uid }) => [field, choices.get(uid) ?? null]),
  ) as RiskAnswers;
}

/**
 * Answers the questions that are named, all at once. A question that had no answer yet is enabled
 * with its first one; null takes an answer back, and visitors see the question no more.
 */
export async function answerRiskProfile(
  trx: Writer,
  orgId: string,
  productId: string,
  answers: { [Field in keyof RiskAnswers]?: string | null | undefined },
  stamp: ItemStamp,
): Promise<void> {
  const before = await riskAnswersOf(trx, orgId, productId);
  const entries = RISK_QUESTIONS.flatMap(({ field, uid }) => {
    const choice = answers[field];
    if (choice === undefined || choice === before[field]) return [];
    return [
      {
        values: {
          uid,
          kind: "RiskProfile" as const,
          choice,
          ...(before[field] === null ? { enabledState: "Enabled" as const } : {}),
        },
        stamp,
      },
    ];
  });
  if (entries.length > 0) await saveItems(trx, orgId, productId, entries);
}
