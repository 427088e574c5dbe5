import { EditLink, PublicPreview } from "#web/staff/editing/public-preview.tsx";
import { Link, useOutletContext } from "react-router";
import { CARD_NAME_PLACEHOLDER } from "../forms/card-forms.ts";
import { LOCKED_FEATURE } from "#model/cards/editing.ts";
import { valueOf, valuesOf } from "#values/form-values.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { CardIcon } from "#web/ui/card-icon.tsx";
import { Icon, KIND_ICONS } from "#web/ui/icon.tsx";
import { Pager } from "#web/ui/pager.tsx";
import type { Previewing } from "#web/ui/previewing.ts";
import { useDiscard } from "#web/staff/editing/discard.tsx";
import { DrawerButtons, useSaving } from "#web/staff/editing/drawer-buttons.tsx";
import type { CardPage } from "./card-page.ts";
import { AvailableItems } from "./available-items.tsx";
import { ItemRow } from "./item-row.tsx";
import type { CardAnswer } from "./save-card.ts";
import { OnceField } from "#web/ui/once-field.tsx";

/** A card's drawer in edit mode: its name, how its items stand, and the way to each of them. */
export function CardForm({ card, answer }: { card: CardPage; answer: CardAnswer | undefined }) {
  const { form, confirmation } = useDiscard(answer !== undefined);
  const { saving, onSubmit } = useSaving();
  const values = answer?.values ?? card.values;
  const rowOf = new Map(valuesOf(values, "uid").map((uid, i) => [uid, i]));
  const at = (name: string, uid: string) => valuesOf(values, name)[rowOf.get(uid) ?? -1] ?? "";
  const faulty = Object.keys(answer?.rows ?? {}).map((uid) => ({
    id: `state-${card.rows.findIndex((row) => row.uid === uid)}`,
    errors: [answer?.rows[uid] ?? ""],
  }));
  const { page, pages, total, here } = card.paging;
  const isShown = ({ uid, custom, hidden }: CardPage["rows"][number]) =>
    custom || hidden || at("state", uid) !== "NotEnabled" || answer?.rows[uid] !== undefined;
  const shown = card.rows.filter(isShown);
  const available = card.rows.filter((row) => !isShown(row));
  return (
    <Dialog
      variant="drawer"
      closeHref={card.page.closeHref}
      title={
        <span className="flex items-center gap-3">
          <CardIcon kind={card.kind} picture={card.icon} />
          Edit {card.cardTitle}
        </span>
      }
      headerExtra={
        card.hidden ? <p className="mt-1 text-sm text-muted">This card is hidden.</p> : null
      }
    >
      {answer?.preview == null ? null : <Preview preview={answer.preview} />}
      <form ref={form} method="post" onSubmit={onSubmit} noValidate className="space-y-6">
        <OnceField />
        <button type="submit" name="intent" value="save" hidden tabIndex={-1}>
          Save
        </button>
        <ErrorSummary
          errors={answer?.form ?? []}
          fields={[{ id: "card-name", errors: answer?.title }, ...faulty]}
        />
        {card.mayRename ? (
          <>
            <TextField
              id="card-name"
              name="title"
              label="Card name"
              hint={`Empty: ${card.defaultTitle}.`}
              type="text"
              maxLength={50}
              placeholder={CARD_NAME_PLACEHOLDER}
              autoComplete="off"
              defaultValue={valueOf(values, "title")}
              errors={answer?.title}
            />
            <input type="hidden" name="titleWas" value={valueOf(values, "titleWas")} />
          </>
        ) : null}
        {card.ownDialog === null ? null : (
          <p>
            <Link to={card.ownDialog.href} preventScrollReset className={buttonClass("secondary")}>
              {card.ownDialog.label}
            </Link>
          </p>
        )}
        {card.kinds.length === 0 ? null : <DocumentKinds kinds={card.kinds} />}
        {card.hidingLocked ? (
          <p className="text-sm text-muted">Hiding items: {LOCKED_FEATURE}.</p>
        ) : null}
        {card.rows.length === 0 ? (
          <p className="text-muted">No items on this card yet.</p>
        ) : (
          <>
            {shown.length === 0 ? (
              <p className="text-muted">Nothing from this card is on your portal yet.</p>
            ) : (
              <section aria-labelledby="on-portal">
                <h3 id="on-portal" className="mb-2 font-medium">
                  On your portal ({shown.length})
                </h3>
                <ul aria-label="Items" className="divide-y divide-line border-y border-line">
                  {shown.map((row) => (
                    <ItemRow
                      key={row.uid}
                      row={row}
                      place={card.rows.indexOf(row)}
                      state={at("state", row.uid)}
                      was={at("was", row.uid)}
                      hidden={valuesOf(values, "hide").includes(row.uid)}
                      said={answer?.rows[row.uid]}
                    />
                  ))}
                </ul>
              </section>
            )}
            {available.length === 0 ? null : (
              <AvailableItems
                rows={available}
                was={(uid) => at("was", uid)}
                added={valuesOf(values, "enable")}
                opens={shown.length === 0}
                startersHref={card.startersHref}
              />
            )}
          </>
        )}
        {pages > 1 ? (
          <div>
            <p className="text-sm text-muted">
              {total} items. Save before you open another page of the list.
            </p>
            <Pager
              page={page}
              pages={pages}
              href={(other) => `${here}?edit=true&page=${other}`}
              label="Items"
            />
          </div>
        ) : null}
        {card.addHref === null ? null : (
          <p>
            <Link to={card.addHref} preventScrollReset className={buttonClass("secondary")}>
              Add custom item
            </Link>
          </p>
        )}
        <DrawerButtons
          closeHref={card.page.closeHref}
          saving={saving}
          save={faulty.length > 0 ? "Save my version" : "Save"}
        />
      </form>
      {confirmation}
    </Dialog>
  );
}

/** The Documents card leads to every card whose items can hold files. */
function DocumentKinds({ kinds }: { kinds: CardPage["kinds"] }) {
  return (
    <ul aria-label="Cards with documents" className="divide-y divide-line border-y border-line">
      {kinds.map((row) => (
        <li key={row.kind} className="flex items-center gap-4 py-2">
          <Icon name={KIND_ICONS[row.kind]} className="text-muted" />
          <span className="min-w-0 grow font-medium">{row.title}</span>{" "}
          <span className="text-sm text-muted">{row.count} Document(s)</span>{" "}
          {row.href === null ? null : <EditLink to={row.href} title={row.title} />}
        </li>
      ))}
    </ul>
  );
}

function Preview({ preview }: { preview: NonNullable<CardAnswer["preview"]> }) {
  const previewing = useOutletContext<Previewing>();
  return (
    <PublicPreview>
      {preview.card === null ? (
        <p className="text-muted">
          Visitors don’t see this card because it or its section is hidden.
        </p>
      ) : (
        previewing.card(preview.card)
      )}
    </PublicPreview>
  );
}
