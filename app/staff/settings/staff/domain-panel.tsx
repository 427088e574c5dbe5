import { Button } from "#web/ui/button.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag, type Tone } from "#web/ui/tag.tsx";
import type { DomainState } from "#model/settings/domain.ts";
import { OnceField } from "#web/ui/once-field.tsx";

/** A host that the company claims, as its page shows it. */
export interface ShownDomain {
  host: string;
  state: DomainState;
  message: string | null;
  /** The record that proves it; null where nothing is to be proved any more. */
  proof: { name: string; value: string } | null;
  verified: string | null;
  checked: string | null;
  /** Links lead there. */
  links: boolean;
  /** It is verified, and nobody has been answered there yet. */
  waits: boolean;
}

const STATES: Readonly<Record<ShownDomain["state"], { label: string; tone: Tone }>> = {
  pending: { label: "Pending", tone: "neutral" },
  failed: { label: "Failed", tone: "red" },
  verified: { label: "Verified", tone: "green" },
};

/** One host: its state, the records to set, and the last check. */
export function DomainPanel({ domain, target }: { domain: ShownDomain; target: string }) {
  const { host, state, message, proof, verified, checked, links, waits } = domain;
  const { label, tone } = STATES[state];
  const id = `domain-${host.replaceAll(".", "-")}`;
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface p-5 sm:p-6">
      <h2 id={id} className="text-lg font-semibold break-words">
        {host} <Tag tone={tone}>{label}</Tag>
      </h2>
      {verified === null ? null : (
        <p className="mt-1 text-sm text-muted">
          Verified {verified}.{links ? " Links in emails and the canonical address use it." : null}
          {waits ? " No one has opened it yet. Links will use it after the first visit." : null}
        </p>
      )}
      {message === null ? null : (
        <p className="mt-3 text-sm break-words">
          {checked === null ? null : `Checked ${checked}: `}
          {message}
        </p>
      )}
      {proof === null ? null : (
        <details open={state !== "verified"} className="mt-4">
          <summary className="py-1 text-sm font-medium">Records to set at your name server</summary>
          <div className="mt-2">
            <TableFrame label={`Records of ${host}`} head={["Type", "Name", "Value"]}>
              <tr>
                <td>TXT</td>
                <td className="font-mono break-all">{proof.name}</td>
                <td className="font-mono break-all">{proof.value}</td>
              </tr>
              <tr>
                <td>CNAME</td>
                <td className="font-mono break-all">{host}</td>
                <td className="font-mono break-all">{target}</td>
              </tr>
            </TableFrame>
            <p className="mt-2 text-sm text-muted">
              Keep both records. We check daily and remove the domain if the TXT record is missing
              for a week. You can use an A or AAAA record for your own proxy instead of the CNAME.
              The proxy in front of this server needs a certificate for the domain.
            </p>
          </div>
        </details>
      )}
      <div className="mt-5 flex flex-wrap items-start gap-3">
        {proof === null ? null : (
          <form method="post" noValidate>
            <OnceField />
            <input type="hidden" name="host" value={host} />
            <Button
              look={state === "verified" ? "secondary" : "primary"}
              name="intent"
              value="check"
            >
              Check {state === "verified" ? "again" : "now"} <span className="sr-only">{host}</span>
            </Button>
          </form>
        )}
        <details>
          <summary className="inline-flex min-h-10 items-center px-2 text-sm">Remove …</summary>
          <form method="post" noValidate className="mt-2">
            <OnceField />
            <input type="hidden" name="host" value={host} />
            <p className="mb-3 text-sm">
              {state === "verified"
                ? "The portal stops answering there, and links to it break."
                : "Its DNS records are then ignored."}
            </p>
            <Button look="danger" name="intent" value="remove">
              Remove {host}
            </Button>
          </form>
        </details>
      </div>
    </section>
  );
}
