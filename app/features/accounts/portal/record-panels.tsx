import type { ReactNode } from "react";
import { Link } from "react-router";
import { useFrame, usePortalHref } from "../../../portal/links.ts";
import { buttonClass, ButtonLink } from "../../../ui/button.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { When } from "../../../ui/when.tsx";
import type { Moment } from "../../../values/moments.ts";
import type { OwnRecords } from "./own-records.ts";

/** What is open to the person now, and the ways to it. */
export function DocumentsPanel({
  open,
  bulk,
  mayAsk,
}: {
  open: number;
  bulk: boolean;
  mayAsk: boolean;
}) {
  const href = usePortalHref();
  return (
    <Panel id="open-documents" title="Documents">
      <p>{open === 1 ? "1 document is open to you." : `${open} documents are open to you.`}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        {open === 0 ? null : (
          <>
            <ButtonLink to={`${href("", { open: "true", show: "documents" })}#documents`}>
              See your documents
            </ButtonLink>{" "}
          </>
        )}
        {bulk ? (
          <>
            <ButtonLink to={href("/bulk-download")} look="secondary">
              Download all
            </ButtonLink>{" "}
          </>
        ) : null}
        {mayAsk ? (
          <ButtonLink to={href("", { requestAccess: "true", source: "account" })} look="secondary">
            Ask for more or for longer
          </ButtonLink>
        ) : null}
      </p>
    </Panel>
  );
}

/** What the person opened or took along, the newest first. */
export function ReadsPanel({ reads }: { reads: OwnRecords["reads"] }) {
  if (reads.length === 0) return null;
  return (
    <Panel id="reads" title="What you opened">
      <Rows>
        {reads.map(({ id, at, did, document }) => (
          <Row key={id} at={at} aside={did}>
            {document === null ? (
              <span className="text-muted">A document that isn’t open to you now</span>
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
                tone={status === "Approved" ? "green" : status === "Waiting" ? "yellow" : "neutral"}
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

/** The items about which the person asked something. */
export function QuestionsPanel({ questions }: { questions: OwnRecords["questions"] }) {
  if (questions.length === 0) return null;
  return (
    <Panel id="questions" title="Your questions">
      <Rows>
        {questions.map(({ title, href, at, answered }) => (
          <Row
            key={href}
            at={at}
            aside={
              <Tag tone={answered ? "green" : "yellow"}>{answered ? "Answered" : "Waiting"}</Tag>
            }
          >
            <a href={href} className={LINK}>
              {title}
            </a>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

/** Colleagues whom the person invited, and the way to invite more. */
export function ColleaguesPanel({ invitations }: { invitations: OwnRecords["invitations"] }) {
  const href = usePortalHref();
  return (
    <Panel id="colleagues" title="Colleagues">
      {invitations.length === 0 ? (
        <p className="text-muted">You haven’t invited anybody yet.</p>
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

const LINK =
  "inline-block py-0.5 text-accent underline underline-offset-2 [overflow-wrap:anywhere]";

function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-3 text-lg font-semibold">
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
