import { describe, expect, test } from "vitest";
import { MOST_PASSKEYS } from "#auth/store/passkeys.server.ts";
import { type Altered, SoftwareAuthenticator } from "../software-authenticator.ts";
import { testInFive } from "../in-turn.ts";
import { PASSWORDS } from "../limits.ts";
import {
  account,
  actions,
  cookieOf,
  enrol,
  MINUTE,
  OWNER,
  signIn,
  staffId,
} from "./staff-journeys.ts";
import { DEMO_PASSWORD, openWorld, type Answer, type World } from "./world.ts";

const EDITOR = "editor@acme.example";
const REFUSED = "That passkey didn’t work.";

/** What the page of a new passkey asks the device. */
function askedOf(page: Answer): { challenge: string; user: { id: string } } {
  const written = /data-options="([^"]+)"/.exec(page.text)?.[1] ?? "";
  return JSON.parse(written.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
}

/** The owner's session, and what their device is asked for a passkey of that name. */
async function begin(world: World, cookie: string, passkeyName = "Work laptop") {
  const page = await account(world, cookie, {
    intent: "begin-passkey",
    passkeyName,
    currentPassword: DEMO_PASSWORD,
  });
  expect(page.status).toBe(200);
  return askedOf(page);
}

/** Adds a passkey to the account whose session it is, through its pages. */
async function add(world: World, cookie: string): Promise<SoftwareAuthenticator> {
  const device = new SoftwareAuthenticator();
  const credential = device.create(await begin(world, cookie));
  const added = await account(world, cookie, { intent: "add-passkey", credential });
  expect([added.status, added.headers.location]).toEqual([303, "/account#passkeys"]);
  return device;
}

/** What a device has to sign now to sign somebody in. */
async function challenge(world: World): Promise<{ challenge: string }> {
  const answer = await world.ask("/sign-in/passkey/challenge", { method: "POST" });
  expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  return JSON.parse(answer.text);
}

/** Sends a device's answer by the form of the sign-in page. */
function use(world: World, credential: string, redirectTo = ""): Promise<Answer> {
  return world.ask("/sign-in/passkey", { form: { credential, redirectTo } });
}

async function mailed(world: World): Promise<string[]> {
  const mails = await world.services.store.read
    .selectFrom("outbox")
    .select(["kind", "subject"])
    .where("kind", "=", "staff-passkeys")
    .orderBy("createdAt")
    .execute();
  return mails.map(({ subject }) => subject);
}

