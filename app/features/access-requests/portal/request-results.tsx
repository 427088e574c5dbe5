import { Link } from "react-router";
import { useFrame } from "../../../portal/links.ts";
import { Actions, BackToPortal, ChangeEmail, useAccess } from "./request-parts.tsx";
import type { OpenAccessDialog } from "./request-state.ts";

/** A request came in and waits for staff. */
export function RequestSent({ state }: { state: OpenAccessDialog }) {
  const { org } = useFrame();
  const { statusHref } = useAccess();
  return (
    <div className="space-y-5">
      <p>
        {org.name} reviews your request; that usually takes{" "}
        {state.decision?.replace(/^within /, "")}.{" "}
        {state.email === null ? (
          "You get an email then."
        ) : (
          <>
            We write to <strong className="break-words font-semibold">{state.email}</strong> then.
          </>
        )}
      </p>
      {state.mayChange ? (
        <p className="text-sm text-muted">
          Something to add?{" "}
          <Link
            to={statusHref("pending-request")}
            preventScrollReset
            data-drawer-link=""
            className="font-medium text-accent underline underline-offset-2"
          >
            Add a note or withdraw the request
          </Link>
        </p>
      ) : null}
      <Actions>
        <BackToPortal look="primary" /> <ChangeEmail />
      </Actions>
    </div>
  );
}

/** The four declined outcomes: the words are the server's. */
export function Declined({ state }: { state: OpenAccessDialog }) {
  const { org, supportMailbox } = useFrame();
  return (
    <div className="space-y-5">
      <p className="whitespace-pre-line">{state.declined}</p>
      {supportMailbox === null ? null : (
        <p className="text-sm text-muted">
          If you think that this is a mistake, write to{" "}
          <a
            href={`mailto:${supportMailbox}`}
            className="font-medium text-accent underline underline-offset-2"
          >
            {supportMailbox}
          </a>
          . What {org.name} publishes for everybody stays open to you.
        </p>
      )}
      <Actions>
        <BackToPortal look="primary" /> <ChangeEmail />
      </Actions>
    </div>
  );
}
