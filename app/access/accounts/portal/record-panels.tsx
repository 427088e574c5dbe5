import type { ReactNode } from "react";
import { Link } from "react-router";
import { useFrame, usePortalHref } from "#web/portal/links.ts";
import { Button, buttonClass, ButtonLink } from "#web/ui/button.tsx";
import { inputClass } from "#web/ui/field.tsx";
import { RELEASE_LABELS } from "#model/questionnaires/releases.ts";
import { UPLOADS_PAGE } from "#model/questionnaires/uploads.ts";
import { ASK_TITLE } from "#model/comments.ts";
import { MAX_TERM } from "#model/search.ts";
import { Tag } from "#web/ui/tag.tsx";
import { When } from "#web/ui/when.tsx";
import type { Moment } from "#values/moments.ts";
import type { OwnRecords } from "./own-records.ts";

/** What the person opened or took along, the newest first. */
export function ReadsPanel({ reads }: { reads: OwnRecords["reads"] }) {
  if (reads.length === 0) return null;
  return (
    <Panel id="reads" title="What you opened">
      <Rows>
        {reads.map(({ id, at, did, document }) => (
          <Row key={id} at={at} aside={did}>
            {document === null ? (
              <span className="text-muted">A document you can no longer open</span>
            ) : document.href === null ? (
              document.name
            ) : (
              <a href={document.href} className={LINK}>
                {document.name}
              </a>
            )}
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

/** Answered questionnaires that were released to the account, and the way to send one. */
export function QuestionnairesPanel({ releases, sends }: Pick<OwnRecords, "releases" | "sends">) {
  const href = usePortalHref();
  if (releases.length === 0 && !sends) return null;
  return (
    <Panel id="questionnaires" title="Your questionnaires">
      {releases.length === 0 ? null : (
        <Rows>
          {releases.map(({ id, at, fileName, state, awaitsNda }) => (
            <Row
              key={id}
              at={at}
              aside={
                state !== "current" ? (
                  <Tag>{RELEASE_LABELS[state]}</Tag>
                ) : awaitsNda ? (
                  <Tag tone="yellow">NDA required</Tag>
                ) : null
              }
            >
              {state === "current" ? (
                // What it leads to is no page of the framework.
                <a href={href(`/my-account/questionnaires/${id}`)} className={LINK}>
                  {fileName}
                </a>
              ) : (
                <span className="[overflow-wrap:anywhere] text-muted">{fileName}</span>
              )}
            </Row>
          ))}
        </Rows>
      )}
      {sends ? (
        <p className="mt-3">
          <Link to={href(UPLOADS_PAGE)} className={buttonClass("secondary")}>
            Send a questionnaire
          </Link>
        </p>
      ) : null}
    </Panel>
  );
}

/** What the person asked for, and what came of it. */
export function RequestsPanel({ requests }: { requests: OwnRecords["requests"] }) {
  if (requests.length === 0) return null;
  return (
    <Panel id="requests" title="Your requests">
      <Rows>
        {requests.map(({ id, at, status, what }) => (
          <Row
            key={id}
            at={at}
            aside={
              <Tag
                tone={status === "Approved" ? "green" : status === "Pending" ? "yellow" : "neutral"}
              >
                {status}
              </Tag>
            }
          >
            {what}
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

/** The items about which the person asked something, and the way to ask about another. */
export function QuestionsPanel({ questions }: { questions: OwnRecords["questions"] }) {
  const { menu } = useFrame();
  if (questions.length === 0 && menu?.answered == null) return null;
  return (
    <Panel id="questions" title="Your questions">
      {menu?.answered == null ? null : <AskAbout within={menu.answered} />}
      {questions.length === 0 ? null : <Questions questions={questions} />}
    </Panel>
  );
}

/** A question is about an item: first one finds it. */
function AskAbout({ within }: { within: string }) {
  const { org } = useFrame();
  const href = usePortalHref();
  return (
    <>
      <p className="mb-3 text-muted">
        Find the item your question is about. Open it and select{" "}
        <strong className="font-medium text-ink">{ASK_TITLE}</strong>. {org.name} usually answers{" "}
        {within}.
      </p>
      <form
        method="get"
        action={href("/search")}
        noValidate
        className="mb-4 flex max-w-xl flex-wrap items-end gap-3"
      >
        <div className="min-w-0 grow basis-56">
          <label htmlFor="ask-about" className="mb-1 block text-sm font-medium">
            What is your question about?
          </label>
          <input
            id="ask-about"
            type="search"
            name="q"
            maxLength={MAX_TERM}
            className={inputClass}
          />
        </div>
        <Button look="secondary">Search</Button>
      </form>
    </>
  );
}

function Questions({ questions }: { questions: OwnRecords["questions"] }) {
  return (
    <Rows>
      {questions.map(({ title, href, at, answered }) => (
        <Row
          key={href}
          at={at}
          aside={
            <Tag tone={answered ? "green" : "yellow"}>{answered ? "Answered" : "Pending"}</Tag>
          }
        >
          <a href={href} className={LINK}>
            {title}
          </a>
        </Row>
      ))}
    </Rows>
  );
}

/** Colleagues whom the person invited, and the way to invite more. */
export function ColleaguesPanel({ invitations }: { invitations: OwnRecords["invitations"] }) {
  const href = usePortalHref();
  return (
    <Panel id="colleagues" title="Colleagues">
      {invitations.length === 0 ? (
        <p className="text-muted">You haven’t invited anyone yet.</p>
      ) : (
        <Rows>
          {invitations.map(({ email, at }) => (
            <Row key={email} at={at} aside="Invited">
              <span className="break-words">{email}</span>
            </Row>
          ))}
        </Rows>
      )}
      <p className="mt-3">
        <Link to={href("", { inviteColleagues: "true" })} className={buttonClass("secondary")}>
          Invite colleagues
        </Link>
      </p>
    </Panel>
  );
}

/** Whether updates come by mail, and where one chooses which. */
export function SubscriptionPanel({ preferences }: Pick<OwnRecords, "preferences">) {
  const { portalTitle, subscribe } = useFrame();
  const href = usePortalHref();
  if (!subscribe) return null;
  return (
    <Panel id="subscription" title="Updates by email">
      {preferences !== null ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <span>You get {portalTitle} updates by email.</span>{" "}
          <ButtonLink to={preferences} look="secondary">
            Choose what you get
          </ButtonLink>
        </p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <span className="text-muted">You don’t get {portalTitle} updates by email.</span>{" "}
          <ButtonLink to={href("", { subscribe: "true" })} look="secondary">
            Subscribe
          </ButtonLink>
        </p>
      )}
    </Panel>
  );
}

export const LINK =
  "inline-block py-0.5 text-accent underline underline-offset-2 [overflow-wrap:anywhere]";

/** A part of the page under its heading. */
export function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-3 scroll-mt-24 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line border-y border-line">{children}</ul>;
}

function Row({ at, aside, children }: { at: Moment; aside: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <span className="min-w-0 flex-1 basis-56">{children}</span>{" "}
      <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {aside} <When at={at} />
      </span>
    </li>
  );
}
