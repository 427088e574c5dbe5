import { Link } from "react-router";
import type { Check } from "#model/settings/publication.ts";
import { Icon } from "#web/ui/icon.tsx";

/** What is there before a publication, and what is missing, each with the way to it. */
export function Checklist({
  checks,
  portalHref,
}: {
  checks: readonly Check[];
  portalHref: string;
}) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {checks.map((check) => (
        <CheckRow key={check.label} check={check} portalHref={portalHref} />
      ))}
    </ul>
  );
}

function CheckRow({
  check: { label, done, to },
  portalHref,
}: {
  check: Check;
  portalHref: string;
}) {
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <Icon
        name={done ? "checkCircle" : "emptyCircle"}
        label={done ? "There" : "Missing"}
        className={done ? "text-green" : "text-muted"}
      />{" "}
      <span className="min-w-0 grow">{label}</span>{" "}
      {done ? null : (
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
