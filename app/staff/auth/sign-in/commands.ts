import * as z from "zod";
import { SYSTEM, recordStaffAudit, type Actor } from "#tenancy/audit/store/audit.server.ts";
import {
  endInstallationOwner,
  makeInstallationOwner,
} from "#staff/installation/store/installation-owners.server.ts";
import { endPasswordLinks } from "#auth/store/password-links.server.ts";
import { createOrgFor } from "#staff/installation/store/new-orgs.server.ts";
import { Refused } from "#db/refusals.ts";
import { removeAllPasskeys } from "#auth/store/passkeys.server.ts";
import { revokeOtherSessions } from "#auth/store/session-list.server.ts";
import { createSetupLink } from "#auth/store/setup-links.server.ts";
import { revokeKeysOf } from "#auth/access-keys/store/access-keys.server.ts";
import {
  createStaff,
  findStaffByEmail,
  grantRole,
  setPassword,
  staffOrgs,
} from "#auth/store/staff.server.ts";
import { disableTotp } from "#auth/store/staff-totp.server.ts";
import type { Services } from "#platform/context.ts";
import { START_PAGE } from "#model/setup-guide.ts";
import { orgName, orgSlug, staffEmail } from "#model/auth/forms/staff-forms.ts";
import { nameFromEmail } from "./first-org.ts";
import { hashPassword, randomPassword } from "./password.ts";

/** What the person at the command line did wrong, and how to do it right. */
export class CommandRefused extends Error {}

type Installation = Pick<Services, "store" | "config" | "now">;

const COMMAND_LINE: Actor = { ...SYSTEM, actorName: "Command line" };

/**
 * Lets someone back in who lost password or second factor: a new random password, no second factor,
 * all sessions and keys ended.
 * @returns the text to print, which holds the password; it is stored nowhere else
 * @throws CommandRefused when there is no such person
 */
export async function staffReset(
  { store, config, now }: Installation,
  email: string | undefined,
): Promise<string> {
  const address = staffEmail.safeParse(email);
  if (!address.success)
    throw new CommandRefused(
      "Pass the person’s email address: npm run staff:reset -- name@example.com",
    );
  const staff = await findStaffByEmail(store.read, address.data);
  if (staff === null)
    throw new CommandRefused(
      `No team member has the email address ${address.data}. Nothing was changed.`,
    );
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  await store.write(async (trx) => {
    const write = { trx, by: COMMAND_LINE, now: now() };
    await setPassword(write, staff.id, passwordHash);
    await endPasswordLinks(trx, staff.id);
    await disableTotp(write, staff.id);
    const passkeys = await removeAllPasskeys(trx, staff.id);
    const sessions = await revokeOtherSessions(trx, staff.id, null, write.now);
    for (const { orgId } of await staffOrgs(trx, staff.id))
      await revokeKeysOf({ ...write, orgId }, staff.id);
    await recordStaffAudit(write, staff.id, {
      action: "staff.reset",
      subject: staff.email,
      detail: { sessions, passkeys },
    });
  });
  return [
    `${staff.email}: password reset, two-factor sign-in and passkeys removed, all sessions and keys ended.`,
    `Password, shown only now: ${password}`,
    `Sign in at ${config.origin}/sign-in and change it.`,
  ].join("\n");
}

/**
 * Creates an org with its product and its owner. Someone who is staff already keeps the own
 * password. An open link to /setup ends with it.
 * @param values `publish` puts the portal before the public at once
 * @returns the text to print
 * @throws CommandRefused naming every value that is wrong
 */
export async function createOrgCommand(
  { store, config, now }: Installation,
  values: {
    slug?: string | undefined;
    name?: string | undefined;
    ownerEmail?: string | undefined;
    publish?: boolean | undefined;
  },
): Promise<string> {
  const parsed = z
    .object({ slug: orgSlug, name: orgName, ownerEmail: staffEmail })
    .safeParse(values);
  if (!parsed.success)
    throw new CommandRefused(
      `${describe(parsed.error)}\nUse: npm run org:create -- --slug acme --name "Acme Cloud" --owner name@example.com [--publish]`,
    );
  const { slug, name, ownerEmail } = parsed.data;
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  const isNew = await store.write(async (trx) => {
    const write = { trx, by: COMMAND_LINE, now: now() };
    const { orgId, owner } = await createOrgFor(write, {
      slug,
      name,
      ownerEmail,
      publish: values.publish,
    }).catch((error: unknown) => {
      throw error instanceof Refused
        ? new CommandRefused(`--slug ${error.message} Nothing was changed.`)
        : error;
    });
    if (owner !== null) return false;
    const staffId = await createStaff(write, {
      email: ownerEmail,
      name: nameFromEmail(ownerEmail),
      passwordHash,
    });
    await grantRole({ ...write, orgId }, staffId, "owner");
    return true;
  });
  return [
    `${name} was added. Its portal is ${values.publish ? "published" : "not published yet"}: ${config.origin}/${slug}`,
    isNew
      ? `Owner: ${ownerEmail}\nPassword, shown only now: ${password}`
      : `Owner: ${ownerEmail}, who signs in as before.`,
    `Sign in at ${config.origin}/sign-in${values.publish ? "" : `. To publish the portal, follow the setup guide: ${config.origin}${START_PAGE}`}`,
  ].join("\n");
}

/**
 * Lets somebody of staff run the installation: make, suspend and delete orgs at /installation.
 * @param end takes it away instead
 * @returns the text to print
 * @throws CommandRefused when there is no such person
 */
export async function installationOwner(
  { store, config, now }: Installation,
  email: string | undefined,
  end = false,
): Promise<string> {
  const address = staffEmail.safeParse(email);
  if (!address.success)
    throw new CommandRefused(
      "Pass the person’s email address: npm run installation:owner -- name@example.com [--end]",
    );
  const staff = await findStaffByEmail(store.read, address.data);
  if (staff === null)
    throw new CommandRefused(
      `No team member has the email address ${address.data}. Nothing was changed.`,
    );
  const changed = await store.write((trx) =>
    (end ? endInstallationOwner : makeInstallationOwner)(
      { trx, by: COMMAND_LINE, now: now() },
      staff,
    ),
  );
  if (end)
    return changed
      ? `${staff.email} no longer runs the installation.`
      : `${staff.email} did not run the installation. Nothing was changed.`;
  return changed
    ? `${staff.email} runs the installation now: ${config.origin}/installation`
    : `${staff.email} already runs the installation: ${config.origin}/installation`;
}

/**
 * The one-time link to the first org and owner, for an installation that has none; each call makes
 * a new one and ends the one before.
 * @returns null when there is an org already
 */
export async function firstSetupLink({ store, config, now }: Installation): Promise<string | null> {
  const token = await store.write((trx) => createSetupLink(trx, now()));
  return token === null ? null : `${config.origin}/setup?token=${token}`;
}

const OPTIONS: Readonly<Record<string, string>> = {
  slug: "--slug",
  name: "--name",
  ownerEmail: "--owner",
};

function describe(error: z.ZodError): string {
  return error.issues
    .map((issue) => `${OPTIONS[String(issue.path[0])] ?? ""}: ${issue.message}.`)
    .join("\n");
}
