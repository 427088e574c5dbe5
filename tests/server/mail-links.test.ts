import { sql } from "kysely";
import { expect } from "vitest";
import { insertSubscriber } from "#updates/subscribers/store/subscribers.server.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { testInFive } from "../in-turn.ts";
import { addressesIn } from "./crawl.ts";
import { tableNames } from "./engine-words.ts";
import { say } from "./feed-world.ts";
import { OWNER } from "./staff-journeys.ts";
import { builtServer } from "./template.ts";
import { openWorld, type World } from "./world.ts";

const DAY = 86_400_000;
const UNRECORDED = new Set(["events", "sessions"]);

/** Everything that the database holds, but for the record of who looked at what. */
async function everything(world: World): Promise<Record<string, unknown[]>> {
  const { read } = world.services.store;
  const found: Record<string, unknown[]> = {};
  for (const name of (await tableNames(read)).filter((one) => !UNRECORDED.has(one)))
    found[name] = (await sql`select * from ${sql.table(name)}`.execute(read)).rows;
  return found;
}

testInFive(
  "who fetches every link of a digest, a reminder and the mails about a password changes nothing",
  async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const { runDueJobs } = await builtServer();
    await runDueJobs(world.services);
    await world.services.store.write(async (trx) => {
      const [address, document] = [
        readEmail("ann@reader.example"),
        await trx
          .selectFrom("documents")
          .select("id")
          .where("orgId", "=", orgId)
          .limit(1)
          .executeTakeFirstOrThrow(),
      ];
      await insertSubscriber(
        { trx, orgId, now: world.time },
        {
          address: address!,
          source: "test",
          state: "confirmed",
          confirmedAt: world.time.toISOString(),
          digest: "weekly",
        },
      );
      await trx
        .updateTable("documents")
        .set({ expiresOn: new Date(world.time.getTime() + 10 * DAY).toISOString().slice(0, 10) })
        .where("orgId", "=", orgId)
        .where("id", "=", document.id)
        .execute();
    });
    await say(world, {
      subject: "Of the week",
      message: "See [the report](/acme/item/x).",
      after: DAY,
    });
    world.time = new Date(world.time.getTime() + 8 * DAY);
    await runDueJobs(world.services);
    await world.ask("/sign-in/forgotten", { form: { email: OWNER } });
    const sent = await world.deliver();
    expect(new Set((await world.mails()).map(({ kind }) => kind))).toEqual(
      new Set(["weekly-digest", "documents-expiring", "staff-digest", "staff-password-link"]),
    );

    const before = await everything(world);
    const links = new Set(
      sent.flatMap(({ html, text }) => [
        ...addressesIn(html),
        ...(text.match(/https?:\/\/[^\s>]+/g) ?? []),
      ]),
    );
    expect(links.size).toBeGreaterThan(6);
    for (const link of links) {
      const { host, pathname, search } = new URL(link);
      for (const method of ["GET", "HEAD", "GET"]) {
        const answer = await world.ask(pathname + search, { host, method });
        expect([link, answer.status < 500]).toEqual([link, true]);
      }
    }
    expect(await everything(world)).toEqual(before);
  },
);
