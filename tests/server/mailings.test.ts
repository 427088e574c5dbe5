import { describe, expect, test } from "vitest";
import type { MailingRecipients } from "#model/mail/mail.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { createAccount, grantAccess } from "#auth/accounts/store/accounts.server.ts";
import { addMember } from "#auth/accounts/store/members.server.ts";
import {
  countRecipients,
  expandMailing,
  startMailing,
  stopMailings,
} from "#platform/mail/store/mailings.server.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { insertSubscriber, unsubscribe } from "#updates/subscribers/store/subscribers.server.ts";
import { suppressAddress } from "#platform/mail/store/suppressions.server.ts";
import { renderedMail } from "./mail-specimens.ts";
import { openWorld, type World } from "./world.ts";

const EVERYONE: MailingRecipients = {
  subscribers: true,
  audience: null,
  category: "general",
  productIds: [],
  membersOnly: false,
};
const MAILING = {
  ...renderedMail({
    kind: "topic-update",
    priority: "mass",
    headers: { "List-Id": "<updates.acme.localhost>" },
  }),
  html: `<a href="https://unsubscribe.recipient.invalid/">Unsubscribe</a> <a href="https://preferences.recipient.invalid/">Change</a>`,
  text: "https://unsubscribe.recipient.invalid/ https://preferences.recipient.invalid/\n",
  othersHtml: "<p>For others</p>",
  othersText: "For others: https://unsubscribe.recipient.invalid/\n",
};

async function start(
  world: World,
  recipients: Partial<MailingRecipients> = {},
  values: { topicUpdateId?: string; notBefore?: Date; org?: string } = {},
): Promise<string> {
  const orgId = await world.orgId(values.org ?? "acme");
  return world.services.store.write((trx) =>
    startMailing(trx, orgId, {
      mail: MAILING,
      recipients: { ...EVERYONE, ...recipients },
      by: "Olive",
      now: world.time,
      ...values,
    }),
  );
}

/** Confirmed subscribers reader0@, reader1@ … of an org that had none. */
async function subscribers(world: World, count: number, org = "acme"): Promise<void> {
  const orgId = await world.orgId(org);
  await world.services.store.write(async (trx) => {
    await trx.deleteFrom("subscribers").where("orgId", "=", orgId).execute();
    for (let i = 0; i < count; i += 1) {
      const address = readEmail(`reader${i}@list.example`);
      if (address !== null)
        await insertSubscriber(
          { trx, orgId, now: world.time },
          { address, source: "test", state: "confirmed", confirmedAt: world.time.toISOString() },
        );
    }
  });
}

const names = (mails: readonly { to: { address: string } }[]) =>
  mails.map(({ to }) => to.address).sort();

