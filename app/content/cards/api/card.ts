import type { Route } from "./+types/card";
import { editCard, saveCardTexts } from "../store/card-edits.server.ts";
import { cardSubject, type CardSnapshot } from "#content/products/store/card-history.server.ts";
import { EditConflict, snapshotOf } from "#web/history/store/record-change.server.ts";
import { stampOf } from "#tenancy/history/store/subject.server.ts";
import { hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import type { Writer } from "#db/store.ts";
import { loadCardView } from "#visibility/store/card-view.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { NotFound } from "#db/refusals.ts";
import { refuseCardName } from "../card-name.server.ts";
import { cardPatchSchema } from "../forms/card-forms.ts";
import { UPGRADE } from "#model/items/forms/items.ts";
import { isCardKind, type CardKind } from "#model/cards/kinds.ts";
import { productCall, type ProductCall } from "#content/products/api/product-call.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { problem } from "#web/api/json-body.ts";

export const handle: RouteHandle = { methods: ["GET", "PATCH"] };

/** A card as the API shows it; its stamp is of all of it. @throws NotFound */
async function cardFacts(scope: PageScope, kind: string) {
  if (!isCardKind(kind) || kind === "CustomerData") throw new NotFound("card");
  const stored = (await snapshotOf(scope.db, cardSubject, {
    orgId: scope.org.id,
    productId: scope.productId,
    subjectId: kind,
  })) as CardSnapshot | null;
  const view = await loadCardView(scope, kind);
  if (stored === null || view === null) throw new NotFound("card");
  const { title, displayText, placeholder, hiddenAt } = stored;
  return {
    kind,
    title,
    displayText,
    placeholder,
    hidden: hiddenAt !== null,
    items: view.items.map(({ uid, title: called, state, hidden, isPublic }) => ({
      uid,
      title: called,
      enabledState: state,
      hidden,
      public: isPublic,
    })),
  };
}

type CardFacts = Awaited<ReturnType<typeof cardFacts>>;

/**
 * GET: a card with its texts and how its items stand, and the stamp (`base`) by which a change
 * notices another.
 */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return productCall(args, async ({ scope }) => {
    const facts = await cardFacts(scope, args.params.kind);
    return Response.json({ ...facts, base: stampOf(facts) });
  });
}

/**
 * PATCH …/products/{productId}/cards/{kind}: {hidden} hides a card or shows it; {title,
 * displayText, placeholder, items} saves what the drawer and its dialogs do.
 */
export async function action(args: Route.ActionArgs): Promise<Response> {
  return productCall(args, async (call) => {
    const sent = await call.read(cardPatchSchema);
    const { scope, org, write, base, conflict } = call;
    const { kind, items } = await cardFacts(scope, args.params.kind);
    refuseCardName(org, kind, sent.title);
    const hidden = new Set(items.filter((item) => item.hidden).map(({ uid }) => uid));
    if (
      !hasFeature(org, "restrictedHiddenFiles") &&
      sent.items?.some((item) => item.hidden === true && !hidden.has(item.uid)) === true
    )
      return problem(403, UPGRADE, { errors: { items: [UPGRADE] } });
    try {
      const changeIds = await write(async (trx) => {
        const stored = await cardFacts({ ...scope, db: trx }, kind);
        const stamp = stampOf(stored);
        if (base() !== null && base() !== stamp) throw new EditConflict(stored, stamp, null);
        return save(trx, call, kind, sent, stored);
      });
      // A scope remembers what it loaded: what was saved is asked of a new one.
      const saved = await cardFacts({ ...scope }, kind);
      return Response.json({
        ...saved,
        changeId: changeIds[0] ?? null,
        changeIds,
        base: stampOf(saved),
      });
    } catch (error) {
      if (error instanceof EditConflict) return conflict(error, error.current);
      throw error;
    }
  });
}

/** The verbs of the forms: one change for the card's own, one for each item. */
async function save(
  trx: Writer,
  { org, product, by, now }: ProductCall,
  kind: CardKind,
  { items = [], ...sent }: ReturnType<typeof cardPatchSchema.parse>,
  stored: CardFacts,
): Promise<string[]> {
  const write = { trx, orgId: org.id, by, now };
  const changeId = await saveCardTexts(write, product.id, kind, sent);
  const standing = new Map(
    stored.items.map(({ uid, enabledState, hidden: was }) => [uid, { enabledState, hidden: was }]),
  );
  const rows = items.map(({ uid, ...wanted }) => {
    const was = standing.get(uid);
    if (was === undefined) throw new NotFound("item");
    return {
      uid,
      was,
      enabledState: wanted.enabledState ?? was.enabledState,
      hidden: wanted.hidden ?? was.hidden,
    };
  });
  return [
    ...(changeId === null ? [] : [changeId]),
    ...(await editCard(write, product.id, kind, { items: rows })),
  ];
}
