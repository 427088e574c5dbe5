import { CATEGORY_WORDS, type declaration } from "#model/consent.ts";

/** Each service with what it is for, what consent it waits for, and where it is asked. */
export function DeclarationList({ services }: { services: ReturnType<typeof declaration> }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {services.map(({ name, purpose, category, hosts }, i) => (
        <li key={`${i} ${name}`} className="p-4">
          <p className="font-medium">{name}</p>
          <p className="mt-1 text-sm">
            {purpose} {CATEGORY_WORDS[category].label}.
          </p>
          <p className="mt-1 text-sm break-words text-muted">Connects to {hosts.join(", ")}</p>
        </li>
      ))}
    </ul>
  );
}
