import { memo, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useHydrated } from "#web/staff/editing/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Tag } from "#web/ui/tag.tsx";
import {
  cardKey,
  includedWords,
  isFound,
  itemKey,
  searchWords,
  type CardBranch,
  type Included,
  type ItemChoice,
  type ProfileTree,
} from "../rules/profiles.ts";

interface TreeProps {
  tree: ProfileTree;
  /** What is looked for, as it is typed. */
  search: string;
  /** The card that the address opens. */
  opened: string;
  /** The ticks of a form that is shown again; null shows what is stored. */
  ticked: ReadonlySet<string> | null;
  /** The address of the tree without its query. */
  here: string;
}

/** What a profile includes: products, their cards, and a tick for each item. */
export function Tree({ tree, search, opened, ticked, here }: TreeProps) {
  const words = searchWords(search);
  const rows = tree.products.flatMap(({ cards }) => cards.flatMap((card) => card.rows ?? []));
  const nothing = words.length > 0 && !rows.some(({ title }) => isFound(title, words));
  return (
    <>
      <input type="hidden" name="shown" value={rows.map(itemKey).join(" ")} />
      {search === "" ? null : <input type="hidden" name="q" value={search} />}
      {tree.isLarge ? (
        <p className="text-sm text-muted">
          There are too many items for one page. Open one card at a time or search, and save before
          you open the next.
        </p>
      ) : null}
      {nothing ? (
        <p role="status" className="text-muted">
          No items match.
        </p>
      ) : null}
      {tree.products.map(({ id, name, cards }) => (
        <section key={id} aria-labelledby={`product-${id}`}>
          <h2 id={`product-${id}`} className="mb-3 text-lg font-semibold">
            {name}
          </h2>
          <div className="divide-y divide-line rounded-lg border border-line bg-surface">
            {cards.map((card) =>
              card.rows === null ? (
                <ClosedCard key={cardKey(card)} card={card} here={here} />
              ) : (
                <Card
                  key={cardKey(card)}
                  card={card}
                  rows={card.rows}
                  search={search}
                  isOpened={opened === cardKey(card) || (tree.isLarge && words.length > 0)}
                  ticked={ticked}
                />
              ),
            )}
          </div>
        </section>
      ))}
      {tree.left > 0 ? (
        <p className="text-sm text-muted">
          {tree.left.toLocaleString("en-US")} more items match. Use a more specific search.
        </p>
      ) : null}
      <Pager
        page={tree.page}
        pages={tree.pages}
        href={(page) => `${here}?${new URLSearchParams({ card: opened, page: String(page) })}`}
        label="Pages of items"
      />
    </>
  );
}

