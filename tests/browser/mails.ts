import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { loadInstallationKey } from "#platform/files/installation-key.ts";
import { subscriptionToken } from "#updates/subscribers/mail/subscription-links.ts";
import { Store } from "#db/store.ts";

/** The data folder of the server that tests/browser/server.mjs started. */
function folderOf(origin: string): string {
  return readFileSync(
    path.join(tmpdir(), `trust-center-browser-${new URL(origin).port}.txt`),
    "utf8",
  );
}

/** The text of the newest mail to an address of the test's own, once it has left as a file. */
export async function newestMail(origin: string, email: string): Promise<string> {
  return (await newestMailWhole(origin, email)).text ?? "";
}

/**
 * The newest mail to an address of the test's own, once it has left as a file, read by a parser that nobody here wrote.
 * @throws for somebody of the demo: tests that run at the same time cause mail to them, too
 */
export async function newestMailWhole(origin: string, email: string): Promise<Email> {
  if (await isOfTheDemo(origin, email))
    throw new Error(
      `the newest mail to ${email} may be another test's: take an address of your own`,
    );
  const folder = path.join(folderOf(origin), "mail");
  for (let tries = 0; tries < 200; tries += 1) {
    for (const name of namesIn(folder).sort().toReversed()) {
      const mail = await new PostalMime().parse(readFileSync(path.join(folder, name)));
      if (mail.to?.some(({ address }) => address === email)) return mail;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no mail to ${email}`);
}

/** Whether an address is a member's who was there before the server under test started. */
async function isOfTheDemo(origin: string, email: string): Promise<boolean> {
  const store = Store.open(path.join(folderOf(origin), "trust.db"), null);
  const row = await store.read
    .selectFrom("members")
    .select("id")
    .where("email", "=", email)
    .where("createdAt", "<", new Date(Date.now() - 24 * 3_600_000).toISOString())
    .executeTakeFirst();
  await store.close();
  return row !== undefined;
}

/** Which kinds of mail an address was sent, as the queue keeps them. */
export async function mailKinds(origin: string, email: string): Promise<string[]> {
  const store = Store.open(path.join(folderOf(origin), "trust.db"), null);
  const rows = await store.read
    .selectFrom("outbox")
    .select("kind")
    .where("toEmail", "=", email)
    .execute();
  await store.close();
  return rows.map(({ kind }) => kind);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".eml"));
  } catch {
    return [];
  }
}

/** The paths that stand in every mail to a subscriber of acme. */
export async function subscriberPaths(
  origin: string,
  email: string,
): Promise<{ preferences: string; unsubscribe: string }> {
  const folder = folderOf(origin);
  const store = Store.open(path.join(folder, "trust.db"), null);
  const { id } = await store.read
    .selectFrom("orgs")
    .select("id")
    .where("slug", "=", "acme")
    .executeTakeFirstOrThrow();
  await store.close();
  const token = subscriptionToken(await loadInstallationKey(folder), "subscription", id, email);
  return {
    preferences: `/acme/subscription?token=${token}`,
    unsubscribe: `/acme?unsubscribeToken=${token}`,
  };
}
