import { CALENDAR_BUTTONS, KEY_BUTTONS } from "#model/access-keys.ts";
import { expect, test } from "vitest";
import { inOrg } from "#db/tenant.ts";
import { LIST_BUTTONS, REQUEST_BUTTONS } from "#access/access-requests/forms/review-forms.ts";
import { ACCOUNT_BUTTONS, MEMBER_BUTTONS } from "#access/accounts/forms/account-forms.ts";
import { ACCOUNT_BUTTONS as OWN_BUTTONS } from "#model/auth/forms/staff-forms.ts";
import { ENTRY_BUTTONS } from "#model/knowledge-base/reviews.ts";
import { ROW_BUTTONS, SORTED_ROW_BUTTONS } from "#values/list-order.ts";
import { TOPIC_BUTTONS } from "#updates/updates/forms/updates.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { lockedError } from "./engine-words.ts";
import { RILEY, Visitor } from "./access-world.ts";
import { fieldsOf, formsOf } from "./page-form.ts";
import { cookiesOf, endSessions, send, staffCookie } from "./session-forms.ts";
import { OWNER } from "./staff-journeys.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

/*
 * Each button of a page that has many has an address one word below the page's. What holds of one holds
 * of all: opened it shows the page, and a page of an earlier release names it at the page's own address.
 */

const titleOf = ({ text }: Answer) => /<title>([^<]*)/.exec(text)?.[1];

async function topicIn(world: World): Promise<{ id: string; pinned: () => Promise<boolean> }> {
  const { read } = world.services.store;
  const orgId = await world.orgId("acme");
  const topics = read.selectFrom("topics").selectAll().where("orgId", "=", orgId);
  const { id } = await topics.executeTakeFirstOrThrow();
  return {
    id,
    pinned: async () =>
      (await topics.where("id", "=", id).executeTakeFirstOrThrow()).pinnedAt !== null,
  };
}

async function idOf(
  world: World,
  table: "accessRequests" | "accounts" | "faqEntries",
): Promise<string> {
  const { read } = world.services.store;
  const orgId = await world.orgId("acme");
  const row = await read
    .selectFrom(table)
    .select("id")
    .where("orgId", "=", orgId)
    .executeTakeFirst();
  return row?.id ?? "";
}

testInFive("opened, the address of a button shows its page", async () => {
  const world = await openWorld();
  for (const [at, buttons, as = OWNER] of [
    ["/account", OWN_BUTTONS],
    ["/account/keys", KEY_BUTTONS],
    ["/requests", LIST_BUTTONS],
    [`/requests/${await idOf(world, "accessRequests")}`, REQUEST_BUTTONS],
    [`/accounts/${await idOf(world, "accounts")}`, ACCOUNT_BUTTONS],
    [`/updates/topics/${(await topicIn(world)).id}`, TOPIC_BUTTONS],
    ["/acme/edit/grades", ROW_BUTTONS],
    ["/acme/edit/trusted-by", ROW_BUTTONS],
    ["/acme/edit/subprocessors", SORTED_ROW_BUTTONS],
    ["/acme/my-account", MEMBER_BUTTONS, RILEY],
    ["/acme/my-account/keys", KEY_BUTTONS, RILEY],
    ["/acme/my-account/calendar", CALENDAR_BUTTONS, RILEY],
    ["/knowledge-base", ["review"]],
    [`/knowledge-base/${await idOf(world, "faqEntries")}`, ENTRY_BUTTONS],
    ["/knowledge-base/alike", ["merge"]],
  ] as const) {
    const page = await world.ask(at, { as });
    for (const button of buttons) {
      const opened = await world.ask(`${at}/${button}`, { as });
      expect([opened.status, titleOf(opened)], button).toEqual([200, titleOf(page)]);
      // Without an address, a form of the page would be sent to this button.
      const own = formsOf(opened).map((form) => /^<form[^>]*>/.exec(form)?.[0] ?? "");
      const lost = own.filter((form) => !/ action="[^"?]/.test(form));
      expect(lost, `${at}/${button}`).toEqual([]);
    }
  }
  expect((await world.ask("/account/nothing", { as: OWNER })).status).toBe(404);
});

