import { Button, ButtonLink } from "#web/ui/button.tsx";
import { inputClass } from "#web/ui/field.tsx";
import { cardKey, grouped, included, includedWords, type ItemChoice } from "../rules/profiles.ts";

/** What two profiles include each without the other. */
export interface Comparison {
  name: string;
  with: string;
  /** Both include every item, or the same ones. */
  both: number;
  only: readonly { name: string; items: readonly ItemChoice[] }[];
  /** What their cards are called, by `product:kind`. */
  titles: Readonly<Record<string, string>>;
}

/** Items that are listed of one side; the others are counted. */
const LISTED = 200;

/** Chooses another profile to compare with; a GET form, so that the answer has an address. */
export function CompareForm({
  others,
  chosen,
}: {
  others: readonly { id: string; name: string }[];
  chosen: string;
}) {
  if (others.length === 0) return null;
  return (
    <form method="get" noValidate className="flex flex-wrap items-end gap-2">
      <div className="space-y-1">
        <label htmlFor="with" className="block text-sm font-medium">
          Compare with
        </label>
        <select id="with" name="with" defaultValue={chosen} className={inputClass}>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>{" "}
      <Button look="secondary">Compare</Button>
    </form>
  );
}

/** The answer: two lists, by card. */
export function ComparePanel({ comparison, close }: { comparison: Comparison; close: string }) {
  const { only, both, titles } = comparison;
  return (
    <section
      aria-labelledby="comparison"
      className="mb-10 rounded-lg border border-line bg-surface p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="comparison" className="text-lg font-semibold">
            {comparison.name} and {comparison.with}
          </h2>
          <p className="mt-1 text-sm text-muted">
            {both === 1 ? "Both include 1 item." : `Both include ${both} items.`}
          </p>
        </div>{" "}
        <ButtonLink to={close} look="secondary">
          Close
        </ButtonLink>
      </div>
      <div className="mt-4 grid gap-x-10 gap-y-6 md:grid-cols-2">
        {only.map(({ name, items }) => (
          <div key={name} className="min-w-0">
            <h3 className="font-semibold">Only {name}</h3>
            <p className="text-sm text-muted">{includedWords(included(items))}</p>
            {[...grouped(items.slice(0, LISTED), cardKey)].map(([key, rows]) => (
              <div key={key} className="mt-3">
                <p className="text-sm font-medium">{titles[key]}</p>
                <ul className="mt-1 list-disc space-y-1 ps-5 text-sm [overflow-wrap:anywhere]">
                  {rows.map((item) => (
                    <li key={item.uid}>
                      {item.title}
                      {item.publicAccess ? <span className="text-muted"> (public)</span> : null}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
            {items.length > LISTED ? (
              <p className="mt-3 text-sm text-muted">and {items.length - LISTED} more</p>
            ) : null}
          </div>
        ))}
      </div>
    </section>
  );
}
