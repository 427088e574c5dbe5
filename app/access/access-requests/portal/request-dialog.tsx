import type { ReactNode } from "react";
import { Dialog } from "#web/ui/dialog.tsx";
import { useFrame, usePortalHref, useProductHref, useProductQuery } from "#web/portal/links.ts";
import { CheckEmail } from "./check-email.tsx";
import { TermsWords } from "#company/privacy/portal/privacy-parts.tsx";
import {
  useAccess,
  Actions,
  AccessFormElement,
  BackToPortal,
  ChangeEmail,
  AskedItem,
  formErrors,
  refusedOf,
  Tabs,
} from "./request-parts.tsx";
import { Pending } from "./pending.tsx";
import { RequestTab, WISH } from "./request-tab.tsx";
import type { AccessPart, OpenAccessDialog } from "./request-state.ts";
import { Link } from "react-router";
import { buttonClass, Button } from "#web/ui/button.tsx";
import { byInvitation } from "#model/access-requests/access-outcomes.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { getFormProps, useForm } from "@conform-to/react";
import { areaField, textField } from "#web/forms/fields.ts";
import { AreaField } from "#web/ui/choice-field.tsx";
import { TextField } from "#web/ui/field.tsx";

/** The dialog of asking for access that the address opens; it stands over a drawer, too. */
export function AccessDialog() {
  const { accessDialog } = useFrame<AccessPart>();
  return accessDialog === null ? null : <Open state={accessDialog} />;
}

function Open({ state }: { state: OpenAccessDialog }) {
  const { closeHref, title } = useAccess();
  return (
    <Dialog closeHref={closeHref} title={title} scrolls reloads={state.elsewhere}>
      {state.invitationEnded && (state.kind === "request" || state.kind === "login") ? (
        <InvitationEnded asks={state.kind === "request"} />
      ) : null}
      {BODIES[state.kind](state)}
    </Dialog>
  );
}

/** The link of an invitation that was altered, has ended, or is for another portal. */
function InvitationEnded({ asks }: { asks: boolean }) {
  return (
    <p
      role="status"
      className="mb-5 rounded-md border border-yellow bg-yellow-soft p-4 text-sm text-yellow"
    >
      This invitation is no longer valid.{" "}
      {asks
        ? "You can still request access without it."
        : "Ask the person who sent it for a new one."}
    </p>
  );
}

const BODIES: Readonly<Record<OpenAccessDialog["kind"], (state: OpenAccessDialog) => ReactNode>> = {
  login: (state) => <LoginTab state={state} />,
  request: (state) => <RequestTab state={state} />,
  "request-sent": (state) => <RequestSent state={state} />,
  "check-email": (state) => <CheckEmail state={state} />,
  "access-expired": (state) => <Expired state={state} />,
  "request-declined": (state) => <Declined state={state} />,
  "pending-request": (state) => <Pending state={state} />,
  welcome: (state) => <Welcome state={state} />,
};

/** The first time that somebody signs in: what going on means, and where it leads. */
function Welcome({ state }: { state: OpenAccessDialog }) {
  const { org, base } = useFrame();
  return (
    <div className="space-y-5">
      <p>
        You are signed in. You can now open everything {org.name} shares with you. Your account menu
        is at the top right.
      </p>
      <p className="text-sm text-muted">
        By proceeding you agree to <TermsWords terms={state.terms} />.
      </p>
      <Actions>
        <Link
          to={state.redirectTo === "/" ? base || "/" : `${base}${state.redirectTo}`}
          reloadDocument
          className={buttonClass("primary")}
        >
          Let's Go
        </Link>
      </Actions>
    </div>
  );
}

/** Access ended by time; one button asks for more of it. */
function Expired({ state }: { state: OpenAccessDialog }) {
  const { org, portalTitle } = useFrame();
  const { mayExtend } = state;
  const [form, fields] = useForm<{ note: string }>({
    id: "access-extend",
    lastResult: refusedOf(state, "extend"),
    defaultValue: { note: state.wish },
    constraint: state.constraints.extend,
  });
  return (
    <AccessFormElement
      button="extend"
      {...getFormProps(form, { ariaAttributes: false })}
      className="space-y-5"
    >
      <ErrorSummary errors={form.errors} fields={[fields.note]} />
      <p>
        {state.email === null ? (
          "Your access"
        ) : (
          <>
            <strong className="break-words font-semibold">{state.email}</strong>’s access
          </>
        )}{" "}
        to {org.name}’s {portalTitle} has ended.{" "}
        {mayExtend ? `You can ask ${org.name} to extend it.` : byInvitation(org.name)}
      </p>
      {mayExtend ? (
        <AreaField {...areaField(fields.note)} label={WISH} hint="Optional." rows={2} />
      ) : null}
      <Actions>
        {mayExtend ? <Button>Request access</Button> : null} <BackToPortal />{" "}
        {state.isMember ? null : <ChangeEmail />}
      </Actions>
    </AccessFormElement>
  );
}

