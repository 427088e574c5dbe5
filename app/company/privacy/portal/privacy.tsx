import { KEYS_LISTED_DAYS } from "#model/access-keys.ts";
import type { Route } from "./+types/privacy";
import type { RouteHandle } from "#values/page-query.ts";
import { othersOn } from "#company/consent/offered.server.ts";
import { DeclarationList } from "#company/consent/portal/declaration-list.tsx";
import { declaration } from "#model/consent.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { headOf } from "#web/portal/head.ts";
import { useFrame } from "#web/portal/links.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { LegalText } from "./privacy-parts.tsx";
import type { RetentionPeriods } from "#model/privacy/retention.ts";

export const handle: RouteHandle = { query: {} };

/** The platform's Privacy Notice, with this company's own periods: everyone may read it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const { retention, securityMailbox, supportMailbox } = portal.org.customization;
  cacheForEveryone(context, portal);
  const others = othersOn(context, portal.org);
  return {
    facts: privacyFacts(retention, portal.org.name),
    mailbox: securityMailbox ?? supportMailbox,
    services: others === null ? [] : declaration(others),
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return headOf(matches, { title: "Privacy Notice", path: "/legal/privacy" });
}

export default function Privacy({
  loaderData: { facts, mailbox, services },
}: Route.ComponentProps) {
  const { org, portalTitle } = useFrame();
  return (
    <PlainPage
      title="Privacy Notice"
      lead={
        <p className="text-muted">
          What data {org.name}’s {portalTitle} stores about you, and for how long.
        </p>
      }
    >
      <LegalText
        sections={[
          [
            "Who is responsible",
            <p key="1">
              {org.name} decides what is stored here and why.{" "}
              {mailbox === null ? (
                `Ask ${org.name} about it.`
              ) : (
                <>
                  Write to{" "}
                  <a
                    href={`mailto:${mailbox}`}
                    className="text-accent underline underline-offset-2"
                  >
                    {mailbox}
                  </a>
                  .
                </>
              )}
            </p>,
          ],
          [
            "Reading without signing in",
            <p key="2">
              We set no cookies and build no profile. Views and downloads are recorded without your
              name or email. View-only documents are watermarked with your IP address. The server’s
              log includes the IP address of requests that were refused or failed.
            </p>,
          ],
          [
            "Cookies",
            <div key="3" id="cookies" tabIndex={-1} className="scroll-mt-4 space-y-3 outline-none">
              <p>
                We set only strictly necessary, first-party cookies. They hold your session (up to
                30 days), the browser you requested access from (30 days), and a message that is
                shown once. A cookie in each browser you signed in from lasts one year, so that
                other people’s wrong codes don’t lock you out.{" "}
                {services.length > 0 ? "" : "There are no third-party cookies."}
              </p>
              {services.length === 0 ? null : (
                <>
                  <p>
                    {org.name} also uses the services below. Unless strictly necessary, they load
                    only after you allow them, and may then set their own cookies. You can change
                    your choice under “Cookie settings” at the bottom of any page. It is stored in
                    your browser. The services never load on sign-in pages, forms or documents,
                    while you are signed in, or without JavaScript.
                  </p>
                  <DeclarationList services={services} />
                </>
              )}
            </div>,
          ],
          [
            "What is stored, and for how long",
            <dl key="4" className="divide-y divide-line rounded-lg border border-line bg-surface">
              {facts.map(({ what, kept }) => (
                <div key={what} className="grid gap-x-6 gap-y-1 p-4 sm:grid-cols-[3fr_2fr]">
                  <dt>{what}</dt> <dd className="text-muted">{kept}</dd>
                </div>
              ))}
            </dl>,
          ],
          [
            "Who sees it",
            <p key="5">
              People at {org.name} who review access requests, and whoever hosts this site for{" "}
              {org.name}. Email is sent through the host’s mail service. Nothing is sold, and
              nothing goes to the makers of Open Trust Center.
            </p>,
          ],
          [
            "Your rights",
            <p key="6">
              You can ask {org.name} for a copy of your data, and to correct or erase it. Signatures
              and audit entries are then kept under a pseudonym, as evidence. Every update email has
              an unsubscribe link. You can complain to your data protection authority.
            </p>,
          ],
        ]}
      />
    </PlainPage>
  );
}

/** What is kept of a person, and for how long, in words. */
interface PrivacyFact {
  what: string;
  kept: string;
}

/**
 * The rows of the Privacy Notice: everything that the product keeps of people who use a portal,
 * with the company's own periods.
 */
function privacyFacts(periods: RetentionPeriods, orgName: string): PrivacyFact[] {
  const after = (days: number, since: string) =>
    `${days === 1 ? "1 day" : `${days.toLocaleString("en-US")} days`} after ${since}`;
  return [
    {
      what: "Your access request: name, email, company, your other answers, IP address and browser",
      kept: `${after(periods.approvedRequests, "approval")}, or ${after(periods.declinedRequests, "it is declined or withdrawn")}`,
    },
    {
      what: "Your account membership, and your conversations with the team about items",
      kept: "Until erased",
    },
    {
      what: "Sign-in links and the codes that go with them",
      kept: after(periods.signInLinks, "they expire"),
    },
    {
      what: "Sessions, with IP address and browser",
      kept: after(periods.memberSessions, "they end"),
    },
    {
      what: "Keys of your programs: their names, when they were used, and from which networks",
      kept: after(KEYS_LISTED_DAYS, "their end"),
    },
    {
      what: "Your activity: sign-ins, documents viewed or downloaded, pages opened",
      kept: after(periods.events, "it happened"),
    },
    {
      what: "Page views without signing in: a number for each day, and nothing about you",
      kept: "Permanently",
    },
    {
      what: "Watermarks in view-only documents: your name, email and IP address",
      kept: after(periods.traces, "the first view"),
    },
    {
      what: "NDA signatures: name, email, time, IP address and browser",
      kept: "As long as the NDA can be enforced, and under a pseudonym after erasure",
    },
    {
      what: "Emails sent to you",
      kept: `Text: ${after(periods.mailBodies, "sending")}. Record that it was sent: ${after(periods.mails, "sending")}.`,
    },
    {
      what: "Subscriptions to updates: email and categories",
      kept: `While you are subscribed, then ${after(periods.unsubscribed, "you unsubscribe")}, so you aren’t added again. Unconfirmed: ${after(periods.unconfirmedSubscribers, "the last email")}.`,
    },
    {
      what: "Invitations from a colleague: your email and their message",
      kept: "Until erased",
    },
    {
      what: `Blocks and rules on your email address: after a bounce or complaint, or set by ${orgName}`,
      kept: "While they apply, and without your address after erasure",
    },
    {
      what: "Audit log: who did what, and when",
      kept: "Permanently, and under a pseudonym after erasure",
    },
  ];
}
