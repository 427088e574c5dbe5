import type { Route } from "./+types/account-page";
import {
  type ActivityRow,
  recentActivity,
  grantRows,
  membersOf,
  notesOf,
} from "#auth/accounts/store/account-detail.server.ts";
import { accountOptions } from "#auth/accounts/store/account-options.server.ts";
import { findAccount } from "#auth/accounts/store/accounts.server.ts";
import { ACCOUNT_SEARCH } from "#web/ui/account-search.tsx";
import { grantsInForce } from "#auth/accounts/store/grants.server.ts";
import type { Reader } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import {
  ACCOUNT_BUTTONS,
  type AccountButton,
  addMemberSchema,
  giveSchema,
  mergeSchema,
  noteSchema,
  renameSchema,
} from "../forms/account-forms.ts";
import { formatDate, lastDay } from "#values/dates.ts";
import { formatMoment, momentOf } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { formFailed, notFound } from "#web/forms/form.ts";
import { pressed, refusedOr } from "#web/forms/page-buttons.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { listMemberKeys } from "#auth/access-keys/store/member-keys.server.ts";
import { MEMBER_SCOPES } from "#model/access-keys.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { KeyTable } from "#web/keys/key-table.tsx";
import { shownKey, type ShownKey } from "#web/keys/shown-key.ts";
import { listTokens } from "#company/partners/store/partners.server.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TokenTable, shownTokens } from "#web/ui/partner-tokens.tsx";
import { grantChoices } from "#access/access-requests/staff/grant-choices.ts";
import { ACCOUNT_CHANGES } from "./account-changes.ts";
import { GrantsPanel } from "./grants-panel.tsx";
import { MembersPanel } from "./members-panel.tsx";
import { NotesPanel } from "./notes-panel.tsx";
import { OwnPanel } from "./own-panel.tsx";
import { StateTag } from "./state-tag.tsx";
import { Button } from "#web/ui/button.tsx";
import { eventWords } from "#tenancy/visitor-events/rules/visitor-events.ts";
import { OnceField } from "#web/ui/once-field.tsx";

const SHOWN_EVENTS = 20;

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.account.name ?? "Account", loaderData?.failed) }];
}

export const handle: RouteHandle = { button: ACCOUNT_BUTTONS };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** The account of an address, for who may change it. @throws 404 */
async function accountAt({ context, params }: Route.LoaderArgs | Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { read } = context.get(servicesContext).store;
  const account = await findAccount(read, org.id, params.accountId);
  if (account === null) throw notFound();
  return { org, session, account };
}

export async function loader(args: Route.LoaderArgs) {
  const { org, account } = await accountAt(args);
  const { context, url } = args;
  const { store, now } = context.get(servicesContext);
  const told = (iso: string | null) => (iso === null ? null : momentOf(iso, now(), org.timeZone));
  const when = (iso: string | null) => (iso === null ? null : formatMoment(iso, org.timeZone));
  const { grants, expired } = await grantsInForce(store.read, org.id, account.id, now());
  const state =
    account.reviewStatus === "approved"
      ? expired && grants.length === 0
        ? ("expired" as const)
        : ("active" as const)
      : account.reviewStatus;
  return {
    account: {
      id: account.id,
      name: account.name,
      since: formatDate(account.createdAt, org.timeZone),
      state,
    },
    orgSlug: org.slug,
    members: (await membersOf(store.read, org.id, account.id)).map((member) => ({
      ...member,
      lastSignIn: told(member.signedInAt),
      signed: told(member.signedAt),
    })),
    grants: (await grantRows(store.read, org.id, account.id, now())).map((grant) => ({
      ...grant,
      until: grant.expiresAt === null ? null : lastDay(grant.expiresAt, org.timeZone),
      given: when(grant.grantedAt),
    })),
    notes: (await notesOf(store.read, org.id, account.id)).map((note) => ({
      ...note,
      when: when(note.createdAt),
    })),
    activity: (await recentActivity(store.read, org.id, account.id, SHOWN_EVENTS)).map((event) => ({
      ...event,
      when: when(event.at),
    })),
    others: await accountOptions(store.read, org.id, url.searchParams.get(ACCOUNT_SEARCH) ?? "", {
      except: account.id,
    }),
    tokens: shownTokens(
      await listTokens(store.read, org.id, { accountId: account.id }, now()),
      org.timeZone,
      now(),
    ),
    keys: await keysOf(store.read, org, account.id, now()),
    constraints: {
      rename: formConstraint(renameSchema),
      member: formConstraint(addMemberSchema),
      give: formConstraint(giveSchema),
      note: formConstraint(noteSchema),
      merge: formConstraint(mergeSchema),
    },
    choices: await grantChoices(store.read, org, now()),
    failed: formFailed(context),
  };
}