test("a button does what its address says, and at the page's own what the form calls it", async () => {
  const world = await openWorld();
  const { id, pinned } = await topicIn(world);
  const at = `/updates/topics/${id}`;
  const before = await pinned();
  const press = (path: string, form: Record<string, string>) =>
    world.ask(path, { as: OWNER, form });
  const [there, back] = before ? ["unpin", "pin"] : ["pin", "unpin"];
  const pressed = await press(`${at}/${there}`, {});
  expect([pressed.status, pressed.headers.location, await pinned()]).toEqual([303, at, !before]);
  const named = await press(at, { intent: back });
  expect([named.status, named.headers.location, await pinned()]).toEqual([303, at, before]);
  // The address counts, whatever the form says.
  expect((await press(`${at}/${there}`, { intent: back })).status).toBe(303);
  expect(await pinned()).toBe(!before);
  const unknown = await press(at, { intent: "explode" });
  expect([unknown.status, unknown.text.includes("Something went wrong with this form.")]).toEqual([
    400,
    true,
  ]);
});

test("what one of a page's forms sent after the session ended comes back at its button", async () => {
  const world = await openWorld();
  const own = await staffCookie(world, OWNER);
  const page = await world.ask("/account", { headers: { cookie: own } });
  const at = "/account/choose-notifications";
  const form = formsOf(page).find((one) => one.includes(`action="${at}"`)) ?? "";
  expect(form).not.toBe("");
  await endSessions(world);
  const asked = await send(world, form, at, fieldsOf(form), own);
  expect(asked.status).toBe(401);
  const browser = cookiesOf(asked).find((one) => one.startsWith("otc_form=")) ?? "";
  const cookie = `${await staffCookie(world, OWNER)}; ${browser}`;
  for (const path of ["/account", "/account/begin-totp"]) {
    const led = await world.ask(path, { headers: { cookie } });
    expect([led.status, led.headers.location], path).toEqual([303, at]);
  }
  expect((await world.ask(at, { headers: { cookie } })).text).toContain(wording.typedIsKept);
});

test("requests are decided about at their buttons' addresses, and by a preset's name at the list's", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const { read } = world.services.store;
  const [asked, preset] = await Promise.all([
    inOrg(read, orgId)
      .selectFrom("accessRequests")
      .select("id")
      .where("status", "=", "pending")
      .executeTakeFirstOrThrow(),
    inOrg(read, orgId).selectFrom("accessPresets").select("id").executeTakeFirstOrThrow(),
  ]);
  const statusOf = async () => {
    const row = inOrg(read, orgId).selectFrom("accessRequests").select("status");
    return (await row.where("id", "=", asked.id).executeTakeFirstOrThrow()).status;
  };
  const press = (path: string, values: Record<string, string>) =>
    world.ask(path, { as: OWNER, form: { requestIds: asked.id, ...values } });
  // w3m knows no `formaction`: it sends every button of the list to the page.
  for (const [path, values, status] of [
    ["/requests", { preset: preset.id }, "approved"],
    ["/requests/approve-with", { preset: preset.id }, "approved"],
    ["/requests/decline", {}, "declined"],
    ["/requests", { intent: "decline" }, "declined"],
  ] as const) {
    const decided = await press(path, values);
    expect([decided.status, decided.headers.location, await statusOf()], path).toEqual([
      303,
      "/requests",
      status,
    ]);
    const { at } = await inOrg(read, orgId)
      .selectFrom("accessReviews")
      .select("at")
      .where("requestId", "=", asked.id)
      .orderBy("at", "desc")
      .executeTakeFirstOrThrow();
    const undone = await press(`/requests/undo?undo=${encodeURIComponent(at)}`, {});
    expect([undone.status, await statusOf()], path).toEqual([303, "pending"]);
  }
  const refused = await press("/requests/assign", { assignee: "nobody-of-this-team" });
  expect([refused.status, titleOf(refused)]).toEqual([409, expect.stringContaining("Requests")]);
  expect(refused.text).toMatch(/formaction="\/requests\/assign"/i);
});

testInTurn("a button alone says in its page that the database is busy", async () => {
  const world = await openWorld();
  const path = `/requests/${await idOf(world, "accessRequests")}`;
  const cookie = await staffCookie(world, OWNER);
  const { store } = world.services;
  const write = store.write.bind(store);
  store.write = () => write(() => Promise.reject(lockedError()));
  const answer = await world.ask(`${path}/reopen`, { form: {}, headers: { cookie } });
  store.write = write;
  expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
  expect(answer.text).toContain(
    "The database is busy. Nothing was saved; please try again in a moment.",
  );
  expect(titleOf(answer)).toContain("Request from");
});

