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
    facts: privacyFacts(retention),
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
          What {org.name}'s {portalTitle} keeps of the people who use it, and for how long.
        </p>
      }
    >
      <LegalText
        sections={[
          [
            "Who is responsible",
            <p key="1">
              {org.name} decides what is kept here and why.{" "}
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
              No cookie is set and no profile is made. That a file was viewed or downloaded is noted
              without your name and address; a document that is for viewing alone is marked with
              your network address. The server's log names the network address of requests that were
              refused or that failed.
            </p>,
          ],
          [
            "Cookies",
            <div key="3" id="cookies" tabIndex={-1} className="scroll-mt-4 space-y-3 outline-none">
              <p>
                Only those without which the service can't work
                {services.length > 0 ? "" : ", none of anybody else"}: your session when you are
                signed in (30 days at most), the browser that asked for access (30 days), the
                browser that you have signed in with, so that strangers can't keep you out (a year),
                and a message that is shown once.
              </p>
              {services.length === 0 ? null : (
                <>
                  <p>
                    Beside them {org.name} uses the services below on this site. Those that are not
                    strictly necessary are loaded once you allow it, and can set cookies of their
                    own then; ‘Cookie settings’ at the end of each page changes it. What you chose
                    is kept in your browser. Without scripts none of them is loaded, and none where
                    you sign in, fill in a form or read a document, nor while you are signed in.
                  </p>
                  <DeclarationList services={services} />
                </>
              )}
            </div>,
          ],
          [
            "What is kept, and for how long",
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
              The people of {org.name} who decide about access, and whoever runs this installation
              for {org.name}. Mail goes through the mail service that the installation uses. Nothing
              is sold, and nothing goes to the makers of Open Trust Center.
            </p>,
          ],
          [
            "Your rights",
            <p key="6">
              You can ask {org.name} for a copy of everything that is kept of you, to correct it,
              and to erase it. Signatures and the audit stay then under a pseudonym, because they
              are proof. Every mail of updates has a link that ends them. You can complain to your
              data protection authority.
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
function privacyFacts(periods: RetentionPeriods): PrivacyFact[] {
  const after = (days: number, since: string) =>
    `${days === 1 ? "1 day" : `${days.toLocaleString("en-US")} days`} from ${since}`;
  return [
    {
      what: "Your request: name, address, company, what else the form asks, the network address and the browser",
      kept: `${after(periods.approvedRequests, "an approval")}; ${after(periods.declinedRequests, "a refusal or withdrawal")}`,
    },
    {
      what: "Your membership of an account, and what you and the team wrote to each other about items",
      kept: "Until it is erased",
    },
    {
      what: "Sign-in links and the codes that go with them",
      kept: after(periods.signInLinks, "their end"),
    },
    {
      what: "Sessions, with network address and browser",
      kept: after(periods.memberSessions, "their end"),
    },
    {
      what: "That you signed in, which documents you viewed or downloaded, and what else you opened on the portal",
      kept: after(periods.events, "the day it happened"),
    },
    {
      what: "The mark in documents that are for viewing alone: your name, address and network address",
      kept: after(periods.traces, "the first view"),
    },
    {
      what: "A signature under an NDA: name, address, time, network address and browser",
      kept: "As long as the NDA may be claimed; under a pseudonym after erasure",
    },
    {
      what: "Emails that were sent to you",
      kept: `Its text ${after(periods.mailBodies, "the sending")}; that it was sent ${after(periods.mails, "the sending")}`,
    },
    {
      what: "A subscription to updates: address and categories",
      kept: `While you subscribe; ${after(periods.unsubscribed, "the end of it")}, so that nobody adds you again; ${after(periods.unconfirmedSubscribers, "the last email")} when it is not confirmed`,
    },
    {
      what: "That a colleague invited you: your address, and what they wrote to you",
      kept: "Until it is erased",
    },
    {
      what: "That mail must not go to your address, or that a rule is about it: after a bounce, a complaint, or by staff's choice",
      kept: "While it is so; without the address after erasure",
    },
    {
      what: "The audit: who did what, and when",
      kept: "For good; under a pseudonym after erasure",
    },
  ];
}