describe("a mailing", () => {
  test("reaches every confirmed subscriber once, with links of their own and the headers of a list", async () => {
    const world = await openWorld();
    await subscribers(world, 450);
    await start(world);
    const sent = await world.deliver();
    expect(new Set(names(sent)).size).toBe(450);
    expect(sent).toHaveLength(450);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(450);
    expect(new Set(sent.map(({ text }) => text)).size).toBe(450);
    for (const { headers, html, text } of sent.slice(0, 20)) {
      expect(headers["List-Id"]).toBe("<updates.acme.localhost>");
      expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
      const oneClick = /^<(http:[^>]+)>$/.exec(headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
      expect(html + text).not.toContain(oneClick);
      expect(html + text).not.toContain("recipient.invalid");
      expect(text).toMatch(/unsubscribeToken=\S+ http\S+\/subscription\?token=/);
    }
    expect(
      (await world.mails())
        .filter(({ mailingId }) => mailingId !== null)
        .every(({ html, text, state }) => html === null && text === null && state === "sent"),
    ).toBe(true);
    const mailing = await world.services.store.read
      .selectFrom("mailings")
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(mailing).toMatchObject({ state: "expanded", recipients: 450 });
    expect(await world.deliver()).toEqual([]);
  });

  test("started is one row, however many it goes to; it waits for its moment", async () => {
    const world = await openWorld();
    await subscribers(world, 3);
    await start(world, {}, { notBefore: new Date(world.time.getTime() + 60_000) });
    expect(await world.deliver()).toEqual([]);
    expect((await world.mails()).filter(({ mailingId }) => mailingId !== null)).toEqual([]);
    world.time = new Date(world.time.getTime() + 60_000);
    expect(await world.deliver()).toHaveLength(3);
  });

  test("goes once to a person who is in several of its sources, in any spelling", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    await subscribers(world, 2);
    await world.services.store.write(async (trx) => {
      const address = readEmail("Riley+trust@Customer.example");
      if (address !== null)
        await insertSubscriber(
          { trx, orgId: acme, now: world.time },
          { address, source: "test", state: "confirmed" },
        );
    });
    await start(world, { audience: { source: "accounts" } });
    await start(world, {
      subscribers: false,
      audience: {
        source: "listed",
        emails: [
          "one@list.example",
          "ONE@list.example ",
          "one+tag@list.example",
          "not an address",
          "two@xn--mnchen-3ya.example",
          "two@münchen.example",
        ],
      },
    });
    const sent = await world.deliver();
    expect(sent.filter(({ to }) => to.address.startsWith("riley"))).toHaveLength(1);
    expect(
      sent.find(({ to }) => to.address.startsWith("riley"))?.headers["List-Unsubscribe"],
    ).toBeDefined();
    expect(names(sent.filter(({ to }) => /^(one|two)/.test(to.address)))).toEqual([
      expect.stringMatching(/^one/),
      "two@xn--mnchen-3ya.example",
    ]);
  });

  test("lets those leave who never subscribed: by the header's address, for good", async () => {
    const world = await openWorld();
    const listed = {
      subscribers: false,
      audience: { source: "listed" as const, emails: ["one@list.example", "two@list.example"] },
    };
    await start(world, listed);
    const [mail] = (await world.deliver()).filter(({ to }) => to.address === "one@list.example");
    const oneClick = new URL(
      /^<(http:[^>]+)>$/.exec(mail?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "",
    );
    expect(mail?.html).not.toContain(oneClick.pathname);
    expect(mail?.text).toContain("unsubscribeToken=");
    expect(
      (
        await world.ask(oneClick.pathname + oneClick.search, {
          form: { "List-Unsubscribe": "One-Click" },
        })
      ).status,
    ).toBe(200);
    await start(world, listed);
    expect(names(await world.deliver())).toEqual(["two@list.example"]);
  });

  test("stopped half-way by the end of the process goes on where it was: no one is left out, no one gets two", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    await subscribers(world, 500);
    const id = await start(world);
    await world.services.store.write((trx) =>
      expandMailing({ trx, orgId: acme, now: world.time }, id),
    );
    // A transaction that does not come to its end leaves nothing.
    await world.services.store
      .write(async (trx) => {
        await expandMailing({ trx, orgId: acme, now: world.time }, id);
        throw new Error("the process ends here");
      })
      .catch(() => undefined);
    const half = await world.mails();
    expect(half.length).toBeGreaterThan(0);
    expect(half.length).toBeLessThan(500);
    const known = new Map(half.map(({ toEmail, messageId }) => [toEmail, messageId]));
    // As after a restore of an older copy: the cursor is behind the rows.
    await world.services.store.write((trx) =>
      trx.updateTable("mailings").set({ cursorJson: null }).execute(),
    );
    const sent = await world.deliver();
    expect(new Set(names(sent)).size).toBe(500);
    expect(sent).toHaveLength(500);
    for (const { to, messageId } of sent)
      expect(messageId).toBe(known.get(to.address) ?? messageId);
  });

  test("of an update that is withdrawn ends: what has not left stays, and nothing is added", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    await subscribers(world, 500);
    const id = await start(world, {}, { topicUpdateId: "update1" });
    await world.services.store.write((trx) =>
      expandMailing({ trx, orgId: acme, now: world.time }, id),
    );
    await world.services.store.write((trx) =>
      stopMailings({ trx, orgId: acme, now: world.time }, "update1"),
    );
    expect(await world.deliver()).toEqual([]);
    const rows = (await world.mails()).filter(({ mailingId }) => mailingId === id);
    expect(rows.length).toBeLessThan(500);
    expect(rows.every(({ state }) => state === "withdrawn")).toBe(true);
  });

  test("does not reach who unsubscribed after it was started, nor an address on the list", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    await subscribers(world, 4);
    await world.services.store.write((trx) =>
      suppressAddress(
        { trx, orgId: acme, by: SYSTEM, now: world.time },
        { email: "reader2@list.example", reason: "complaint" },
      ),
    );
    const id = await start(world);
    await world.services.store.write((trx) =>
      expandMailing({ trx, orgId: acme, now: world.time }, id),
    );
    await world.services.store.write((trx) =>
      unsubscribe({ trx, orgId: acme, now: world.time }, "reader1@list.example"),
    );
    expect(names(await world.deliver())).toEqual(["reader0@list.example", "reader3@list.example"]);
    const states = Object.fromEntries(
      (await world.mails())
        .filter(({ mailingId }) => mailingId === id)
        .map(({ toEmail, state }) => [toEmail.split("@")[0], state]),
    );
    expect(states).toEqual({
      reader0: "sent",
      reader1: "withdrawn",
      reader2: "suppressed",
      reader3: "sent",
    });
  });

  test("for members reaches active members alone, of the product that it is about", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    const [platform, lake] = [
      await world.productId("acme"),
      await world.productId("acme", "Acme Data Lake"),
    ];
    await subscribers(world, 2);
    const profile = await world.services.store.read
      .selectFrom("grants")
      .select("profileId")
      .where("orgId", "=", acme)
      .executeTakeFirstOrThrow();
    await world.services.store.write(async (trx) => {
      const write = { trx, orgId: acme, by: SYSTEM, now: world.time };
      for (const [name, productId, expiresAt] of [
        ["lake", lake, null],
        ["late", lake, new Date(world.time.getTime() - 1).toISOString()],
        ["platform", platform, null],
      ] as const) {
        const account = await createAccount(write, { name, reviewStatus: "approved" });
        await addMember(write, account, {
          email: `${name}@members.example`,
          firstName: "Mo",
          lastName: name,
        });
        await grantAccess(
          { trx, orgId: acme, by: SYSTEM, now: world.time },
          {
            accountId: account,
            productId,
            profileId: profile.profileId,
            ndaRequired: false,
            expiresAt,
          },
        );
        const address = readEmail(`${name}@members.example`);
        if (address !== null)
          await insertSubscriber(
            { trx, orgId: acme, now: world.time },
            { address, source: "test", state: "confirmed" },
          );
      }
    });
    const to = async (recipients: Partial<MailingRecipients>) => {
      await start(world, { membersOnly: true, productIds: [lake], ...recipients });
      return names(await world.deliver()).filter(
        (name) => name.endsWith("@members.example") || name.endsWith("@list.example"),
      );
    };
    expect(await to({})).toEqual(["lake@members.example"]);
    expect(await to({ subscribers: false, audience: { source: "accounts" } })).toEqual([
      "lake@members.example",
    ]);
    expect(
      await to({
        subscribers: false,
        audience: { source: "profile", profileId: profile.profileId },
      }),
    ).toEqual(["lake@members.example"]);
    expect(
      await to({ subscribers: false, audience: { source: "profile", profileId: "none" } }),
    ).toEqual([]);
    expect(await to({ productIds: [] })).toEqual([
      "lake@members.example",
      "platform@members.example",
    ]);
    expect(
      await countRecipients(
        world.services.store.read,
        acme,
        { ...EVERYONE, membersOnly: true, productIds: [lake] },
        world.time,
      ),
    ).toBe(1);
    // A right that ends while the mail waits ends the mail.
    const id = await start(world, { membersOnly: true, productIds: [lake] });
    await world.services.store.write((trx) =>
      expandMailing({ trx, orgId: acme, now: world.time }, id),
    );
    await world.services.store.write((trx) =>
      trx
        .updateTable("grants")
        .set({ revokedAt: world.time.toISOString(), revokedBy: "test" })
        .where("productId", "=", lake)
        .execute(),
    );
    expect(await world.deliver()).toEqual([]);
  });

  test("never reaches people of another org", async () => {
    const world = await openWorld();
    await subscribers(world, 2);
    await subscribers(world, 3, "globex");
    await start(world, { audience: { source: "accounts" } }, { org: "globex" });
    const sent = await world.deliver();
    expect(sent.length).toBeGreaterThan(0);
    const globex = await world.orgId("globex");
    expect(
      (await world.mails())
        .filter(({ mailingId }) => mailingId !== null)
        .every(({ orgId }) => orgId === globex),
    ).toBe(true);
    expect(names(sent)).not.toContain("riley@customer.example");
  });
});