describe("passkeys", () => {
  testInFive(
    "are named, listed, told by email, recorded, sign in alone, and are removed with the password",
    async () => {
      const world = await openWorld();
      const cookie = cookieOf(await signIn(world));
      const device = await add(world, cookie);
      expect(await mailed(world)).toEqual(["A passkey was added to your account"]);
      expect(await actions(world, "acme")).toContain("staff.passkey-added");
      const page = await world.ask("/account", { headers: { cookie } });
      expect(page.text).toContain("Work laptop");
      expect(page.text).toContain("Not used yet.");

      const answer = await use(world, device.get(await challenge(world)), "/team");
      expect([answer.status, answer.headers.location]).toEqual([303, "/team"]);
      const theirs = cookieOf(answer);
      const after = await world.ask("/account", { headers: { cookie: theirs } });
      expect(after.text).toContain("Last used");

      const passkey = /<option value="([^"]+)"[^>]*>Work laptop</.exec(after.text)?.[1] ?? "";
      const remove = (currentPassword: string) =>
        account(world, theirs, { intent: "remove-passkey", passkey, currentPassword });
      expect((await remove("wrong")).status).toBe(400);
      expect((await remove(DEMO_PASSWORD)).headers.location).toBe("/account#passkeys");
      expect(await mailed(world)).toHaveLength(2);
      expect(await actions(world, "acme")).toContain("staff.passkey-removed");
      const gone = await use(world, device.get(await challenge(world)));
      expect(gone.status).toBe(400);
      expect(gone.text).toContain(REFUSED);
    },
  );

  testInFive(
    "count as both factors: no code is asked, and a team that requires two factors is open",
    async () => {
      const world = await openWorld();
      const { cookie } = await enrol(world);
      const device = await add(world, cookie);
      expect((await signIn(world)).headers.location).toBe("/sign-in/code");
      expect((await use(world, device.get(await challenge(world)))).headers.location).toBe("/home");

      const editor = cookieOf(await signIn(world, { email: EDITOR }));
      const theirs = await add(world, editor);
      expect(
        (await world.ask("/team/require-two-factor", { form: {}, headers: { cookie } })).status,
      ).toBe(303);
      const closed = await world.ask("/home", { headers: { cookie: editor } });
      expect(closed.headers.location).toBe("/account");
      const open = cookieOf(await use(world, theirs.get(await challenge(world))));
      expect((await world.ask("/home", { headers: { cookie: open } })).status).toBe(200);
      // A new password leaves it as it is.
      const changed = await account(world, open, {
        intent: "change-password",
        currentPassword: DEMO_PASSWORD,
        newPassword: "a password of my own",
      });
      const next = cookieOf(changed);
      expect((await world.ask("/home", { headers: { cookie: next } })).status).toBe(200);
    },
  );

  test("are a second factor where a team asks for one, and in its list", async () => {
    const world = await openWorld();
    const cookie = cookieOf(await signIn(world));
    const ask = (target: string, form?: Record<string, string>) =>
      world.ask(target, { headers: { cookie }, ...(form === undefined ? {} : { form }) });
    expect((await ask("/team/require-two-factor", {})).status).toBe(409);
    const device = await add(world, cookie);
    expect((await ask("/team/require-two-factor", {})).status).toBe(303);
    const open = cookieOf(await use(world, device.get(await challenge(world))));
    const person = await world.ask(`/team/${await staffId(world, OWNER)}`, {
      headers: { cookie: open },
    });
    expect(person.text.replaceAll("<!-- -->", "")).toContain("sign-in is on.");
  });

  testInFive(
    "are added with the current password alone, in the session that asked, once and soon",
    async () => {
      const world = await openWorld();
      const [mine, other] = [cookieOf(await signIn(world)), cookieOf(await signIn(world))];
      const refused = await account(world, mine, {
        intent: "begin-passkey",
        passkeyName: "Phone",
        currentPassword: "wrong",
      });
      expect([refused.status, refused.text.includes('value="Phone"')]).toEqual([400, true]);
      expect(refused.text).not.toContain("data-options");
      const device = new SoftwareAuthenticator();
      const send = (cookie: string, credential: string) =>
        account(world, cookie, { intent: "add-passkey", credential });
      const asked = await begin(world, mine);
      const elsewhere = await send(other, device.create(asked));
      expect([elsewhere.status, elsewhere.text.includes("The passkey wasn’t added.")]).toEqual([
        409,
        true,
      ]);
      const credential = device.create(asked);
      expect((await send(mine, credential)).status).toBe(303);
      expect((await send(mine, credential)).status).toBe(409);
      const late = await begin(world, mine);
      world.time = new Date(world.time.getTime() + 5 * MINUTE);
      expect((await send(mine, new SoftwareAuthenticator().create(late))).status).toBe(409);
      expect((await send(mine, "")).status).toBe(409);
      // What was asked of one device, another session's person can't use either.
      const editor = cookieOf(await signIn(world, { email: EDITOR }));
      const again = device.create(await begin(world, editor));
      expect((await send(editor, again)).text).toContain("This passkey is already in use.");
    },
  );

  test("sign in once a challenge: a second answer, a late one, a copied count and a foreign origin sign nobody in", async () => {
    const world = await openWorld();
    const device = await add(world, cookieOf(await signIn(world)));
    const credential = device.get(await challenge(world));
    const answers = await Promise.all(Array.from({ length: 6 }, () => use(world, credential)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);

    const late = device.get(await challenge(world));
    world.time = new Date(world.time.getTime() + 5 * MINUTE);
    const wrong: [what: string, altered: Altered][] = [
      ["origin", { origin: "https://evil.example" }],
      ["own domain", { origin: "https://trust.acme.example" }],
      ["not verified", { verified: false }],
      ["counter", { counter: 1 }],
      ["never issued", { challenge: "bmV2ZXI" }],
    ];
    const sent = [
      ["late", late],
      ["nothing", ""],
      ["no answer", "{}"],
    ];
    for (const [what, altered] of wrong)
      sent.push([what, device.get(await challenge(world), altered)]);
    for (const [what = "", text = ""] of sent) {
      const answer = await use(world, text);
      expect([answer.status, answer.headers["set-cookie"]], what).toEqual([400, undefined]);
      expect(answer.text, what).toContain(REFUSED);
    }
    // A wrong answer spends the challenge, too.
    const asked = await challenge(world);
    expect((await use(world, device.get(asked, { verified: false }))).status).toBe(400);
    expect((await use(world, device.get(asked))).status).toBe(400);
    expect((await use(world, device.get(await challenge(world)))).status).toBe(303);
  });

  testInFive("are ten at most", PASSWORDS, async () => {
    const world = await openWorld();
    const cookie = cookieOf(await signIn(world));
    const asked = await begin(world, cookie);
    for (let i = 0; i < MOST_PASSKEYS; i += 1) await add(world, cookie);
    const page = await account(world, cookie, {
      intent: "begin-passkey",
      passkeyName: "Eleventh",
      currentPassword: DEMO_PASSWORD,
    });
    expect(page.text).toContain("You have 10 passkeys. Remove one before you add another.");
    const eleventh = await account(world, cookie, {
      intent: "add-passkey",
      credential: new SoftwareAuthenticator().create(asked),
    });
    expect(eleventh.text).toContain("You have 10 passkeys.");
  });

  test("are offered where browsers know them: not on an address without https", async () => {
    const world = await openWorld({ ORIGIN: "http://trust.test" });
    const page = await world.ask("/sign-in", { host: "trust.test" });
    expect(page.text).not.toContain("Use a passkey");
    const answer = await world.ask("/sign-in/passkey/challenge", {
      method: "POST",
      host: "trust.test",
    });
    expect(answer.status).toBe(404);
  });
});
