import { data } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/account-page";
import { DIGESTED_KINDS, notificationChoiceSchema } from "#model/notifications.ts";
import { mutedKinds, paceOf } from "#company/notifications/store/notifications.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import type { ClosedOrg, StaffSession } from "#model/auth/staff-session.ts";
import { listSessions, type StaffListedSession } from "#auth/store/session-list.server.ts";
import type { Reader } from "#db/store.ts";
import { findStaff } from "#auth/store/staff.server.ts";
import { listPasskeys, MOST_PASSKEYS } from "#auth/store/passkeys.server.ts";
import { countRecoveryCodes } from "#auth/store/staff-totp.server.ts";
import { type Services, servicesContext } from "#platform/context.ts";
import { askedOnce } from "#platform/http/request/asked-once.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import type { RouteHandle } from "#values/page-query.ts";
import {
  ACCOUNT_BUTTONS,
  type AccountButton,
  addPasskeySchema,
  beginPasskeySchema,
  changePasswordSchema,
  confirmPasswordSchema,
  enrolSchema,
  leaveTeamSchema,
  removePasskeySchema,
  sessionHandleSchema,
} from "#model/auth/forms/staff-forms.ts";
import { type Accepted, formFailed } from "#web/forms/form.ts";
import { NO_FIELDS, type PageButton, pageButton, pressed } from "#web/forms/page-buttons.ts";
import { actorOf, requireSession } from "#auth/current-staff.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { browserName } from "#values/browser-name.ts";
import { AccountForm, CURRENT_PASSWORD, FoldedForm, type Refused } from "../account/form.tsx";
import { type Change, type ChangeAnswer, withPassword } from "../account/change.ts";
import { LeavePanel } from "../account/leave-panel.tsx";
import { changePassword } from "../account/password-change.ts";
import { chooseMail, offeredMail } from "../account/mail-choice.ts";
import { type MailChoice, MailPanel } from "../account/mail-panel.tsx";
import { endSession, sessionHandle, signOutEverywhere } from "../account/session-changes.ts";
import {
  beginEnrolment,
  confirmEnrolment,
  disableTwoFactor,
  renewCodes,
} from "../account/two-factor-changes.ts";
import { type TwoFactor, TwoFactorPanel } from "../account/two-factor-panel.tsx";
import { passkeySite } from "../passkeys/ceremony.ts";
import { beginPasskey, confirmPasskey, dropPasskey } from "../passkeys/passkey-changes.ts";
import { PasskeyPanel, type ShownPasskey } from "../passkeys/passkey-panel.tsx";
import { qrCode, totpSetup } from "./totp.ts";
import { SessionList, type ShownSession } from "#web/ui/session-list.tsx";
import { Panel } from "../account/panel.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { ROLE_WORDS } from "#model/team.ts";
import { KEY_PAGES } from "#model/access-keys.ts";
import { leaveTeam } from "#staff/team/store/team.server.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "#model/auth/permissions.ts";

export const handle: RouteHandle = { button: ACCOUNT_BUTTONS };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Your account", loaderData?.failed) }];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context }: Route.LoaderArgs) {
  const session = requireSession(context);
  const services = context.get(servicesContext);
  const { read } = services.store;
  const sessions = await listSessions(read, session.staff.id, services.now());
  const org = session.orgId === null ? null : await askedOnce(context, findOrg, session.orgId);
  return {
    you: youOf(session),
    failed: formFailed(context),
    closed: session.closed.map(({ orgId, name, why }) => ({ orgId, name, why })),
    team: org === null ? null : { orgId: org.id, orgName: org.name },
    mail: org === null ? null : await mailOf(read, session, org),
    twoFactor: await twoFactorOf(services, session),
    mostPasskeys: MOST_PASSKEYS,
    passkeys: await passkeysOf(services, session, org?.timeZone ?? "UTC"),
    sessions: sessions.map((listed) => shownSession(listed, session, org?.timeZone ?? "UTC")),
  };
}

/** Who is signed in, where they are on the team, and what they run. */
function youOf({ staff, roles, orgId, onlyOrgId, ownsInstallation }: StaffSession) {
  return {
    name: staff.name,
    email: staff.email,
    roles: roles.map((role) => ({
      orgId: role.orgId,
      name: role.name,
      portal: `/${role.slug}`,
      role: role.role,
      isHere: role.orgId === orgId,
    })),
    runsInstallation: onlyOrgId === null && ownsInstallation,
  };
}

function shownSession(
  listed: StaffListedSession,
  session: StaffSession,
  timeZone: string,
): ShownSession {
  const { tokenHash, userAgent, ip, lastSeenAt, method, providerAuthAt, providerLevel } = listed;
  const signedIn =
    providerAuthAt === null ? "" : `, signed in there ${formatMoment(providerAuthAt, timeZone)}`;
  const level = providerLevel === null ? "" : `, level ${providerLevel}`;
  return {
    handle: sessionHandle(tokenHash),
    browser: browserName(userAgent),
    ip,
    lastSeen: { iso: lastSeenAt, text: formatMoment(lastSeenAt, timeZone) },
    provided: method === "single-sign-on" ? `Single sign-on${signedIn}${level}` : null,
    current: tokenHash === session.tokenHash,
  };
}

