import { Link } from "react-router";
import type { Proposal } from "#model/questionnaires.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { Tag } from "#web/ui/tag.tsx";

/** A proposal at its place, as the page shows it. */
interface ShownProposal extends Proposal {
  at: number;
  /** The account sees nothing of it. */
  isInternal: boolean;
  /** What it is made of has to be reviewed first. */
  isDue: boolean;
}

const TEXT = "mt-2 whitespace-pre-wrap break-words text-sm";

/** What is proposed for a question, each with its reason. */
export function Proposals({
  proposals,
  version,
}: {
  proposals: readonly ShownProposal[];
  version: number;
}) {
  if (proposals.length === 0) return null;
  return (
    <section aria-labelledby="proposals-title">
      <h2 id="proposals-title" className="text-lg font-semibold">
        Proposed
      </h2>
      <ul className="mt-2 space-y-4">
        {proposals.map(({ kind, reason, to, answer, comment, isSure, at, sources = [], ...is }) => (
          <li key={`${kind} ${to}`} className="rounded-md border border-line p-4">
            <p className="text-sm text-muted">
              {to === null ? (
                reason
              ) : (
                <Link to={to} className="text-accent underline">
                  {reason}
                </Link>
              )}
              {is.isDue ? <Mark words="Due for review" /> : null}
              {is.isInternal ? (
                <Mark words="Internal" />
              ) : isSure ? (
                <>
                  {" "}
                  <Tag tone="green">Match</Tag>
                </>
              ) : null}
              {kind === "draft" ? <Tag tone="orange">Drafted</Tag> : null}
            </p>
            {answer === "" ? null : <p className={TEXT}>{answer}</p>}
            {comment === "" ? null : <p className={TEXT}>{comment}</p>}
            {sources.length === 0 ? null : <Sources sources={sources} />}
            {answer === "" && comment === "" ? null : (
              <ButtonForm button="take" className="mt-3">
                <input type="hidden" name="version" value={version} />
                <input type="hidden" name="proposal" value={at} />
                <Button look="secondary" {...(at === 0 ? { "data-key": "a" } : {})}>
                  Accept<span className="sr-only">: {reason}</span>
                </Button>
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mark({ words }: { words: string }) {
  return (
    <>
      {" "}
      <Tag tone="yellow">{words}</Tag>
    </>
  );
}

/** Asks before an internal proposal is accepted. */
export function TellInternal({
  proposal: { at, answer, comment },
  words,
  version,
  page,
}: {
  proposal: ShownProposal;
  words: string;
  version: number;
  page: string;
}) {
  return (
    <section aria-labelledby="tell-title" className="rounded-md border border-line p-4">
      <h2 id="tell-title" className="text-lg font-semibold">
        {words}
      </h2>
      {answer === "" ? null : <p className={TEXT}>{answer}</p>}
      {comment === "" ? null : <p className={TEXT}>{comment}</p>}
      <ButtonForm button="take" className="mt-4 flex flex-wrap gap-3">
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="proposal" value={at} />
        <input type="hidden" name="told" value="yes" />
        <Button>Accept anyway</Button>{" "}
        <ButtonLink to={page} look="secondary">
          Cancel
        </ButtonLink>
      </ButtonForm>
    </section>
  );
}

/** What a draft cites. */
function Sources({ sources }: { sources: NonNullable<Proposal["sources"]> }) {
  return (
    <div className="mt-2 text-sm">
      <p className="text-muted">From:</p>
      <ul className="list-disc ps-5">
        {sources.map(({ title, to }) => (
          <li key={`${title} ${to}`} className="break-words">
            {to === null ? (
              title
            ) : (
              <Link to={to} className="text-accent underline">
                {title}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ShownCandidate {
  id: string;
  title: string;
  type: string;
  text: string;
  shortAnswer: string;
  use: string;
  page: number | null;
  isReadOnly: boolean;
  isInternal: boolean;
  isDue: boolean;
}

/** Related content with a question: it is read, and put into the form by hand. */
export function Candidates({ candidates }: { candidates: readonly ShownCandidate[] }) {
  if (candidates.length === 0) return null;
  return (
    <section aria-labelledby="candidates-title">
      <h2 id="candidates-title" className="text-lg font-semibold">
        Related content
      </h2>
      <ul className="mt-2 space-y-4">
        {candidates.map(({ id, title, text, shortAnswer, use, page, isReadOnly, ...is }) => (
          <li key={id} className="rounded-md border border-line p-4">
            <p className="font-medium break-words">
              {title}
              {page === null ? null : `, page ${page}`}
              {shortAnswer === "" ? null : (
                <>
                  {" "}
                  <Tag>{shortAnswer}</Tag>
                </>
              )}
              {is.isDue ? <Mark words="Due for review" /> : null}
              {is.isInternal ? <Mark words="Internal" /> : null}
            </p>
            {text === "" ? (
              <p className="mt-2 text-sm text-muted">
                This is a document. Read it before you quote it.
              </p>
            ) : (
              <p className={TEXT}>{text}</p>
            )}
            {text !== "" && isReadOnly ? (
              <p className="mt-2 text-sm text-muted">
                For reading only: this document is view-only or needs the NDA.
              </p>
            ) : null}
            {text === "" || isReadOnly ? null : (
              <p className="mt-3">
                <ButtonLink to={use} look="secondary">
                  Use this text<span className="sr-only">: {title}</span>
                </ButtonLink>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
