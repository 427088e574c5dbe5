import { Link } from "react-router";
import { SHEET_KIND_OPTIONS } from "#model/questionnaires.ts";
import { Button } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import type { loadQuestionnaire } from "./questionnaire-data.ts";

type Shown = Awaited<ReturnType<typeof loadQuestionnaire>>;

/** What an answered file can be asked for. */
export type Offered = Pick<Shown, "takesSources" | "hasKinds">;

/** The button that hands the answered file over. */
export function DownloadForm({ page, offered }: { page: string; offered: Offered }) {
  return (
    <form
      method="post"
      noValidate
      action={`${page}/file`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <OnceField />
      <Button look="secondary">Download the answered file</Button>{" "}
      <FileChoices id="download" offered={offered} />
    </form>
  );
}

/** What the file is to be, and whether it gets a sheet of sources. @param id begins theirs */
export function FileChoices({
  id,
  offered: { takesSources, hasKinds },
}: {
  id: string;
  offered: Offered;
}) {
  return (
    <>
      {hasKinds ? (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
          <legend className="sr-only">File type</legend>
          {SHEET_KIND_OPTIONS.map(({ value, label }, at) => (
            <Choice
              key={value}
              id={`${id}-${value}`}
              type="radio"
              name="kind"
              value={value}
              label={label}
              defaultChecked={at === 0}
            />
          ))}
        </fieldset>
      ) : null}
      {takesSources ? (
        <Choice
          id={`${id}-sources`}
          name="sources"
          label="Add a sheet with the sources"
          hint={hasKinds ? "XLSX only" : undefined}
        />
      ) : null}
    </>
  );
}

/** What a model can draft, and how far it is: the page is read again to see it. */
export function Drafts({ page, drafts }: { page: string; drafts: Shown["drafts"] }) {
  if (drafts === null) return null;
  const { open, waiting, nothing, failed, mayAsk, retryAt } = drafts;
  const answers = (count: number) => (count === 1 ? "1 answer" : `${count} answers`);
  const questions = (count: number) => (count === 1 ? "1 question" : `${count} questions`);
  const told = [
    waiting === 0
      ? null
      : retryAt === null
        ? `The model is still drafting ${answers(waiting)}.`
        : `The model isn’t responding, and ${questions(waiting)} ${waiting === 1 ? "is" : "are"} waiting. Next attempt: ${retryAt}.`,
    failed === 0 ? null : `The model didn’t respond to ${questions(failed)}. Try again later.`,
    nothing === 0 || !mayAsk ? null : `The model found nothing for ${questions(nothing)}.`,
  ].filter((part) => part !== null);
  if (told.length === 0 && (!mayAsk || open === 0)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {mayAsk && open > 0 ? (
        <ButtonForm button="draft">
          <Button look="secondary">{`Draft ${answers(open)} with the model`}</Button>
        </ButtonForm>
      ) : null}
      {told.length === 0 ? null : <p className="text-muted">{told.join(" ")}</p>}
      {waiting === 0 ? null : (
        <>
          <a href={page} className="text-accent underline">
            Reload
          </a>{" "}
          <ButtonForm button="halt">
            <Button look="quiet" size="small">
              Stop drafting
            </Button>
          </ButtonForm>
        </>
      )}
    </div>
  );
}

/** The documents that the questionnaire was kept as, and which of them can be refreshed. */
export function KeptDocuments({ documents }: { documents: Shown["documents"] }) {
  if (documents.length === 0) return null;
  return (
    <ul className="space-y-2 text-sm">
      {documents.map(({ id, name, changed }) => (
        <li key={id} className="break-words">
          Kept as{" "}
          <Link to={`/documents/${id}`} className="text-accent underline">
            {name}
          </Link>
          {changed === 0 ? null : (
            <>
              {" · "}
              <Link to={`/documents/${id}/answers`} className="text-accent underline">
                {changed === 1 ? "Refresh 1 answer" : `Refresh ${changed} answers`}
              </Link>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