const BUTTONS: Readonly<Record<AccountButton, PageButton<Change, ChangeAnswer>>> = {
  "change-password": withPassword(changePasswordSchema, changePassword),
  "begin-totp": withPassword(confirmPasswordSchema, beginEnrolment),
  "confirm-totp": pageButton(enrolSchema, confirmEnrolment),
  "renew-codes": withPassword(confirmPasswordSchema, renewCodes),
  "disable-totp": withPassword(confirmPasswordSchema, disableTwoFactor),
  "end-session": pageButton(sessionHandleSchema, endSession),
  "sign-out-everywhere": pageButton(NO_FIELDS, signOutEverywhere),
  "choose-notifications": pageButton(notificationChoiceSchema, chooseMail),
  "begin-passkey": withPassword(beginPasskeySchema, beginPasskey),
  "add-passkey": pageButton(addPasskeySchema, confirmPasskey),
  "remove-passkey": withPassword(removePasskeySchema, dropPasskey),
  "leave-team": withPassword(leaveTeamSchema, leave, {
    gone: "You are no longer on this team.",
    goneStatus: 404,
  }),
};

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const change = { request, context, session: requireSession(context) };
  const { button, answer } = await pressed(args, BUTTONS, change, {
    hide: ["currentPassword", "newPassword", "code", "credential"],
  });
  if (answer instanceof Response) return answer;
  const shown = { refused: null, recoveryCodes: null, newPasskey: null };
  if ("recoveryCodes" in answer || "newPasskey" in answer) return { ...shown, ...answer };
  const refused: Refused = { button, result: answer.data.result };
  return data({ ...shown, refused }, answer.init ?? undefined);
}

/** The own passkeys, or null where browsers know none at this address. */
async function passkeysOf(
  { config, store }: Services,
  { staff }: StaffSession,
  timeZone: string,
): Promise<ShownPasskey[] | null> {
  if (passkeySite(config.origin) === null) return null;
  const shown = (iso: string) => ({ iso, text: formatMoment(iso, timeZone) });
  return (await listPasskeys(store.read, staff.id)).map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    created: shown(createdAt),
    lastUsed: lastUsedAt === null ? null : shown(lastUsedAt),
  }));
}

/** The mails about the current org that the person can get; null for a role that gets none. */
async function mailOf(
  db: Reader,
  session: StaffSession,
  org: { id: string; name: string },
): Promise<MailChoice | null> {
  const kinds = offeredMail(session, org.id);
  const muted = await mutedKinds(db, org.id, session.staff.id);
  return kinds.length === 0
    ? null
    : {
        orgName: org.name,
        kinds: kinds.map(({ kind, label, hint }) => ({
          kind,
          label,
          hint,
          wanted: !muted.has(kind),
        })),
        pace: kinds.some(({ kind }) => DIGESTED_KINDS.includes(kind))
          ? await paceOf(db, org.id, session.staff.id)
          : null,
      };
}

async function twoFactorOf(
  { store, key, config }: Services,
  session: StaffSession,
): Promise<TwoFactor> {
  const staff = await findStaff(store.read, session.staff.id);
  if (staff === null || staff.totpSecret === null) return { state: "off" };
  if (staff.totpConfirmedAt !== null)
    return { state: "on", codesLeft: await countRecoveryCodes(store.read, staff.id) };
  const { uri, secretText } = totpSetup(key, staff.totpSecret, staff.email, config.origin);
  return { state: "begun", uri, secretText, qr: qrCode(uri) };
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused ?? null;
  const { "": formErrors, ...fieldErrors } = refused?.result.error ?? {};
  return (
    <div className="mx-auto w-full max-w-[40rem] space-y-8">
      <h1 className="text-2xl font-semibold tracking-tight">Your account</h1>
      <ClosedOrgs orgs={loaderData.closed} />
      <ErrorSummary
        errors={formErrors ?? []}
        fields={Object.entries(fieldErrors).map(([name, errors]) => ({
          id: `${refused?.button}-${name}`,
          errors: errors ?? [],
        }))}
      />
      <YouPanel you={loaderData.you} />
      <TwoFactorPanel
        twoFactor={loaderData.twoFactor}
        refused={refused}
        recoveryCodes={actionData?.recoveryCodes ?? null}
        isAsked={loaderData.closed.some(({ why }) => why === "two-factor")}
      />
      <PasskeyPanel
        passkeys={loaderData.passkeys}
        most={loaderData.mostPasskeys}
        asked={actionData?.newPasskey ?? null}
        refused={refused}
      />
      <PasswordPanel refused={refused} />
      {loaderData.mail === null ? null : <MailPanel choice={loaderData.mail} refused={refused} />}
      {loaderData.team === null ? null : <KeysPanel orgName={loaderData.team.orgName} />}
      <SessionsPanel sessions={loaderData.sessions} />
      {loaderData.team === null ? null : <LeavePanel team={loaderData.team} refused={refused} />}
    </div>
  );
}

