import { Link } from "react-router";
import type { Check } from "#model/settings/publication.ts";
import { Button } from "#web/ui/button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** What is missing, each with the way to it; what is there is folded below. */
export function Checklist({
  checks,
  portalHref,
}: {
  checks: readonly Check[];
  portalHref: string;
}) {
  const done = checks.filter((check) => check.done);
  const missing = checks.filter((check) => !check.done);
  return (
    <div className="divide-y divide-line rounded-lg border border-line bg-surface">
      {missing.length === 0 ? null : <CheckRows checks={missing} portalHref={portalHref} />}
      {done.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer px-5 py-3 text-muted hover:text-ink">
            {done.length} done
          </summary>
          <CheckRows checks={done} portalHref={portalHref} />
        </details>
      )}
    </div>
  );
}

function CheckRows({ checks, portalHref }: { checks: readonly Check[]; portalHref: string }) {
  return (
    <ul className="divide-y divide-line">
      {checks.map((check) => (
        <CheckRow key={check.label} check={check} portalHref={portalHref} />
      ))}
    </ul>
  );
}

function CheckRow({
  check: { label, done, to, button },
  portalHref,
}: {
  check: Check;
  portalHref: string;
}) {
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <Icon
        name={done ? "checkCircle" : "emptyCircle"}
        label={done ? "Done" : "To do"}
        className={done ? "text-green" : "text-muted"}
      />{" "}
      <span className="min-w-0 grow">{label}</span>{" "}
      {done ? null : button !== undefined ? (
        <form method="post" noValidate action={to ?? portalHref}>
          <OnceField />
          <Button look="secondary" size="small" name="intent" value={button.intent}>
            {button.label}
          </Button>
        </form>
      ) : (
        <Link
          to={to ?? portalHref}
          reloadDocument={to === null}
          className="inline-block shrink-0 py-1 text-sm whitespace-nowrap text-accent underline"
        >
          {to === null ? "On the portal" : "Set it"}
          <span className="sr-only">: {label}</span>
        </Link>
      )}
    </li>
  );
}
