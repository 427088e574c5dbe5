import type { RouterContextProvider } from "react-router";
import { errorWords } from "#values/error-words.ts";
import { createOrgFor } from "../store/new-orgs.server.ts";
import { filesOfOrg, removeOrg } from "../store/org-removal.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { START_PAGE } from "#model/setup-guide.ts";
import { setCurrentOrg } from "#auth/store/sessions.server.ts";
import type { StaffSession } from "#model/auth/staff-session.ts";
import { resumeOrg, suspendOrg } from "#tenancy/installation/store/suspensions.server.ts";
import { insertInvitation } from "#staff/team/store/team-invitations.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { INVITATION_DAYS } from "#model/team.ts";
import { installationBrand, staffLink } from "#platform/mail/brand.ts";
import { removeKeptFiles } from "#platform/mail/kept-files.ts";
import { teamInvitation } from "#staff/team/mail/team.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import { actorOf } from "#auth/current-staff.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Makes an org by the verb of `org:create`. An owner who is no staff yet is invited by mail; who
 * makes one for themself goes on in it.
 * @returns what was done, and where it goes on: null for the list of them all
 * @throws Refused when the slug is taken
 */
export async function createFromPage(
  context: Context,
  session: StaffSession,
  values: { name: string; slug: string; ownerEmail: string },
): Promise<{ text: string; to: string | null }> {
  const { config, store, now } = context.get(servicesContext);
  const by = actorOf(context, session);
  const known = await store.write(async (trx) => {
    const at = now();
    const { orgId, owner } = await createOrgFor({ trx, by, now: at }, values);
    if (owner?.id === session.staff.id) await setCurrentOrg(trx, session.tokenHash, orgId);
    if (owner !== null) return owner;
    const { token } = await insertInvitation(
      { trx, orgId, by: { staffId: session.staff.id, actor: by }, now: at },
      { email: values.ownerEmail, role: "owner" },
    );
    const brand = installationBrand(config);
    const until = formatMoment(
      new Date(at.getTime() + INVITATION_DAYS * 86_400_000).toISOString(),
      "UTC",
    );
    const facts = {
      link: staffLink(brand, "/sign-in/invitation", { token }),
      org: values.name,
      role: "owner" as const,
      by: session.staff.name,
      until,
    };
    await queueMail(trx, null, {
      to: { email: values.ownerEmail },
      mail: renderMail(brand, teamInvitation, facts),
      now: at,
    });
    return null;
  });
  const text =
    known === null
      ? `${values.name} was added. An invitation to its owner, ${values.ownerEmail}, is on its way.`
      : `${values.name} was added. ${values.ownerEmail} is its owner.`;
  return { text, to: known?.id === session.staff.id ? START_PAGE : null };
}

/** @throws NotFound */
export async function suspend(
  context: Context,
  session: StaffSession,
  orgId: string,
  reason: string,
): Promise<string> {
  const { store, now } = context.get(servicesContext);
  await store.write((trx) =>
    suspendOrg({ trx, orgId, by: actorOf(context, session), now: now() }, reason),
  );
  return "The organization is suspended.";
}

/** @throws NotFound */
export async function resume(
  context: Context,
  session: StaffSession,
  orgId: string,
): Promise<string> {
  const { store, now } = context.get(servicesContext);
  await store.write((trx) => resumeOrg({ trx, orgId, by: actorOf(context, session), now: now() }));
  return "The organization is active again.";
}

/**
 * Deletes a suspended org: its rows in one transaction, then its files. What a kill leaves of these
 * is named by no row, and goes with the hourly sweep.
 * @throws NotFound; Refused
 */
export async function deleteOrg(
  context: Context,
  session: StaffSession,
  orgId: string,
  confirmed: string,
): Promise<string> {
  const { blobs, config, log, store, now } = context.get(servicesContext);
  const { name, files } = await store.write(async (trx) => {
    const found = await filesOfOrg(trx, orgId);
    return {
      ...(await removeOrg({ trx, orgId, by: actorOf(context, session), now: now() }, confirmed)),
      files: found,
    };
  });
  try {
    await removeKeptFiles(config.dataDir, files.mails);
    await blobs.removeAll(orgId, files.blobs);
  } catch (error) {
    log.warn({ error: errorWords(error) }, "files of a deleted org could not be removed");
  }
  return `${name} was deleted.`;
}
