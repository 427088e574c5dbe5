import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";

interface Trace {
  id: string;
  who: string;
  organisation: string | null;
  document: string;
  when: string;
  at: string;
  ip: string | null;
}

/** A plain search: the address names what was looked up. */
export function TraceSearch({ q }: { q: string }) {
  return (
    <form method="get" noValidate role="search" className="flex flex-wrap items-end gap-3">
      <div>
        <label htmlFor="trace" className="mb-1 block text-sm font-medium">
          Trace ID
        </label>
        <input
          type="text"
          id="trace"
          name="q"
          defaultValue={q}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          placeholder="K7QD-3XPM"
          className="min-h-10 w-56 rounded-md border border-edge bg-surface px-3 font-mono"
        />
      </div>{" "}
      <Button>Look up</Button>
    </form>
  );
}

export function TraceResult({ q, trace }: { q: string; trace: Trace | null }) {
  if (trace === null) {
    return (
      <p role="status" className="mt-6 rounded-lg border border-line bg-surface p-4">
        No trace found for “{q}”.
      </p>
    );
  }
  const facts = [
    ["Who", trace.who],
    ["Organization", trace.organisation],
    ["Document", trace.document],
    ["When", trace.when],
    ["From", trace.ip],
  ].filter((fact): fact is [string, string] => fact[1] !== null);
  return (
    <section role="status" className="mt-6 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <h2 className="font-mono text-lg font-semibold">{trace.id}</h2>
      <dl className="mt-3 grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function TraceTable({ traces }: { traces: readonly Trace[] }) {
  if (traces.length === 0) {
    return (
      <div className="mt-8">
        <EmptyState
          icon="search"
          title="No traces yet"
          subtitle="A trace is recorded the first time someone opens a view-only document or downloads a watermarked copy."
        />
      </div>
    );
  }
  return (
    <section className="mt-10">
      <h2 className="mb-3 text-lg font-semibold">Newest</h2>
      <TableFrame label="Newest traces" head={["Trace", "Who", "Organization", "Document", "When"]}>
        {traces.map((trace) => (
          <tr key={trace.id}>
            <td className="whitespace-nowrap font-mono">{trace.id}</td>
            <td>{trace.who}</td>
            <td>{trace.organisation}</td>
            <td className="min-w-[12rem]">{trace.document}</td>
            <td className="whitespace-nowrap">
              <time dateTime={trace.at}>{trace.when}</time>
            </td>
          </tr>
        ))}
      </TableFrame>
    </section>
  );
}