/** The keys of the account's members, as their table shows them. */
async function keysOf(
  db: Reader,
  org: Pick<Org, "id" | "timeZone">,
  accountId: string,
  now: Date,
): Promise<ShownKey[]> {
  const keys = await listMemberKeys(db, org.id, { accountId }, now);
  if (keys.length === 0) return [];
  const products = await listProducts(db, org.id);
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const showing = { labels: MEMBER_SCOPES, names, timeZone: org.timeZone, now };
  return keys.map((key) => shownKey(key, { name: key.email, about: null }, showing));
}

export async function action(args: Route.ActionArgs) {
  const { account, ...staff } = await accountAt(args);
  const page = `/accounts/${account.id}`;
  const desk = { ...staff, context: args.context, accountId: account.id, page };
  return refusedOr(await pressed(args, ACCOUNT_CHANGES, desk));
}

export default function AccountDetail({ loaderData, actionData }: Route.ComponentProps) {
  const {
    account,
    orgSlug,
    members,
    grants,
    notes,
    activity,
    others,
    choices,
    tokens,
    keys,
    constraints,
  } = loaderData;
  const resultOf = (button: AccountButton) =>
    actionData?.button === button ? actionData.result : null;
  const stray =
    actionData !== undefined &&
    (actionData.button === null ||
      ["remove-member", "end-grant", "revoke", "revoke-token", "revoke-key"].includes(
        actionData.button,
      ))
      ? Object.values(actionData.result.error ?? {}).flatMap((errors) => errors ?? [])
      : [];
  return (
    <>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold tracking-tight break-words">{account.name}</h1>
          <p className="mt-2 text-muted">
            <StateTag state={account.state} /> since {account.since}
          </p>
        </div>{" "}
        <a href={`/${orgSlug}?accountId=${account.id}`} className="text-accent underline">
          Preview as this account
        </a>
      </div>
      <ErrorSummary errors={stray} fields={[]} />
      <div className="grid gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-12">
          <MembersPanel
            members={members}
            constraint={constraints.member}
            result={resultOf("add-member")}
          />
          <GrantsPanel
            grants={grants}
            choices={choices}
            constraint={constraints.give}
            result={resultOf("give")}
          />
          {tokens.length === 0 ? null : (
            <section aria-labelledby="tokens-title">
              <h2 id="tokens-title" className="mb-4 text-lg font-semibold">
                Data sent to TPRM tools
              </h2>
              <TokenTable tokens={tokens} columns={["partner", "member"]} />
            </section>
          )}
          {keys.length === 0 ? null : (
            <section aria-labelledby="keys-title">
              <h2 id="keys-title" className="mb-4 text-lg font-semibold">
                Members’ keys
              </h2>
              <KeyTable keys={keys} people="Member" button="revoke-key" />
            </section>
          )}
          <ActivityPanel accountId={account.id} activity={activity} />
        </div>
        <div className="min-w-0 space-y-12">
          <NotesPanel notes={notes} constraint={constraints.note} result={resultOf("note")} />
          <OwnPanel
            account={account}
            others={others}
            renamed={resultOf("rename")}
            merged={resultOf("merge")}
            constraints={constraints}
            hasGrants={grants.length > 0}
          />
        </div>
      </div>
    </>
  );
}

/** What the account's people did of late, and the whole log as a file. */
function ActivityPanel({
  accountId,
  activity,
}: {
  accountId: string;
  activity: readonly (ActivityRow & { documents: number; when: string | null })[];
}) {
  return (
    <section aria-labelledby="activity-title">
      <h2 id="activity-title" className="mb-4 text-lg font-semibold">
        Activity
      </h2>
      {activity.length === 0 ? (
        <p className="text-muted">
          No activity yet. Members’ sign-ins, views, downloads and searches appear here.
        </p>
      ) : (
        <>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {activity.map((event) => (
              <li key={event.id} className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-3 text-sm">
                <span className="min-w-0 grow">
                  {eventWords(event)}{" "}
                  <span className="block break-all text-muted">{event.email}</span>
                </span>{" "}
                <time dateTime={event.at} className="text-muted">
                  {event.when}
                </time>
              </li>
            ))}
          </ul>
          <form
            method="post"
            noValidate
            action={`/accounts/${accountId}/activity.csv`}
            className="mt-4"
          >
            <OnceField />
            <Button look="secondary">Export the access log (CSV)</Button>
          </form>
        </>
      )}
    </section>
  );
}
