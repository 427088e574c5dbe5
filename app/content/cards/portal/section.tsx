import { Link } from "react-router";
import type {
  CardOutline,
  GradeEntry,
  ItemOutline,
  ProductPage,
  RiskAnswer,
} from "#model/visibility/page.ts";
import { ITEMS_BEFORE_MORE } from "#model/visibility/page.ts";
import { SECTION_TITLES } from "#model/cards/sections.ts";
import { CardIcon } from "#web/ui/card-icon.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ItemLink, ItemTags, LockedMark, StateIcon } from "#web/portal/item-parts.tsx";
import { CardStatus } from "#content/items/portal/integration-widget.tsx";
import { GradeMark } from "#content/grades/portal/card.tsx";
import { LogoStack } from "#content/companies/portal/company-logo.tsx";
import {
  useAssetHref,
  useFrame,
  usePortalHref,
  useProductHref,
  useProductQuery,
} from "#web/portal/links.ts";
import { AddItems } from "#web/portal/editing/add-items.tsx";
import { CardMenu } from "#web/portal/editing/card-menu.tsx";
import { Folded } from "#web/portal/home/folded.tsx";
import { HiddenMark, SectionFrame } from "#web/portal/home/section.tsx";

/** The cards, three in a row, each with its first items. */
export function CardsSection({ page, hidden }: { page: ProductPage; hidden: boolean }) {
  const { viewer } = useFrame();
  if (page.cards.length === 0 && viewer.mode !== "main") return null;
  const isFolded = (card: CardOutline) => viewer.mode === "main" && isEmpty(card, page);
  const empty = page.cards.filter(isFolded);
  const shown = page.cards.filter((card) => !isFolded(card));
  return (
    <SectionFrame id="cards" title={SECTION_TITLES.cards} hidden={hidden}>
      {shown.length === 0 ? null : <Cards cards={shown} page={page} />}
      {empty.length === 0 ? null : shown.length === 0 ? (
        <Cards cards={empty} page={page} />
      ) : (
        <Folded title={empty.length === 1 ? "1 empty card" : `${empty.length} empty cards`}>
          <Cards cards={empty} page={page} />
        </Folded>
      )}
    </SectionFrame>
  );
}

/** Whether visitors would find nothing on it, and no text of the company's own in its place. */
function isEmpty(card: CardOutline, page: ProductPage): boolean {
  if (card.kind === "SecurityGrades" && page.grades.length > 0) return false;
  if (card.kind === "RiskProfile" && page.riskProfile.length > 0) return false;
  return card.itemCount === 0 && card.placeholder === null;
}

function Cards({ cards, page }: { cards: readonly CardOutline[]; page: ProductPage }) {
  return (
    <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
      {cards.map((card) => (
        <li key={card.kind}>
          <Card card={card} page={page} />
        </li>
      ))}
    </ul>
  );
}

function Card({ card, page }: { card: CardOutline; page: ProductPage }) {
  const href = useProductHref();
  const asset = useAssetHref();
  const open = href(`/card/${card.kind}`);
  const more = moreThanShown(card, page);
  return (
    <article
      className="relative flex h-full flex-col rounded-lg border border-line bg-surface p-5 hover:border-edge [&_li_a]:relative"
      aria-labelledby={`card-${card.kind}`}
    >
      <div className="flex items-center gap-3">
        <span className="inline-flex size-9 flex-none items-center justify-center rounded-md bg-accent-soft text-accent">
          <CardIcon kind={card.kind} picture={card.icon === null ? null : asset(card.icon)} />
        </span>
        <h3 id={`card-${card.kind}`} className="min-w-0 grow text-base font-semibold wrap-anywhere">
          <Link
            to={open}
            preventScrollReset
            data-drawer-link=""
            className="inline-block min-w-6 no-underline after:absolute after:inset-0 hover:underline"
          >
            {card.title}
          </Link>
        </h3>
        {card.hidden ? <HiddenMark /> : null}
        <CardMenu card={card} />
      </div>
      {card.displayText === null ? null : (
        <p className="mt-3 text-sm text-muted">{card.displayText}</p>
      )}
      <div className="mt-3 grow">
        <CardBody card={card} page={page} />
      </div>
      <Link
        to={open}
        preventScrollReset
        data-drawer-link=""
        aria-label={`View more: ${card.title}${more > 0 ? ` (${more} more)` : ""}`}
        className="relative mt-3 inline-flex min-h-8 items-center gap-1 self-start text-sm font-medium text-accent no-underline hover:underline"
      >
        View more {more > 0 ? <span className="text-muted">({more} more)</span> : null}
        <Icon name="arrowRight" size={16} />
      </Link>
    </article>
  );
}

