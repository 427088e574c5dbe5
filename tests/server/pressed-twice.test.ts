import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { WALK } from "../limits.ts";
import { ORIGIN } from "./edit-world.ts";
import { multipart, pdf } from "./multipart.ts";
import { changed, fieldsOf, formsOf } from "./page-form.ts";
import { pressed, send, staffCookie, targetOf } from "./session-forms.ts";
import { plantSpecimens } from "./specimens.ts";
import { OWNER } from "./staff-journeys.ts";
import { openWorld, World, type Answer } from "./world.ts";
import { testInTurn } from "../in-turn.ts";

/** Tables that grow with what is asked, whatever comes of it. */
const BOOKKEEPING = ["sessions", "sentForms", "keptForms", "events", "markdownTrees"];

async function counts(world: World): Promise<Record<string, number>> {
  const { read } = world.services.store;
  const counted: Record<string, number> = {};
  for (const { name } of await read.introspection.getTables()) {
    if (BOOKKEEPING.includes(name)) continue;
    const { n } = await read
      .selectFrom(name as "orgs")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    counted[name] = n;
  }
  return counted;
}

function growth(before: Record<string, number>, after: Record<string, number>) {
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, n]) => [name, n - (before[name] ?? 0)] as const)
      .filter(([, n]) => n !== 0),
  );
}

/** The ids of specimens, by their names. */
type Ids = Readonly<Record<string, string>>;

/** A form that makes something. */
interface Making {
  /** Its page, where `{name}` stands for a specimen's id. */
  page: string;
  /** Words that its form holds, where the page has several. */
  marks: string;
  /** What is typed; `n` makes it another thing. */
  values: (n: number, ids: Ids) => Record<string, string | null>;
  /** The table in which the thing is. */
  table: string;
  /** Its page has no such form any more once it was sent. */
  hasRoomForOne?: boolean;
  /** Specimens lie in cards that the named world has not; lists touch the items of theirs. */
  needsNoSpecimens?: boolean;
}

const MAKING: Readonly<Record<string, Making>> = {
  "FAQ entry": {
    page: "/knowledge-base/new",
    marks: 'name="question"',
    values: (n) => ({ question: `Which one is number ${n}?`, answer: "This one." }),
    table: "faqEntries",
  },
  control: {
    page: "/controls/new",
    marks: 'name="reference"',
    values: (n) => ({ reference: `T-${n}`, title: `Control ${n}` }),
    table: "controls",
  },
  product: {
    page: "/products/new",
    marks: 'name="name"',
    values: (n) => ({ name: `Product ${n}` }),
    table: "products",
  },
  profile: {
    page: "/profiles/new",
    marks: 'name="name"',
    values: (n) => ({ name: `Profile ${n}` }),
    table: "permissionProfiles",
  },
  account: {
    page: "/accounts/new",
    marks: 'name="accountName"',
    values: (n, ids) => ({
      profileId: ids.profile ?? "",
      productIds: ids.platform ?? "",
      accountName: `Account ${n}`,
      email: `first@account-${n}.example`,
      firstName: "First",
      lastName: "Person",
    }),
    table: "accounts",
  },
  "member of an account": {
    page: "/accounts/{account}",
    marks: '/add-member"',
    values: (n) => ({ email: `new-${n}@customer.example`, firstName: "New", lastName: "Member" }),
    table: "members",
  },
  note: {
    page: "/accounts/{account}",
    marks: 'name="note"',
    values: (n) => ({ note: `Note ${n}` }),
    table: "accountNotes",
  },
  "internal note": {
    page: "/requests/{request}",
    marks: '/note"',
    values: (n) => ({ note: `Note ${n}` }),
    table: "requestNotes",
  },
  question: {
    page: "/requests/{request}",
    marks: 'name="question"',
    values: (n) => ({ question: `What is ${n} for?` }),
    table: "requestQuestions",
    hasRoomForOne: true,
  },
  comment: {
    page: "/comments/{account}/{platform}/custom.locked",
    marks: 'name="content"',
    values: (n) => ({ content: `Answer ${n}` }),
    table: "comments",
  },
  rule: {
    page: "/rules/new",
    marks: 'name="outcome"',
    values: (n) => ({ pattern: `rule-${n}.example`, outcome: "decline", confirmed: "yes" }),
    table: "accessRules",
  },
  "NDA text": {
    page: "/nda/versions/new",
    marks: 'name="body"',
    values: (n) => ({ title: `NDA ${n}`, body: `Text ${n}`, confirmed: "yes" }),
    table: "ndaVersions",
  },
  partner: {
    page: "/settings/partners",
    marks: 'name="domain"',
    values: (n) => ({ name: `Partner ${n}`, domain: `partner-${n}.example` }),
    table: "partners",
  },
  channel: {
    page: "/settings/chat",
    marks: 'name="url"',
    values: (n) => ({
      name: `Channel ${n}`,
      url: `https://chat.acme.example/${n}`,
      kind: "slack",
      types: "request.received",
    }),
    table: "webhooks",
  },
  webpage: {
    page: "/settings/search/webpages",
    marks: 'name="url"',
    values: (n) => ({ url: `https://www.acme.example/page-${n}` }),
    table: "webpages",
  },
  invitation: {
    page: "/team/invite",
    marks: 'name="email"',
    values: (n) => ({ email: `colleague-${n}@acme.example`, role: "viewer" }),
    table: "teamInvitations",
  },
  subscriber: {
    page: "/subscribers/add",
    marks: 'name="email"',
    values: (n) => ({ email: `reader-${n}@kept.example` }),
    table: "outbox",
  },
  block: {
    page: "/subscribers/blocks",
    marks: 'name="value"',
    values: (n) => ({ value: `blocked-${n}.example` }),
    table: "subscriptionBlocks",
  },
  "suppressed address": {
    page: "/mail/suppressions",
    marks: 'name="email"',
    values: (n) => ({ email: `nobody-${n}@kept.example` }),
    table: "suppressions",
  },
  "custom item": {
    page: "/acme/edit/cards/Reports/items/new",
    marks: 'name="enabledState"',
    values: (n) => ({ title: `Item ${n}`, intent: "save" }),
    table: "items",
  },
  grade: {
    page: "/acme/edit/grades/new?provider=BitSight",
    marks: 'name="label"',
    values: (n) => ({ label: `Grade ${n}`, grade: "750", url: `grades-${n}.example` }),
    table: "securityGrades",
    needsNoSpecimens: true,
  },
  "trusted company": {
    page: "/acme/edit/trusted-by/new",
    marks: 'name="company"',
    values: (n) => ({ company: `Customer ${n}` }),
    table: "trustedCompanies",
    needsNoSpecimens: true,
  },
  subprocessor: {
    page: "/acme/edit/subprocessors/new",
    marks: 'name="company"',
    values: (n) => ({ company: `Processor ${n}`, purpose: "Hosting", location: "Germany" }),
    table: "subprocessors",
  },
  draft: {
    page: "/updates/new",
    marks: 'name="subject"',
    values: (n) => ({
      subject: `Update ${n}`,
      category: "general",
      message: "What is new.",
      intent: "save",
    }),
    table: "topicDrafts",
  },
  "follow-up": {
    page: "/updates/topics/{topic}/follow-up",
    marks: 'name="message"',
    values: (n) => ({ message: `More of ${n}.`, intent: "save" }),
    table: "topicDrafts",
  },
};

