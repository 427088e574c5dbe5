import type { Route } from "./+types/privacy";
import { privacyFacts } from "../rules/privacy-notice.ts";
import type { RouteHandle } from "../../../values/page-query.ts";
import { othersOn } from "../../consent/offered.server.ts";
import { DeclarationList } from "../../consent/portal.declaration-list.tsx";
import { declaration } from "../../consent/rules.ts";
import { PlainPage } from "../../../portal/frame/plain-page.tsx";
import { headOf } from "../../../portal/head.ts";
import { useFrame } from "../../../portal/links.ts";
import { cacheForEveryone, portalRequest } from "../../../portal/scope.ts";
import { LegalText } from "./privacy-parts.tsx";

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