/** One of very many items, whose items the page does not have. */
function ClosedCard({ card, here }: { card: CardBranch; here: string }) {
  const key = cardKey(card);
  return (
    <div id={`card-${key}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <Link
        to={`${here}?${new URLSearchParams({ card: key })}#card-${key}`}
        className="min-w-0 grow py-1.5 font-medium text-accent underline"
      >
        {card.title} ({card.items.toLocaleString("en-US")})
      </Link>{" "}
      <span className="text-sm text-muted">{includedWords(card.chosen)}</span>{" "}
      <WholeCard card={card} />
    </div>
  );
}

const Card = memo(function Card({
  card,
  rows,
  search,
  isOpened,
  ticked,
}: {
  card: CardBranch;
  rows: readonly ItemChoice[];
  search: string;
  isOpened: boolean;
  ticked: ReadonlySet<string> | null;
}) {
  const box = useRef<HTMLDetailsElement>(null);
  const hasScripts = useHydrated();
  const words = searchWords(search);
  const found = rows.filter(({ title }) => isFound(title, words));
  const isWhole = rows.length === card.items;
  const tickAll = (all: boolean) => {
    for (const tick of box.current?.querySelectorAll<HTMLInputElement>(
      "li:not([hidden]) > input",
    ) ?? [])
      tick.checked = all;
    box.current?.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return (
    <details
      ref={box}
      id={`card-${cardKey(card)}`}
      hidden={found.length === 0}
      open={words.length > 0 || isOpened}
      className="group/card scroll-mt-20"
    >
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 px-4 py-2 marker:content-none [&::-webkit-details-marker]:hidden">
        <span aria-hidden="true" className="text-muted group-open/card:rotate-90">
          ›
        </span>{" "}
        <span className="min-w-0 grow font-medium">
          {card.title}{" "}
          <span className="font-normal text-muted">({card.items.toLocaleString("en-US")})</span>
        </span>{" "}
        <span className="text-sm text-muted">
          <Count of={box} saved={card.chosen} counts={isWhole} />
        </span>
      </summary>
      <div className="border-t border-line">
        <div className="flex gap-2 px-4 pt-3">
          <WholeCard card={card} onPress={hasScripts && isWhole ? tickAll : undefined} />
        </div>
        <ul aria-label={card.title} className="divide-y divide-line">
          {rows.map((item) => (
            <Item
              key={item.uid}
              item={item}
              isHidden={!isFound(item.title, words)}
              isTicked={ticked?.has(itemKey(item)) ?? item.chosen}
            />
          ))}
        </ul>
      </div>
    </details>
  );
});

/** Every item of a card, or none: with scripts its ticks alone, without them saved at once. */
function WholeCard({
  card,
  onPress,
}: {
  card: CardBranch;
  onPress?: ((all: boolean) => void) | undefined;
}) {
  return (["all", "none"] as const).map((choice) => (
    <Button
      key={choice}
      type={onPress === undefined ? "submit" : "button"}
      onClick={onPress === undefined ? undefined : () => onPress(choice === "all")}
      look="secondary"
      size="small"
      name="card"
      value={`${choice}:${cardKey(card)}`}
      aria-label={`${choice === "all" ? "All" : "None"} of ${card.title}`}
    >
      {choice === "all" ? "All" : "None"}
    </Button>
  ));
}

const Item = memo(function Item({
  item,
  isHidden,
  isTicked,
}: {
  item: ItemChoice;
  isHidden: boolean;
  isTicked: boolean;
}) {
  const id = `item-${itemKey(item)}`;
  return (
    <li hidden={isHidden} className="flex items-start gap-3 px-4 py-2.5 sm:ps-10">
      <input
        id={id}
        type="checkbox"
        name="items"
        value={itemKey(item)}
        defaultChecked={isTicked}
        data-documents={item.documents.join(" ")}
        className="size-6 flex-none accent-accent"
      />{" "}
      <label htmlFor={id} className="min-w-0 grow py-0.5">
        {item.title}{" "}
        <span className="inline-flex flex-wrap gap-1.5 align-middle">
          {item.publicAccess ? <Tag tone="green">Public</Tag> : null}
          {item.hidden ? <Tag tone="yellow">Hidden</Tag> : null}
          {item.state === "NotEnabled" ? <Tag>Not enabled</Tag> : null}
          {item.state === "WorkInProgress" ? <Tag tone="blue">In Progress</Tag> : null}
          {item.documents.length === 0 ? null : (
            <Tag tone="accent">
              {item.documents.length === 1 ? "1 document" : `${item.documents.length} documents`}
            </Tag>
          )}
        </span>
      </label>
    </li>
  );
});

/**
 * How much is ticked within an element, counted anew with each tick: the ticks are the browser's
 * own, so that none is lost which was made before scripts ran.
 * @param counts false where not every item is on the page: then what is saved is told
 */
export function Count({
  of,
  saved,
  counts,
}: {
  of: React.RefObject<HTMLElement | null>;
  saved: Included;
  counts: boolean;
}) {
  const [now, setNow] = useState<Included | null>(null);
  useEffect(() => {
    const within = of.current;
    if (within === null || !counts) return;
    const count = () => {
      const ticks = [...within.querySelectorAll<HTMLInputElement>("input[name=items]:checked")];
      const documents = ticks.flatMap((tick) => tick.dataset.documents?.split(" ") ?? []);
      documents.push("");
      setNow({ items: ticks.length, documents: new Set(documents).size - 1 });
    };
    count();
    within.addEventListener("change", count);
    return () => within.removeEventListener("change", count);
  }, [of, counts]);
  return includedWords(now ?? saved);
}
