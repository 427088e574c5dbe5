import { data, type RouterContextProvider } from "react-router";
import { CardConflict, editCard, type CardEdit } from "../store/card-edits.server.ts";
import { hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import { loadCardView } from "#visibility/store/card-view.server.ts";
import { drawnCard } from "#visibility/store/drawn.server.ts";
import { Clock } from "#visibility/store/scope.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { cardFormSchema, cardOfForm, statusWord } from "../forms/card-forms.ts";
import { formValues, valueOf, valuesOf, type FormValues } from "#values/form-values.ts";
import { mayRename } from "#model/items/capabilities.ts";
import { SAVE_ERROR, STATE_LABELS, UPGRADE } from "#model/items/forms/items.ts";
import type { CardView } from "#model/visibility/card-view.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import { markFormFailed } from "#web/forms/form.ts";
import { tryReadForm } from "#platform/http/request/read-form.ts";
import { shownAction } from "#web/forms/shown.ts";
import { editedCard } from "#content/products/staff/edited-card.ts";
import { editRequest, type EditRequest } from "#web/staff/editing/edit-request.ts";
import { undoable } from "#web/history/store/undo.server.ts";

/** A card's form that is shown again. */
export interface CardAnswer {
  /** null where nothing of it could be read: what is stored is shown then. */
  values: FormValues | null;
  form: readonly string[];
  title: readonly string[];
  /** What there is to say of an item, by uid. */
  rows: Readonly<Record<string, string>>;
  preview: { card: CardView | null } | null;
}

interface Args {
  context: Readonly<RouterContextProvider>;
  request: Request;
  params: { product?: string | undefined; kind: string };
}

/** Save, or Preview, of a card's drawer. */
export async function cardAction(args: Args) {
  const edit = await editRequest(args);
  const { kind, title } = await editedCard(edit, args.params.kind);
  const form = await tryReadForm(args.request);
  if (!(form instanceof FormData))
    return refused(args, again(null, { form: [form.message] }), form.status);
  const values = formValues(form as Iterable<readonly [string, unknown]>);
  const renaming = mayRename(kind, hasFeature(edit.org, "cardRenaming"));
  const parsed = cardFormSchema({ mayRename: renaming }).safeParse(cardOfForm(values));
  if (!parsed.success) {
    const ofTitle = parsed.error.issues
      .filter(({ path }) => path[0] === "title")
      .map(({ message }) => message);
    const others = parsed.error.issues
      .filter(({ path }) => path[0] !== "title")
      .map(({ message }) => message);
    return refused(args, again(values, { title: ofTitle, form: [...new Set(others)] }), 400);
  }
  const wanted: CardEdit = { ...parsed.data, items: parsed.data.items };
  const newlyHidden = wanted.items.some(({ hidden, was }) => hidden && !was.hidden);
  if (newlyHidden && !hasFeature(edit.org, "restrictedHiddenFiles"))
    return refused(args, again(values, { form: [UPGRADE] }), 400);
  const { store } = args.context.get(servicesContext);
  return shownAction(
    args.context,
    ({ said, status, headers }) => refused(args, again(values, { form: said }), status, headers),
    async () => {
      if (valueOf(values, "intent") === "preview")
        return data(
          again(values, { preview: { card: await previewOf(args, edit, kind, wanted) } }),
        );
      const changes = await store.write((trx) =>
        editCard(
          { trx, orgId: edit.org.id, by: edit.by, now: edit.now },
          edit.product.id,
          kind,
          wanted,
        ),
      );
      return edit.done(
        changes.length === 0
          ? `No changes to save on the ${title} card`
          : `${(parsed.data.title as string | null | undefined) ?? title} card saved`,
        undoable(changes),
        edit.href(`/card/${kind}`),
      );
    },
    {
      failed: SAVE_ERROR,
      logged: "a card was not saved",
      answers: (error) => ownAnswer(args, values, error),
    },
  );
}

/** The card as the public would see it: saved, asked, and taken back (as of an item). */
async function previewOf(
  { context }: Args,
  { org, product, scope, by, now }: EditRequest,
  kind: CardView["kind"],
  wanted: CardEdit,
): Promise<CardView | null> {
  return context.get(servicesContext).store.dryRunOf(async (trx) => {
    await editCard({ trx, orgId: org.id, by, now }, product.id, kind, wanted);
    const seen = {
      ...scope,
      db: trx,
      viewer: PUBLIC_VIEWER,
      clock: new Clock(now, org.timeZone),
    };
    const card = await loadCardView(seen, kind);
    return card === null ? null : drawnCard(seen, card);
  });
}

/** What a card says of a refusal in its own words, or at a row. */
function ownAnswer(args: Args, values: FormValues, error: unknown) {
  if (error instanceof CardConflict) return conflicted(args, values, error);
  if (error instanceof NotFound)
    return refused(
      args,
      again(values, {
        form: [
          "An item on this card was deleted or moved. Nothing was saved. Open the card again.",
        ],
      }),
      409,
    );
  if (error instanceof Refused) {
    // A fault of one item names it as `items.{uid}`, as the API's answer does.
    const [, uid] = /^items\.(.+)$/.exec(error.field ?? "") ?? [];
    return uid === undefined
      ? refused(args, again(values, { form: [error.message] }), error.status)
      : refused(args, again(values, { rows: { [uid]: error.message } }), 400);
  }
  return undefined;
}

/**
 * Both versions beside each other: rows that somebody else changed say so, and saving again saves
 * over them.
 */
function conflicted(args: Args, values: FormValues, { message, title, items }: CardConflict) {
  const were = valuesOf(values, "uid").map((uid, i) => {
    const now = items.get(uid);
    return now === undefined ? (valuesOf(values, "was")[i] ?? "") : statusWord(now);
  });
  const rows = Object.fromEntries(
    [...items].map(([uid, { by, enabledState, hidden }]) => [
      uid,
      `${by === "" ? "Someone else" : by} set this to ${STATE_LABELS[enabledState]}${hidden ? ", hidden" : ""} while you were editing. Save again to use your version.`,
    ]),
  );
  const ofTitle =
    title === undefined
      ? []
      : [
          `Someone else renamed it to ${title === null ? "its default name" : `“${title}”`}. Save again to use your name instead.`,
        ];
  return refused(
    args,
    again(
      { ...values, was: were, ...(title === undefined ? {} : { titleWas: [title ?? ""] }) },
      { form: [message], title: ofTitle, rows },
    ),
    409,
  );
}

function again(values: FormValues | null, said: Partial<Omit<CardAnswer, "values">>): CardAnswer {
  return { values, form: [], title: [], rows: {}, preview: null, ...said };
}

function refused({ context }: Args, answer: CardAnswer, status: number, headers: HeadersInit = {}) {
  markFormFailed(context);
  return data(answer, { status, headers });
}
