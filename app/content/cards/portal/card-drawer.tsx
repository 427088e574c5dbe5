import { Link } from "react-router";
import { cardAddress } from "#model/cards/editing.ts";
import { isListItem } from "#model/cards/kinds.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import type { CardView } from "#model/visibility/card-view.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { CardIcon } from "#web/ui/card-icon.tsx";
import { Icon, KIND_ICONS } from "#web/ui/icon.tsx";
import { Markdown } from "#web/ui/markdown.tsx";
import { CompanyLogo } from "#content/companies/portal/company-logo.tsx";
import { ItemMenu } from "#web/portal/editing/item-menu.tsx";
import { HiddenMark } from "#web/portal/home/section.tsx";
import { AccessLink } from "#web/portal/item-parts.tsx";
import { useAssetHref, useFrame, useProductHref } from "#web/portal/links.ts";
import { GradeList } from "#content/grades/portal/card.tsx";
import { ItemDetails } from "#content/items/portal/item-details.tsx";

/** A card expanded: every item with its text, and the lists that a card of its kind holds. */
export function CardDrawer({
  card,
  selected,
  closeHref,
}: {
  card: CardView;
  selected: string | null;
  closeHref: string;
}) {
  const asset = useAssetHref();
  return (
    <Dialog
      variant="drawer"
      closeHref={closeHref}
      title={
        <span className="flex items-center gap-3">
          <CardIcon kind={card.kind} picture={card.icon === null ? null : asset(card.icon)} />
          {card.title}
          {card.hidden ? <HiddenMark /> : null}
        </span>
      }
      headerExtra={
        <>
          {card.displayText === null ? null : (
            <p className="mt-1 text-sm text-muted">{card.displayText}</p>
          )}
          <EditLink card={card} />
        </>
      }
    >
      <CardContents card={card} selected={selected} />
    </Dialog>
  );
}

/** What stands in an expanded card. */
export function CardContents({ card, selected }: { card: CardView; selected: string | null }) {
  return (
    <>
      {card.kind === "Documents" ? <DocumentKinds card={card} /> : null}
      {holdsList(card) ? <Introduction card={card} /> : null}
      {card.grades.length > 0 ? <GradeList grades={card.grades} /> : null}
      {card.kind === "RiskProfile" && card.riskProfile.length > 0 ? (
        <RiskProfile card={card} selected={selected} />
      ) : null}
      {card.kind === "TrustedBy" ? <TrustedBy card={card} /> : null}
      <Items card={card} selected={selected} />
    </>
  );
}

/** Staff who may edit the page go from reading a card to editing it. */
function EditLink({ card }: { card: CardView }) {
  const { viewer } = useFrame();
  const href = useProductHref();
  if (viewer.mode !== "main" || !viewer.permissions.includes("statuspage:edit")) return null;
  const address = cardAddress(card.kind, "read");
  return (
    <Link
      to={href(address, address.startsWith("/card/") ? { edit: "true" } : {})}
      preventScrollReset
      className={buttonClass("secondary", "small", "mt-2")}
    >
      Edit card
    </Link>
  );
}

/** Whether the card's one item stands for a list that the drawer shows in its place. */
function holdsList(card: CardView): boolean {
  return card.grades.length > 0 || card.trustedBy.length > 0;
}

/** What staff wrote about the list as a whole, with the menu of the item that the list is. */
function Introduction({ card }: { card: CardView }) {
  const { editing } = useFrame();
  return card.items
    .filter(({ uid }) => isListItem(uid))
    .map((item) => (
      <div key={item.uid} className="flex items-start gap-3 empty:hidden">
        {item.explanation === null ? null : (
          <Markdown className="mb-4 min-w-0 grow" tree={item.explanation} />
        )}
        {editing === null ? null : (
          <div className="ms-auto flex-none">
            <ItemMenu item={item} />
          </div>
        )}
      </div>
    ));
}