/** What a refused form says. */
function faultsOf(answer: Answer | undefined): string {
  const alert = /role="alert"[^]*?<\/ul>/.exec(answer?.text ?? "")?.[0] ?? "";
  return alert.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}

async function sentTimes(
  world: World,
  { page, marks, values }: Making,
  ids: Ids,
  n: number,
  times: number,
): Promise<Answer[]> {
  const cookie = await staffCookie(world, OWNER);
  const shown = await world.ask(page, { headers: { cookie } });
  const form = formsOf(shown).find((text) => text.includes(marks)) ?? "";
  if (form === "") throw new Error(`${page} has no form with ${marks} (${shown.status})`);
  const fields = changed(pressed(form), values(n, ids));
  const target = targetOf(form, page);
  return Promise.all(
    Array.from({ length: times }, () => send(world, form, target, fields, cookie)),
  );
}

describe("a form that makes something", () => {
  testInTurn("makes one thing, however often it is sent at once", WALK, async () => {
    const [planted, plain] = [await openWorld(), await openWorld()];
    const ids: Ids = await plantSpecimens(planted);
    const wrong: string[] = [];
    for (const [what, making] of Object.entries(MAKING)) {
      const world = making.needsNoSpecimens === true ? plain : planted;
      const page = making.page.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
      const start = await counts(world);
      const [once] =
        making.hasRoomForOne === true ? [] : await sentTimes(world, { ...making, page }, ids, 1, 1);
      const afterOne = await counts(world);
      const many = await sentTimes(world, { ...making, page }, ids, 2, 5);
      const byMany = growth(afterOne, await counts(world));
      const byOne =
        making.hasRoomForOne === true ? { ...byMany, [making.table]: 1 } : growth(start, afterOne);
      const answers = new Set(
        many.map(({ status, headers }) => `${status} ${headers.location ?? ""}`),
      );
      if (
        many[0]?.status !== 303 ||
        answers.size !== 1 ||
        byMany[making.table] !== 1 ||
        Object.entries(byMany).some(([table, rows]) => rows > (byOne[table] ?? 0))
      )
        wrong.push(
          `${what}: ${once?.status} ${faultsOf(once ?? many[0])} ${[...answers].join()} ${JSON.stringify([byOne, byMany])}`,
        );
    }
    expect(wrong).toEqual([]);
  });

  test("makes one thing of fifty", WALK, async () => {
    const world = await openWorld();
    const faq = MAKING["FAQ entry"];
    if (faq === undefined) throw new Error("no FAQ");
    const before = await counts(world);
    const answers = await sentTimes(world, faq, {}, 1, 50);
    expect(
      new Set(answers.map(({ status, headers }) => `${status} ${headers.location}`)).size,
    ).toBe(1);
    expect(growth(before, await counts(world)).faqEntries).toBe(1);
  });

  test("is sent again in vain after a restart, too, and as another form where it says something else", async () => {
    const world = await openWorld();
    const cookie = await staffCookie(world, OWNER);
    const page = await world.ask("/knowledge-base/new", { headers: { cookie } });
    const form = formsOf(page).find((text) => text.includes('name="question"')) ?? "";
    const fields = changed(fieldsOf(form), { question: "Is it made once?", answer: "Yes." });
    const first = await send(world, form, "/knowledge-base/new", fields, cookie);
    const before = await counts(world);
    const { handle, httpServer } = await (await import("./template.ts")).builtServer();
    const another = httpServer(await handle(world.services));
    await new Promise<void>((resolve) => another.listen(0, "127.0.0.1", resolve));
    const restarted = new World(world.services, another, world.database);
    const again = await send(restarted, form, "/knowledge-base/new", fields, cookie);
    another.closeAllConnections();
    another.close();
    expect([first.status, again.status]).toEqual([303, 303]);
    expect(await counts(world)).toEqual(before);
    const other = changed(fields, { question: "Is this another one?" });
    expect((await send(world, form, "/knowledge-base/new", other, cookie)).status).toBe(303);
    expect(growth(before, await counts(world)).faqEntries).toBe(1);
  });

  test("that was refused is free to come again", async () => {
    const world = await openWorld();
    const cookie = await staffCookie(world, OWNER);
    const page = await world.ask("/products/new", { headers: { cookie } });
    const form = formsOf(page).find((text) => text.includes('name="name"')) ?? "";
    const fields = changed(fieldsOf(form), { name: "" });
    const before = await counts(world);
    const refused = await Promise.all(
      [1, 2].map(() => send(world, form, "/products/new", fields, cookie)),
    );
    expect(refused.map(({ status }) => status)).toEqual([400, 400]);
    const made = changed(fields, { name: "A product at last" });
    expect((await send(world, form, "/products/new", made, cookie)).status).toBe(303);
    expect(growth(before, await counts(world)).products).toBe(1);
  });

  test("with a file makes one document of it, and another one of another file", WALK, async () => {
    const world = await openWorld();
    const cookie = await staffCookie(world, OWNER);
    const at = "/documents?uploadModal=true";
    const page = await world.ask(at, { headers: { cookie } });
    const form = formsOf(page).find((text) => text.includes('type="file"')) ?? "";
    const fields = Object.fromEntries([...fieldsOf(form)].filter(([name]) => name !== "files"));
    const upload = (text: string) => {
      const file = { name: "report.pdf", type: "application/pdf", bytes: pdf(text) };
      const { body, headers } = multipart([file], fields);
      return world.ask(targetOf(form, at), {
        method: "POST",
        body,
        headers: { ...ORIGIN, cookie, ...headers },
      });
    };
    const before = await counts(world);
    const sent = await Promise.all([upload("One"), upload("One")]);
    expect(new Set(sent.map(({ status, headers }) => `${status} ${headers.location}`)).size).toBe(
      1,
    );
    expect(growth(before, await counts(world)).documents).toBe(1);
    await upload("Two");
    expect(growth(before, await counts(world)).documents).toBe(2);
  });
});