function CardBody({ card, page }: { card: CardOutline; page: ProductPage }) {
  if (card.kind === "SecurityGrades" && page.grades.length > 0)
    return <GradeRows grades={page.grades.slice(0, ITEMS_BEFORE_MORE)} />;
  if (card.kind === "RiskProfile" && page.riskProfile.length > 0)
    return <RiskRows answers={page.riskProfile.slice(0, ITEMS_BEFORE_MORE)} />;
  if (card.itemCount === 0) {
    return (
      <>
        <p className="py-2 text-sm text-muted">
          {card.placeholder ?? "No items are enabled on this card."}
        </p>
        <AddItems card={card} />
      </>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {card.items.map((item) => (
        <li key={item.uid} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 py-2 text-sm">
          {item.uid === SUBPROCESSORS_ROW && page.subprocessors !== null ? (
            <SubprocessorsRow item={item} list={page.subprocessors} />
          ) : (
            <ItemRow item={item} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The list of subprocessors also stands among the legal items, as its own row. */
const SUBPROCESSORS_ROW = "Legal.subprocessors";

function SubprocessorsRow({
  item,
  list,
}: {
  item: ItemOutline;
  list: NonNullable<ProductPage["subprocessors"]>;
}) {
  const href = usePortalHref();
  return (
    <>
      <StateIcon state={item.state} />
      <Link
        to={href("/subprocessors", useProductQuery())}
        className="inline-flex min-h-6 grow basis-28 items-center no-underline hover:underline"
      >
        {item.title}
      </Link>
      <span className="ms-auto">
        <LogoStack companies={list.logos} />
      </span>
    </>
  );
}

function ItemRow({ item }: { item: ItemOutline }) {
  return (
    <>
      <StateIcon state={item.state} />
      <ItemLink
        item={item}
        source="card"
        className="inline-flex min-h-6 min-w-0 flex-1 items-center no-underline hover:underline"
      >
        {item.title}
      </ItemLink>
      <ItemTags item={item} />
      <LockedMark item={item} />
      {item.live === undefined ? null : <CardStatus status={item.live} />}
    </>
  );
}

function GradeRows({ grades }: { grades: GradeEntry[] }) {
  return (
    <ul className="divide-y divide-line">
      {grades.map((grade) => (
        <li
          key={grade.id}
          className="flex min-h-10 items-center justify-between gap-3 py-2 text-sm"
        >
          <span className="min-w-0">{grade.label}</span>{" "}
          <GradeMark provider={grade.provider} grade={grade.grade} />
        </li>
      ))}
    </ul>
  );
}

function RiskRows({ answers }: { answers: RiskAnswer[] }) {
  return (
    <dl className="divide-y divide-line">
      {answers.map((answer) => (
        <div
          key={answer.uid}
          className="flex min-h-10 items-center justify-between gap-3 py-2 text-sm"
        >
          <dt className="min-w-0">{answer.title}</dt>
          <dd className="font-medium">
            {answer.access.text === "locked" ? (
              <Icon name="lock" size={18} label="Locked" className="text-muted" />
            ) : (
              answer.value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function moreThanShown(card: CardOutline, page: ProductPage): number {
  const count =
    card.kind === "SecurityGrades"
      ? page.grades.length
      : card.kind === "RiskProfile"
        ? page.riskProfile.length
        : card.itemCount;
  return count - ITEMS_BEFORE_MORE;
}
