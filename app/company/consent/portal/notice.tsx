import { Button } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { useFrame } from "#web/portal/links.ts";
import { askedCategories, CATEGORY_WORDS, type ThirdParties } from "#model/consent.ts";

/**
 * Our own notice about cookies, hidden until scripts ask (islands/consent): by itself, where a
 * provider's banner does not load, and by 'Cookie settings'. It covers nothing that can't be
 * scrolled to, and takes no focus by itself.
 */
export function ConsentNotice({ others, inert }: { others: ThirdParties; inert: boolean }) {
  const { org } = useFrame();
  const { tools, banner } = others;
  return (
    <section
      hidden
      inert={inert}
      aria-labelledby="consent-title"
      data-screen-only
      data-consent={JSON.stringify({ tools, banner })}
      className="fixed inset-x-0 bottom-0 z-30 max-h-[70dvh] overflow-y-auto border-t border-line bg-surface shadow-panel"
    >
      <div className="mx-auto max-w-6xl px-4 py-5 sm:px-6">
        <h2 id="consent-title" tabIndex={-1} className="text-lg font-semibold outline-none">
          Cookies
        </h2>
        <p className="mt-1 max-w-[44rem] text-sm text-muted">
          {org.name} would like to use third-party services on this site. They load only if you
          allow them. You can change your choice under “Cookie settings” at the bottom of any page.
        </p>
        <details className="mt-3">
          <summary className="inline-flex min-h-8 cursor-pointer items-center text-sm font-medium text-accent">
            Choose what to allow
          </summary>
          <fieldset className="mt-2 grid gap-3 sm:grid-cols-2">
            <legend className="sr-only">What to allow</legend>
            <Choice
              id="consent-necessary"
              label={CATEGORY_WORDS.strictly_necessary.label}
              hint={CATEGORY_WORDS.strictly_necessary.about}
              defaultChecked
              disabled
            />
            {askedCategories(others).map((category) => (
              <Choice
                key={category}
                id={`consent-${category}`}
                name={category}
                label={CATEGORY_WORDS[category].label}
                hint={`${CATEGORY_WORDS[category].about} ${namesOf(others, category)}.`}
              />
            ))}
          </fieldset>
          <Button type="button" value="chosen" look="secondary" className="mt-4">
            Save choice
          </Button>
        </details>
        <p className="mt-4 flex flex-wrap gap-3">
          <Button type="button" value="all">
            Accept all
          </Button>{" "}
          <Button type="button" value="none">
            Necessary only
          </Button>
        </p>
      </div>
    </section>
  );
}

function namesOf({ tools }: ThirdParties, category: string): string {
  return tools
    .filter((tool) => tool.category === category)
    .map(({ name }) => name)
    .join(", ");
}
