import type * as z from "zod";
import {
  addPasskey,
  credentialsOf,
  keepChallenge,
  mayAddPasskey,
  removePasskey,
  spendChallenge,
} from "#auth/store/passkeys.server.ts";
import { actorOf } from "#auth/current-staff.ts";
import { staffPasskeys } from "#company/auth/mail/staff-password.tsx";
import { Refused } from "#db/refusals.ts";
import type { Writer } from "#db/store.ts";
import type {
  addPasskeySchema,
  beginPasskeySchema,
  removePasskeySchema,
} from "#model/auth/forms/staff-forms.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { installationBrand } from "#platform/mail/brand.ts";
import { renderMail } from "#platform/mail/render.tsx";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { browserName } from "#values/browser-name.ts";
import { formatMoment } from "#values/moments.ts";
import type { Accepted } from "#web/forms/form.ts";
import type { Change, ChangeAnswer } from "../account/change.ts";
import {
  checkedNew,
  creationOptions,
  PasskeyRefused,
  passkeySite,
  readAnswer,
} from "./ceremony.ts";

const SECTION = "/account#passkeys";

const NOT_ADDED = "The passkey wasn’t added. Try again.";

/** Asks the device for a new passkey: what it is asked stands in the page that is answered. */
export async function beginPasskey(
  { context, session }: Change,
  { value }: Accepted<z.output<typeof beginPasskeySchema>>,
): Promise<ChangeAnswer> {
  const { store, now } = context.get(servicesContext);
  const site = siteOf(context);
  const existing = await credentialsOf(store.read, session.staff.id);
  mayAddPasskey(existing);
  const options = await creationOptions(site, session.staff, existing);
  const name = value.passkeyName;
  await store.write((trx) =>
    keepChallenge(trx, options.challenge, { tokenHash: session.tokenHash, name }, now()),
  );
  return { newPasskey: { name, options: JSON.stringify(options) } };
}

/** Adds the passkey that the device made, and tells its person by email. */
export async function confirmPasskey(
  change: Change,
  { value }: Accepted<z.output<typeof addPasskeySchema>>,
): Promise<ChangeAnswer> {
  const { context, session } = change;
  const { store, now } = context.get(servicesContext);
  const site = siteOf(context);
  try {
    const answer = readAnswer(value.credential, "new");
    const spent = await store.write((trx) =>
      spendChallenge(trx, answer.challenge, session.tokenHash, now()),
    );
    if (spent === null) throw new PasskeyRefused();
    const passkey = { ...(await checkedNew(site, answer)), name: spent.name };
    await store.write(async (trx) => {
      const write = { trx, by: actorOf(context, session), now: now() };
      await addPasskey(write, session.staff.id, passkey);
      await tell(trx, change, { isNew: true, name: passkey.name });
    });
  } catch (error) {
    if (error instanceof PasskeyRefused) throw new Refused(NOT_ADDED);
    throw error;
  }
  return redirectWithFlash(context, SECTION, "The passkey was added. You can sign in with it now.");
}

/** Removes one of the own passkeys, and tells its person by email. */
export async function dropPasskey(
  change: Change,
  { value }: Accepted<z.output<typeof removePasskeySchema>>,
): Promise<ChangeAnswer> {
  const { context, session } = change;
  const { store, now } = context.get(servicesContext);
  await store.write(async (trx) => {
    const write = { trx, by: actorOf(context, session), now: now() };
    const name = await removePasskey(write, session.staff.id, value.passkey);
    if (name !== null) await tell(trx, change, { isNew: false, name });
  });
  return redirectWithFlash(context, SECTION, "The passkey was removed.");
}

function siteOf(context: Change["context"]) {
  const site = passkeySite(context.get(servicesContext).config.origin);
  if (site === null) throw new Refused("Passkeys need https.");
  return site;
}

async function tell(
  trx: Writer,
  { context, request, session }: Change,
  what: { isNew: boolean; name: string },
): Promise<void> {
  const { config, now } = context.get(servicesContext);
  const brand = installationBrand(config);
  const mail = renderMail(brand, staffPasskeys, {
    ...what,
    at: formatMoment(now().toISOString(), brand.timeZone),
    browser: browserName(request.headers.get("User-Agent")),
    ip: context.get(hostContext).ip,
  });
  await queueMail(trx, null, { to: session.staff, mail, now: now() });
}