function Items({ card, selected }: { card: CardView; selected: string | null }) {
  const items =
    card.kind === "RiskProfile" && card.riskProfile.length > 0
      ? []
      : card.items.filter((item) => !holdsList(card) || !isListItem(item.uid));
  if (items.length === 0) {
    return holdsList(card) ||
      card.riskProfile.length > 0 ||
      card.documentKinds.length > 0 ? null : (
      <p className="text-muted">{card.placeholder ?? "No items are enabled on this card."}</p>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <li
          key={item.uid}
          className={classNames(
            "first:pt-0 last:pb-0",
            item.access.text === "locked" ? "py-3" : "py-6",
          )}
        >
          <ItemDetails item={item} selected={item.uid === selected} />
        </li>
      ))}
    </ul>
  );
}

/** A row a kind with file-capable items: its title, a count, and View. */
function DocumentKinds({ card }: { card: CardView }) {
  const href = useProductHref();
  const { viewer } = useFrame();
  const rows = card.documentKinds.filter((row) => row.count > 0 || viewer.mode === "main");
  if (rows.length === 0) {
    return viewer.mode === "main" ? (
      <p className="text-muted">Uploaded documents from all cards will appear here.</p>
    ) : null;
  }
  return (
    <ul className="mb-8 divide-y divide-line border-b border-line">
      {rows.map((row) => (
        <li key={row.kind} className="flex items-center gap-4 py-2">
          <Icon name={KIND_ICONS[row.kind]} className="text-muted" />
          <span className="min-w-0 grow font-medium">{row.title}</span>{" "}
          <span className="text-sm text-muted">{row.count} Document(s)</span>{" "}
          <Link
            to={href(row.kind === "Subprocessors" ? "" : `/card/${row.kind}`)}
            preventScrollReset
            data-drawer-link=""
            aria-label={`View ${row.title}`}
            className="inline-flex min-h-8 items-center rounded-sm px-2 text-sm font-medium text-accent no-underline hover:underline"
          >
            View
          </Link>
        </li>
      ))}
    </ul>
  );
}

function RiskProfile({ card, selected }: { card: CardView; selected: string | null }) {
  return (
    <dl className="mb-6 divide-y divide-line">
      {card.riskProfile.map((answer) => (
        <div
          key={answer.uid}
          className={classNames(
            "flex flex-wrap items-start justify-between gap-x-6 gap-y-1 py-3",
            answer.uid === selected && "-mx-3 rounded-md bg-accent-soft px-3",
          )}
        >
          <dt
            className="min-w-0 flex-1 basis-48 outline-none"
            tabIndex={answer.uid === selected ? -1 : undefined}
            autoFocus={answer.uid === selected}
          >
            <span className="font-medium">{answer.title}</span>
            <AnswerText tree={explanationOf(card, answer.uid)} />
          </dt>
          <dd className="flex flex-none items-center gap-2 font-medium">
            {answer.access.text === "locked" ? (
              <>
                <Icon name="lock" size={18} label="Locked" className="text-muted" />
                <AccessLink item={answer} source="item" look="quiet" />
              </>
            ) : (
              answer.value
            )}
            <AnswerMenu card={card} uid={answer.uid} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An answer is an item like any other. */
function AnswerMenu({ card, uid }: { card: CardView; uid: string }) {
  const item = card.items.find((candidate) => candidate.uid === uid);
  return item === undefined ? null : <ItemMenu item={item} />;
}

function AnswerText({ tree }: { tree: MarkdownTree | null }) {
  return tree === null ? null : <Markdown className="text-sm text-muted" tree={tree} />;
}

function explanationOf(card: CardView, uid: string): MarkdownTree | null {
  return card.items.find((item) => item.uid === uid)?.explanation ?? null;
}

function TrustedBy({ card }: { card: CardView }) {
  return (
    <ul className="mb-6 grid grid-cols-2 gap-6 sm:grid-cols-3">
      {card.trustedBy.map((company) => (
        <li key={company.id} className="flex flex-col items-center gap-2 text-center text-sm">
          <CompanyLogo name={company.name} logo={company.logo} mark={company.mark} size={56} />
          {company.name}
        </li>
      ))}
    </ul>
  );
}