/** Who the account is of, and where they can work: before anything that asks for a password. */
function YouPanel({
  you: { name, email, roles, runsInstallation },
}: {
  you: ReturnType<typeof youOf>;
}) {
  return (
    <Panel id="you" title={name} lead={email}>
      <h3 className="text-sm font-medium">Organizations</h3>
      {roles.length === 0 ? (
        <p className="mt-2 text-sm text-muted">You are not on a team.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {roles.map(({ orgId, name: org, portal, role, isHere }) => (
            <li
              key={orgId}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1"
            >
              <span className="min-w-0 break-words">
                {org} {isHere ? <Tag tone="green">Current</Tag> : null}
              </span>{" "}
              <span className="flex items-center gap-4 text-sm">
                <span className="text-muted">{ROLE_WORDS[role].label}</span>{" "}
                <a
                  href={portal}
                  aria-label={`Portal of ${org}`}
                  className="inline-block py-1 text-accent underline"
                >
                  Portal
                </a>
              </span>
            </li>
          ))}
        </ul>
      )}
      {runsInstallation ? (
        <p className="mt-3 text-sm">
          You run this installation.{" "}
          <a href="/installation" className="inline-block py-1 text-accent underline">
            All organizations
          </a>
        </p>
      ) : null}
    </Panel>
  );
}

/** The way to the keys by which the person's programs ask. */
function KeysPanel({ orgName }: { orgName: string }) {
  return (
    <Panel
      id="keys"
      title="Keys"
      lead={`With a key, your programs call ${orgName}’s API in your name.`}
    >
      <ButtonLink to={KEY_PAGES.own} look="secondary">
        Your keys
      </ButtonLink>
    </Panel>
  );
}

function SessionsPanel({ sessions }: { sessions: readonly ShownSession[] }) {
  return (
    <Panel id="sessions" title="Sessions" lead="Where you are signed in now.">
      <SessionList sessions={sessions} action="/account/end-session" />
      <div className="mt-6">
        <AccountForm
          button="sign-out-everywhere"
          refused={null}
          submit="Sign out everywhere"
          look="secondary"
        />
      </div>
    </Panel>
  );
}

interface ClosedOrgsProps {
  orgs: readonly { orgId: string; name: string; why: ClosedOrg["why"] }[];
}

/** Where this session opens nothing although the person is on the team, and what opens it again. */
function ClosedOrgs({ orgs }: ClosedOrgsProps) {
  if (orgs.length === 0) return null;
  return (
    <div
      role="status"
      className="space-y-2 rounded-lg border border-yellow bg-yellow-soft p-4 text-yellow"
    >
      {orgs.map(({ orgId, name, why }) =>
        why === "two-factor" ? (
          <p key={orgId}>
            <strong className="font-semibold">{name}</strong> requires two-factor sign-in.{" "}
            <a href="#two-factor" className="inline-block py-0.5 underline">
              Set it up
            </a>{" "}
            to continue, or add a passkey and sign in with it.
          </p>
        ) : why === "single-sign-on" ? (
          <p key={orgId}>
            <strong className="font-semibold">{name}</strong> requires single sign-on. Sign out,
            then continue with {name} on the sign-in page. Owners can use two-factor sign-in or a
            passkey.
          </p>
        ) : (
          <p key={orgId}>
            <strong className="font-semibold">{name}</strong> ended your session. Sign out and sign
            in again to continue.
          </p>
        ),
      )}
    </div>
  );
}

/** Gives up the own role in an org. The last owner stays. */
async function leave(
  { context, session }: Change,
  { value }: Accepted<z.output<typeof leaveTeamSchema>>,
): Promise<ChangeAnswer> {
  const { store, now } = context.get(servicesContext);
  await store.write((trx) =>
    leaveTeam(
      { trx, orgId: value.orgId, now: now() },
      { staffId: session.staff.id, actor: actorOf(context, session) },
    ),
  );
  return redirectWithFlash(context, "/account", "You have left the team.");
}

function PasswordPanel({ refused }: { refused: Refused | null }) {
  return (
    <Panel id="password" title="Password" lead="Changing it signs you out in every other browser.">
      <FoldedForm
        label="Change the password"
        button="change-password"
        refused={refused}
        inputs={[
          CURRENT_PASSWORD,
          {
            name: "newPassword",
            label: "New password",
            hint: `${PASSWORD_MIN} characters or more. A passphrase of several unrelated words is best.`,
            type: "password",
            autoComplete: "new-password",
            minLength: PASSWORD_MIN,
            maxLength: PASSWORD_MAX,
          },
        ]}
        submit="Change password"
      />
    </Panel>
  );
}
