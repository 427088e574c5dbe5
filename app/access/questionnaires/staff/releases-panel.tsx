import { Link } from "react-router";
import { RELEASE_LABELS } from "#model/questionnaires/releases.ts";
import { Button } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { FileChoices, type Offered } from "./questionnaire-parts.tsx";
import type { ShownReleases } from "./releases-data.ts";

type Releases = NonNullable<ShownReleases>;

/** Releasing a questionnaire to its account, and what was released before. */
export function ReleasesPanel({
  releases,
  isFinal,
  isFinished,
  hasFile,
  offered,
}: {
  releases: ShownReleases;
  /** Its answers can go to the account. */
  isFinal: boolean;
  isFinished: boolean;
  hasFile: boolean;
  offered: Offered;
}) {
  if (releases === null) return null;
  const { account, rows } = releases;
  return (
    <section aria-labelledby="releases-title" className="mt-10">
      <h2 id="releases-title" className="text-lg font-semibold break-words">
        Release to {account.name}
      </h2>
      <div className="mt-2 space-y-3 text-sm">
        {!hasFile ? null : isFinal ? (
          <ReleaseButton releases={releases} offered={offered} />
        ) : (
          <p className="text-muted">
            {isFinished
              ? "The file can be released once someone else approves the answers."
              : "Finish this questionnaire to release its file."}
          </p>
        )}
      </div>
      {rows.length === 0 ? null : (
        <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
          {rows.map((row) => (
            <Released key={row.id} row={row} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ReleaseButton({
  releases: { account, people, rows },
  offered,
}: {
  releases: Releases;
  offered: Offered;
}) {
  if (people === 0)
    return (
      <p className="text-muted">
        No one at {account.name} has access.{" "}
        <Link to={`/accounts/${account.id}`} className="text-accent underline">
          Give access
        </Link>{" "}
        first.
      </p>
    );
  const isNext = rows.some(({ state }) => state === "current");
  return (
    <>
      <p className="text-muted">
        {people === 1 ? "1 person will get" : `${people} people will get`} an email and can download
        the answered file on their account page.
        {isNext ? " It replaces the file they have now." : ""}
      </p>
      <ButtonForm button="release" className="space-y-3">
        <FileChoices id="release" offered={offered} />
        <Button>Release to {account.name}</Button>
      </ButtonForm>
    </>
  );
}

function Released({ row: { id, fileName, state, facts } }: { row: Releases["rows"][number] }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <span className="min-w-0 flex-1 basis-56 break-words">
        {fileName}{" "}
        <Tag tone={state === "current" ? "green" : "neutral"}>{RELEASE_LABELS[state]}</Tag>
        <span className="block text-muted">{facts.join(" · ")}</span>
      </span>
      {state === "current" || state === "removed" ? (
        <ButtonForm button="withdraw">
          <input type="hidden" name="release" value={id} />
          <Button look="secondary">
            Withdraw<span className="sr-only">: {fileName}</span>
          </Button>
        </ButtonForm>
      ) : null}
    </li>
  );
}
