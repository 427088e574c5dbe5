import type { Route } from "./+types/account-page";
import { listMemberSessions } from "#auth/store/member-sessions.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { browserName } from "#values/browser-name.ts";
import { lastDay } from "#values/dates.ts";
import { formatMoment } from "#values/moments.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { formFailed } from "#web/forms/form.ts";
import { pressed, refusedOr } from "#web/forms/page-buttons.ts";
import { listTokens } from "#company/partners/store/partners.server.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { shownTokens } from "#web/ui/partner-tokens.tsx";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { unlistedHead } from "#web/portal/head.ts";
import { portalRequest, type PortalRequest } from "#web/portal/scope.ts";
import { allVisitsOf, lastVisitBefore } from "#visibility/changes/store/visits.server.ts";
import { dayWords } from "#model/changes.ts";
import { currentSession, handleOf, MEMBER_CHANGES, ownMembers, ownOf } from "./account-changes.ts";
import { MEMBER_BUTTONS } from "../forms/account-forms.ts";
import { requestsOpen } from "#access/access-requests/forms/access-request.ts";
import { DocumentsPanel } from "./documents-panel.tsx";
import { ownRecords } from "./own-records.ts";
import {
  ColleaguesPanel,
  QuestionnairesPanel,
  QuestionsPanel,
  ReadsPanel,
  RequestsPanel,
  SubscriptionPanel,
} from "./record-panels.tsx";
import {
  AccessPanel,
  CalendarPanel,
  KeysPanel,
  SessionsPanel,
  TokensPanel,
} from "./account-panels.tsx";
import { VisitsPanel, type OwnVisit } from "./visits-panel.tsx";

/** A member's own page: what the account may see, and where the person is signed in. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const own = ownOf(context, request, "/my-account");
  const { store, now } = context.get(servicesContext);
  const { org, viewer } = own;
  const portal = await portalRequest(context, request, {});
  const ids = (await ownMembers(own)).map(({ id }) => id);
  const current = await currentSession(own);
  const sessions = await listMemberSessions(store.read, org.id, ids, now());
  const tokens = await listTokens(store.read, org.id, { memberIds: ids }, now());
  return {
    failed: formFailed(context),
    person: {
      name: `${viewer.member.firstName} ${viewer.member.lastName}`.trim(),
      email: viewer.member.email,
      account: viewer.account.name,
    },
    grants: portal.products.flatMap((product) => {
      const grant = viewer.grants.find((candidate) => candidate.productId === product.id);
      if (grant === undefined) return [];
      const nda = !grant.ndaRequired
        ? ("none" as const)
        : grant.ndaPassed
          ? ("signed" as const)
          : ("due" as const);
      return [
        {
          product: product.name,
          until:
            grant.expiresAt === null
              ? null
              : { iso: grant.expiresAt, text: lastDay(grant.expiresAt, org.timeZone) },
          nda,
        },
      ];
    }),
    visits: await ownVisits(portal),
    mayAsk: viewer.grants.length > 0 && requestsOpen(org.customization),
    mayAskLonger:
      org.customization.accessRequestsEnabled &&
      (viewer.account.expired || viewer.grants.some(({ expiresAt }) => expiresAt !== null)),
    ended: viewer.account.expired,
    records: await ownRecords(own, portal, ids),
    tokens: shownTokens(tokens, org.timeZone, now()),
    hasKeys: org.customization.memberKeysEnabled,
    sessions: sessions.map(({ tokenHash, userAgent, ip, host, lastSeenAt }) => ({
      handle: handleOf(tokenHash),
      browser: browserName(userAgent),
      ip,
      host: host === context.get(hostContext).host ? null : host,
      lastSeen: { iso: lastSeenAt, text: formatMoment(lastSeenAt, org.timeZone) },
      current: tokenHash === current,
    })),
  };
}

/** The products that the member was on before today, with the day of their last visit. */
async function ownVisits({ org, viewer, products, scope }: PortalRequest): Promise<OwnVisit[]> {
  if (viewer.mode !== "accountExternal") return [];
  const found = await allVisitsOf(scope.db, org.id, viewer.member.id);
  return products.flatMap(({ id, name, slug, isDefault }) => {
    const day = lastVisitBefore(found.get(id) ?? null, scope.clock.today);
    if (day === null) return [];
    const words = dayWords(day, scope.clock.today);
    return [{ product: name, slug: isDefault ? null : slug, day, words }];
  });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return unlistedHead(matches, {
    title: `${loaderData?.failed ? "Error: " : ""}My account`,
    path: "/my-account",
  });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export const handle: RouteHandle = { button: MEMBER_BUTTONS };

export async function action(args: Route.ActionArgs) {
  const own = ownOf(args.context, args.request, "/my-account");
  return refusedOr(await pressed(args, MEMBER_CHANGES, own));
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { person, grants, sessions, tokens, records } = loaderData;
  return (
    <PlainPage
      title="My account"
      lead={
        <p className="text-muted">
          {[person.name, person.email, person.account].filter(Boolean).join(", ")}
        </p>
      }
    >
      <ErrorSummary errors={actionData?.result.error?.[""] ?? []} fields={[]} />
      <AccessPanel
        grants={grants}
        ended={loaderData.ended}
        mayAskLonger={loaderData.mayAskLonger}
      />
      <DocumentsPanel open={records.open} openIn={records.openIn} mayAsk={loaderData.mayAsk} />
      <QuestionnairesPanel releases={records.releases} sends={records.sends} />
      <RequestsPanel requests={records.requests} />
      <VisitsPanel visits={loaderData.visits} />
      <QuestionsPanel questions={records.questions} />
      <ReadsPanel reads={records.reads} />
      <ColleaguesPanel invitations={records.invitations} />
      <SubscriptionPanel preferences={records.preferences} />
      {tokens.length === 0 ? null : <TokensPanel tokens={tokens} />}
      {loaderData.hasKeys ? (
        <>
          <KeysPanel />
          <CalendarPanel />
        </>
      ) : null}
      <SessionsPanel sessions={sessions} />
    </PlainPage>
  );
}