/** A request came in and waits for staff. */
function RequestSent({ state }: { state: OpenAccessDialog }) {
  const { org } = useFrame();
  const { statusHref } = useAccess();
  return (
    <div className="space-y-5">
      <p>
        {org.name} is reviewing your request. This usually takes{" "}
        {state.decision?.replace(/^within /, "")}.{" "}
        {state.email === null ? (
          "We’ll email you when it’s decided."
        ) : (
          <>
            We’ll email <strong className="break-words font-semibold">{state.email}</strong> when
            it’s decided.
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
            Add a note or withdraw your request
          </Link>
        </p>
      ) : null}
      <Meanwhile documents={state.hasOpenDocuments} />
      <Actions>
        <BackToPortal look="primary" /> <ChangeEmail />
      </Actions>
    </div>
  );
}

/** What there is to read while a request waits. */
function Meanwhile({ documents }: { documents: boolean }) {
  const { has, subscribe, hasGrant } = useFrame();
  const href = usePortalHref();
  const productHref = useProductHref();
  const product = useProductQuery();
  const links = [
    ...(documents
      ? [
          {
            label: hasGrant ? "See the documents you can open" : "Read the public documents",
            to: productHref(
              "",
              { ...(hasGrant ? { open: "true" } : { documents: "public" }), show: "documents" },
              "documents",
            ),
          },
        ]
      : []),
    ...(has.faq
      ? [{ label: "Read the frequently asked questions", to: href("/faq", product) }]
      : []),
    ...(subscribe
      ? [{ label: "Get updates by email", to: productHref("", { subscribe: "true" }) }]
      : []),
  ];
  if (links.length === 0) return null;
  return (
    <div className="border-t border-line pt-4">
      <h3 className="text-sm font-medium">While you wait</h3>
      <ul className="mt-1">
        {links.map(({ label, to }) => (
          <li key={label}>
            <Link
              to={to}
              className="inline-block py-1 text-sm text-accent underline underline-offset-2"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The four declined outcomes: the words are the server's. */
function Declined({ state }: { state: OpenAccessDialog }) {
  const { org, supportMailbox } = useFrame();
  return (
    <div className="space-y-5">
      <p className="whitespace-pre-line">{state.declined}</p>
      {supportMailbox === null ? null : (
        <p className="text-sm text-muted">
          If you think this is a mistake, email{" "}
          <a
            href={`mailto:${supportMailbox}`}
            className="font-medium text-accent underline underline-offset-2"
          >
            {supportMailbox}
          </a>
          . You can still read everything {org.name} makes public.
        </p>
      )}
      <Actions>
        <BackToPortal look="primary" />
      </Actions>
    </div>
  );
}

/** What a stranger needs to know: this tab is not for members alone. */
const NEW_HERE = "New here? A short request form comes next.";

/** Reclaiming access: an address, and a link comes by mail. */
function LoginTab({ state }: { state: OpenAccessDialog }) {
  const { org } = useFrame();
  const result = refusedOf(state, "login");
  const [form, fields] = useForm<{ email: string }>({
    id: "access-login",
    lastResult: result,
    defaultValue: { email: state.email },
    constraint: state.constraints.login,
  });
  return (
    <>
      {state.requestsOpen ? <Tabs current="login" /> : null}
      <AccessFormElement
        button="login"
        {...getFormProps(form, { ariaAttributes: false })}
        className="space-y-5"
      >
        {/* Members ask for more by forms of their own, until nobody may ask any more. */}
        <ErrorSummary
          errors={[
            ...(form.errors ?? []),
            ...formErrors(state, "ask-more"),
            ...formErrors(state, "ask-longer"),
          ]}
          fields={[fields.email]}
        />
        <AskedItem state={state} />
        <p className="text-muted">To get started, please enter your email</p>
        <TextField
          {...textField(fields.email)}
          type="email"
          label="Email"
          hint={state.leadsToForm ? NEW_HERE : undefined}
          autoComplete="email"
          maxLength={320}
          autoFocus={result === null}
        />
        <input type="hidden" name="productId" value={state.productId} />
        <Actions>
          <Button>Continue</Button> <BackToPortal look="quiet" />
        </Actions>
      </AccessFormElement>
      {state.staffSignIn === null ? null : (
        <p className="mt-6 border-t border-line pt-4 text-sm text-muted">
          Do you work at {org.name}?{" "}
          <a
            href={state.staffSignIn}
            className="font-medium text-accent underline underline-offset-2"
          >
            Log into {org.name}'s workspace
          </a>
        </p>
      )}
    </>
  );
}
