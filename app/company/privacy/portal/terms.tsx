import type { Route } from "./+types/terms";
import type { RouteHandle } from "#values/page-query.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { headOf } from "#web/portal/head.ts";
import { useFrame } from "#web/portal/links.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { LegalText, PageLink } from "./privacy-parts.tsx";

export const handle: RouteHandle = { query: {} };

/** The platform's Terms of Service, which people agree to: everyone may read them. */
export async function loader({ context, request }: Route.LoaderArgs) {
  cacheForEveryone(context, await portalRequest(context, request, {}));
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  return headOf(matches, { title: "Terms of Service", path: "/legal/terms" });
}

export default function Terms() {
  const { org, portalTitle } = useFrame();
  return (
    <PlainPage
      title="Terms of Service"
      lead={
        <p className="text-muted">
          For everyone who reads {org.name}’s {portalTitle}, which runs on Open Trust Center.
        </p>
      }
    >
      <LegalText
        sections={[
          [
            "What this is",
            <p key="1">
              {org.name} publishes what it does for security, privacy and compliance here. Open
              Trust Center is the software that shows it. The content belongs to {org.name}. The
              software adds nothing to it and doesn’t check it.
            </p>,
          ],
          [
            "What you may do",
            <p key="2">
              You may read what is open to you and use it to judge whether {org.name} suits you or
              those you advise. Use documents you receive on request only for that purpose. Don’t
              publish them, and share them only with people who need them for it. If you signed an
              NDA, the NDA takes precedence.
            </p>,
          ],
          [
            "Your access",
            <p key="3">
              Access is personal. Don’t share or forward sign-in links. Give your real name and
              employer. {org.name} decides who gets access, to what, and for how long, and can end
              it at any time. You can stop using it at any time.
            </p>,
          ],
          [
            "What is not allowed",
            <p key="4">
              Don’t try to reach content you have no access to, disrupt the service, scrape it,
              remove watermarks from documents or submit harmful content.
            </p>,
          ],
          [
            "No warranty",
            <p key="5">
              Content is provided as is and may change without notice. The service may be
              interrupted. {org.name}’s obligations to you come from your contract and the law.
              Nothing here limits your legal rights.
            </p>,
          ],
          [
            "Your data",
            <p key="6">
              See the <PageLink to="/legal/privacy">Privacy Notice</PageLink>.
            </p>,
          ],
        ]}
      />
    </PlainPage>
  );
}
