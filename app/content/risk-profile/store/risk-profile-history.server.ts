import { RISK_QUESTIONS } from "../forms/risk-profile.ts";
import { riskAnswerLabel } from "#model/risk-profile.ts";
import type { EnabledState } from "#model/items/items.ts";
import { saveItems } from "#content/items/store/items.server.ts";
import { productOf, subject } from "#tenancy/history/store/subject.server.ts";
import { fieldLine } from "#web/history/store/words.server.ts";
import { inOrg } from "#db/tenant.ts";

export interface RiskProfileSnapshot {
  /** In display priority; a question that nobody has touched has no item and is not enabled. */
  answers: { uid: string; choice: string | null; state: EnabledState }[];
}

/** The seven answers of a product's risk profile. There is one profile a product. */
export const riskProfileSubject = subject<RiskProfileSnapshot>({
  name: "risk-profile",
  permission: "statuspage:edit",
  title: () => "Risk profile",
  async read(db, key) {
    const rows = await inOrg(db, key.orgId)
      .selectFrom("items")
      .select(["uid", "choice", "enabledState"])
      .where("productId", "=", productOf(key))
      .where("kind", "=", "RiskProfile")
      .execute();
    const found = new Map(rows.map((row) => [row.uid, row]));
    return {
      answers: RISK_QUESTIONS.map(({ uid }) => ({
        uid,
        choice: found.get(uid)?.choice ?? null,
        state: found.get(uid)?.enabledState ?? "NotEnabled",
      })),
    };
  },
  async write(trx, key, snapshot, { by, now }) {
    const current = new Map(
      (await this.read(trx, key))?.answers.map((answer) => [answer.uid, answer]),
    );
    const changed = (snapshot?.answers ?? []).filter(
      ({ uid, choice, state }) =>
        current.get(uid)?.choice !== choice || current.get(uid)?.state !== state,
    );
    if (changed.length === 0) return;
    await saveItems(
      trx,
      key.orgId,
      productOf(key),
      changed.map(({ uid, choice, state }) => ({
        values: { uid, kind: "RiskProfile" as const, choice, enabledState: state },
        stamp: { by, on: now },
      })),
    );
  },
  told: (key) => ({
    items: { productId: productOf(key), uids: RISK_QUESTIONS.map(({ uid }) => uid) },
  }),
  words(_, __, before, after) {
    const answer = (snapshot: RiskProfileSnapshot | null, uid: string) => {
      const choice = snapshot?.answers.find((row) => row.uid === uid)?.choice ?? null;
      return choice === null ? null : riskAnswerLabel(choice);
    };
    return RISK_QUESTIONS.flatMap(({ uid, title }) =>
      fieldLine(title, answer(before, uid), answer(after, uid)),
    );
  },
});
