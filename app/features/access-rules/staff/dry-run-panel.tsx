import type { DryRun } from "../store/access-dry-run.server.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { outcomeWords } from "./outcome-words.ts";

interface DryRunPanelProps {
  asked: string;
  unreadable: boolean;
  outcome: (DryRun & { email: string; freeMail: boolean }) | null;
}

/** What would happen to an address now, and why; asking changes nothing. */
export function DryRunPanel({ asked, unreadable, outcome }: DryRunPanelProps) {
  return (
    <section
      aria-labelledby="dry-run"
      className="mb-10 rounded-lg border border-line bg-surface p-6"
    >
      <h2 id="dry-run" className="text-lg font-semibold">
        What would happen to ...
      </h2>
      <form method="get" noValidate className="mt-4 flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow sm:max-w-[24rem]">
          <TextField
            id="address"
            name="address"
            label="Email"
            type="text"
            inputMode="email"
            autoComplete="off"
            placeholder="jane@corp.example"
            maxLength={320}
            defaultValue={asked}
            errors={unreadable ? ["This email is invalid"] : []}
          />
        </div>{" "}
        <Button look="secondary">Try</Button>
      </form>
      {outcome === null ? null : (
        <p role="status" className="mt-4">
          <strong className="break-all">{outcome.email}</strong>: {outcomeWords(outcome)}
        </p>
      )}
    </section>
  );
}
