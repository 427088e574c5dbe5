import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import { dialectOf } from "#db/engine.ts";
import { listAudit } from "#tenancy/audit/store/audit-list.server.ts";
import { createSetupLink } from "#auth/store/setup-links.server.ts";
import { DEMO_PASSWORD, type Answer, type World } from "./world.ts";

/** What tests of staff do on the way to what they prove: sign in, enrol, look at the record. */
export const OWNER = "owner@acme.example";
export const MINUTE = 60_000;

/** The name=value of a cookie that an answer sets, or nothing. */
export function cookieOf(answer: Answer, name = "otc_staff"): string {
  const set = answer.headers["set-cookie"]?.find((cookie) => cookie.startsWith(`${name}=`));
  return set?.split(";")[0] ?? "";
}

/** Sends the sign-in form: the owner's, right, unless said otherwise. */
export function signIn(
  world: World,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  return world.ask("/sign-in", {
    form: { email: OWNER, password: DEMO_PASSWORD, ...form },
    headers,
  });
}

/** Presses a button of the account page, at its own address. */
export function account(
  world: World,
  cookie: string,
  { intent, ...form }: Record<string, string>,
): Promise<Answer> {
  return world.ask(`/account/${intent}`, { form, headers: { cookie } });
}

/** What an org's record says happened, newest first. */
export async function actions(world: World, slug: string): Promise<string[]> {
  return (
    await listAudit(world.services.store.read, await world.orgId(slug), { page: 1 })
  ).rows.map((row) => row.action);
}

export async function staffId(world: World, email: string): Promise<string> {
  return (
    await world.services.store.read
      .selectFrom("staff")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow()
  ).id;
}

/** The code that the person's app shows now. */
export function codeNow(world: World, secret: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: world.time.getTime() });
}

/** Turns the owner's second factor on, through the pages, and lets the used code's time pass. */
export async function enrol(
  world: World,
): Promise<{ secret: string; recoveryCodes: string[]; cookie: string }> {
  const cookie = cookieOf(await signIn(world));
  expect(
    (await account(world, cookie, { intent: "begin-totp", currentPassword: DEMO_PASSWORD })).status,
  ).toBe(303);
  const page = await world.ask("/account", { headers: { cookie } });
  const secret = /select-all">([A-Z2-7 ]+)</.exec(page.text)?.[1]?.replace(/ /g, "") ?? "";
  expect(page.text).toContain(`secret=${secret}`);
  const confirmed = await account(world, cookie, {
    intent: "confirm-totp",
    code: codeNow(world, secret),
  });
  expect(confirmed.status).toBe(200);
  const recoveryCodes = confirmed.text.match(/[a-z2-7]{4}(-[a-z2-7]{4}){3}/g)?.slice(0, 10) ?? [];
  world.time = new Date(world.time.getTime() + MINUTE);
  return { secret, recoveryCodes, cookie };
}

/** A path of /setup that works once. The world loses its orgs, as an installation at its first start has none. */
export async function setupPath(world: World): Promise<string> {
  const { store } = world.services;
  await store.write(async (trx) => {
    const dialect = dialectOf(trx);
    await dialect.deferForeignKeys(trx);
    for (const name of await dialect.tenantTables(trx))
      await sql`delete from ${sql.table(name)}`.execute(trx);
    await trx.deleteFrom("orgs").execute();
  });
  return `/setup?token=${await store.write((trx) => createSetupLink(trx, world.time))}`;
}
