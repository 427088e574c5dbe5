import { notFound } from "#web/forms/form.ts";
import { cardSubject, type CardSnapshot } from "../store/card-history.server.ts";
import { snapshotOf } from "#web/history/store/record-change.server.ts";
import type { SubjectKey } from "#tenancy/history/store/subject.server.ts";
import { CARD_TITLES, isCardKind, type CardKind } from "#model/cards/kinds.ts";
import type { EditRequest } from "#web/staff/editing/edit-request.ts";

/**
 * The card that a dialog's address names, as it is stored. @throws a 404 for a word that is no card
 * of a page
 */
export async function editedCard(
  { org, product, scope }: EditRequest,
  kind: string,
): Promise<{ kind: CardKind; title: string; key: SubjectKey; snapshot: CardSnapshot }> {
  if (!isCardKind(kind) || kind === "CustomerData") throw notFound();
  const key = { orgId: org.id, productId: product.id, subjectId: kind };
  const snapshot = (await snapshotOf(scope.db, cardSubject, key)) as CardSnapshot | null;
  if (snapshot === null) throw notFound();
  return { kind, title: snapshot.title ?? CARD_TITLES[kind], key, snapshot };
}