/** Forms that need not say which page they are of, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  "app/staff/auth/sign-in/sign-in.tsx": "nobody is signed in",
  "app/staff/auth/sign-in/sign-out.tsx": "ends a session",
  "app/staff/auth/sign-in/forgotten-page.tsx": "nobody is signed in",
  "app/staff/auth/sign-in/invitation.tsx": "nobody is signed in; the invitation is spent once",
  "app/staff/area/org-place.tsx": "shows another company",
  "app/staff/area/header.tsx": "ends a session",
  "app/portal/frame/header.tsx": "ends a session",
  "app/portal/frame/member-menu.tsx": "ends a session, shows another account",
  "app/web/portal/editing/menu.tsx": "ends a session",
  "app/web/portal/editing/area-link.tsx": "shows another company",
  "app/web/staff/editing/entry-list.tsx": "an order, which the same form makes again",
  "app/content/cards/staff/order/form.tsx": "an order, which the same form makes again",
  "app/web/ui/flash-message.tsx": "undoes what is undone once",
  "app/web/ui/session-list.tsx": "ends a session",
  "app/updates/subscribers/portal/dialogs.tsx": "ends a subscription",
  "app/updates/subscribers/portal/subscribe-form.tsx":
    "a visitor's; the address subscribes once by its own row",
};

test("every form that posts says which page it is of, or why it needn't", async () => {
  const files = (await readdir("app", { recursive: true })).filter((file) => file.endsWith(".tsx"));
  const without: string[] = [];
  for (const file of files) {
    const name = path.join("app", file);
    const source = await readFile(name, "utf8");
    const forms = source.split('method="post"').slice(1);
    // The field stands within the form, before its next sibling could begin.
    if (forms.some((rest) => !rest.slice(0, 400).includes("<OnceField />"))) without.push(name);
  }
  expect(without.sort()).toEqual(Object.keys(WITHOUT).sort());
});