test("the rows of a list are moved and removed at their buttons' addresses, and by name at the list's", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const productId = await world.productId("acme");
  const idsNow = async () =>
    (
      await inOrg(world.services.store.read, orgId)
        .selectFrom("securityGrades")
        .select("id")
        .where("productId", "=", productId)
        .orderBy("position")
        .execute()
    ).map(({ id }) => id);
  const at = "/acme/edit/grades";
  const [first = "", second = ""] = await idsNow();
  const press = (path: string, form: Record<string, string>) =>
    world.ask(path, { as: OWNER, form });
  const page = await world.ask(at, { as: OWNER });
  for (const button of ["move", "remove"])
    expect(page.text, button).toContain(`action="${at}/${button}"`);
  // What a page of an earlier release sends goes to the list, and names its button.
  for (const [path, named] of [
    [at, { intent: "move" }],
    [`${at}/move`, {}],
  ] as const) {
    const [before = ""] = await idsNow();
    const moved = await press(path, { ...named, id: before, move: "down" });
    expect([moved.status, moved.headers.location], path).toEqual([303, at]);
    expect((await idsNow())[1], path).toBe(before);
  }
  const refused = await press(`${at}/put`, { id: first, beside: second, edge: "inside" });
  expect([refused.status, titleOf(refused)]).toEqual([400, `Error: ${titleOf(page)}`]);
  for (const [path, id, named] of [
    [at, first, { intent: "remove" }],
    [`${at}/remove`, second, {}],
  ] as const) {
    expect((await press(path, { ...named, id })).status).toBe(303);
    expect(await idsNow(), path).not.toContain(id);
  }
});

test("visitors' buttons have addresses on either door, and forms of an earlier release still name theirs", async () => {
  for (const [portal, base, options] of [
    ["/acme", "/acme", {}],
    ["", "", { host: "trust.acme.example" }],
  ] as const) {
    const world = await openWorld();
    const visitor = new Visitor(world, portal, options);
    const dialog = await visitor.ask(`${portal}/?loginRequest=true`);
    const form = formsOf(dialog).find((one) => one.includes("/get-access/login")) ?? "";
    const action = /action="([^"]*)"/.exec(form)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(action.split("?")[0]).toBe(`${base}/get-access/login`);
    const wrong = await visitor.ask(action, { form: { email: "nobody" } });
    expect([wrong.status, wrong.text.includes(`action="${base}/get-access/login?`)]).toEqual([
      400,
      true,
    ]);
    expect(wrong.text).toContain('value="nobody"');
    for (const [path, named] of [
      [action, {}],
      [action.replace("/login", ""), { intent: "login" }],
    ] as const) {
      const asked = await visitor.ask(path, { form: { ...named, email: RILEY } });
      expect([asked.status, asked.headers.location], path).toEqual([
        303,
        `${base || "/"}?accessStatus=check-email`,
      ]);
    }
    const unknown = await visitor.ask(action.replace("/login", ""), { form: { intent: "no" } });
    expect(unknown.status).toBe(400);
    expect((await visitor.ask(`${portal}/get-access/nothing`)).status).toBe(404);
    // Staff who look at their own portal ask for nothing.
    if (base !== "") {
      const staff = await world.ask(action, { as: OWNER, form: { email: RILEY } });
      expect([staff.status, staff.text.includes("signed in as a team member")]).toEqual([
        400,
        true,
      ]);
    }
  }
});

test("a member's own page sends its forms to its buttons, and still hears what they are called", async () => {
  const world = await openWorld();
  const at = "/acme/my-account";
  const page = await world.ask(at, { as: RILEY });
  expect(page.text).toContain(`action="${at}/sign-out-everywhere"`);
  for (const [path, form] of [
    [`${at}/end-session`, { session: "not-there" }],
    [at, { intent: "end-session", session: "not-there" }],
  ] as const) {
    const ended = await world.ask(path, { as: RILEY, form });
    expect([ended.status, ended.headers.location], path).toEqual([303, at]);
  }
  const unknown = await world.ask(at, { as: RILEY, form: { intent: "explode" } });
  expect([unknown.status, titleOf(unknown)]).toEqual([400, `Error: ${titleOf(page)}`]);
});
