import { useState } from "react";
import { Link } from "react-router";
import type { StarterStanding } from "#content/starter-controls/store/starter-controls.server.ts";
import { ALL_PARAMETER } from "#content/starter-controls/rules/starter-controls.ts";
import { useHydrated } from "#web/staff/editing/use-hydrated.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/tag.tsx";

interface StarterGroupsProps {
  groups: readonly { id: string; title: string; controls: readonly StarterStanding[] }[];
  /** What is ticked at first: nothing, unless somebody asked for a group or sent the form. */
  ticked: readonly string[];
  /** The product in the address; null for the default one. */
  productSlug: string | null;
}

/**
 * The starter set with a tick each, group by group. 'Select all' ticks on the spot where scripts
 * run, and is a link elsewhere.
 */
export function StarterGroups({ groups, ticked, productSlug }: StarterGroupsProps) {
  const hasScripts = useHydrated();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(ticked));
  const choose = (uids: readonly string[], on: boolean) => {
    setChosen((before) => {
      const next = new Set(before);
      for (const uid of uids)
        if (on) next.add(uid);
        else next.delete(uid);
      return next;
    });
  };
  const isWhole = (uids: readonly string[]) =>
    uids.length > 0 && uids.every((uid) => chosen.has(uid));
  const openOf = (controls: readonly StarterStanding[]) =>
    controls.filter(({ isShown }) => !isShown).map(({ uid }) => uid);
  const hrefOf = (id: string) => {
    const whole = groups.filter(({ controls }) => isWhole(openOf(controls))).map((of) => of.id);
    const query = new URLSearchParams([...whole, id].map((one) => [ALL_PARAMETER, one]));
    if (productSlug !== null) query.set("product", productSlug);
    return `?${query}`;
  };
  return (
    <div id="items" tabIndex={-1} className="space-y-8 outline-none">
      {groups.map(({ id, title, controls }) => {
        const open = openOf(controls);
        const all = isWhole(open);
        return (
          <section key={id} aria-labelledby={`group-${id}`}>
            <div className="mb-3 flex min-h-9 items-center justify-between gap-3">
              <h2 id={`group-${id}`} className="text-lg font-semibold">
                {title}
              </h2>{" "}
              {open.length === 0 || (all && !hasScripts) ? null : hasScripts ? (
                <Button
                  type="button"
                  look="quiet"
                  size="small"
                  aria-label={`${all ? "Clear all" : "Select all"}: ${title}`}
                  onClick={() => choose(open, !all)}
                >
                  {all ? "Clear all" : "Select all"}
                </Button>
              ) : (
                <Link
                  to={hrefOf(id)}
                  aria-label={`Select all: ${title}`}
                  preventScrollReset
                  className={buttonClass("quiet", "small")}
                >
                  Select all
                </Link>
              )}
            </div>
            <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
              {controls.map((control) => (
                <li key={control.uid}>
                  {control.isShown ? (
                    <Shown control={control} />
                  ) : (
                    <label className="flex cursor-pointer items-start gap-3 px-4 py-3 hover:bg-sunken has-checked:bg-accent-soft">
                      <input
                        type="checkbox"
                        name="items"
                        value={control.uid}
                        aria-label={control.title}
                        aria-describedby={`text-${control.uid}`}
                        checked={chosen.has(control.uid)}
                        onChange={({ target }) => choose([control.uid], target.checked)}
                        className="mt-0.5 size-6 flex-none accent-accent"
                      />{" "}
                      <span className="min-w-0">
                        <span className="font-medium">{control.title}</span>
                        <span id={`text-${control.uid}`} className="block text-sm text-muted">
                          {control.text}
                        </span>
                        {control.isOwnText ? (
                          <span className="block text-sm text-muted">Your own text.</span>
                        ) : null}
                      </span>
                    </label>
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function Shown({ control: { title } }: { control: StarterStanding }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-3">
      <span className="font-medium">{title}</span> <Tag tone="green">On your portal</Tag>
    </p>
  );
}
