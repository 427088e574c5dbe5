import "./production-react.ts";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { addControls } from "#content/controls/store/controls.server.ts";
import { addFaqEntries } from "#content/knowledge-base/store/faq.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { createTopics } from "#updates/updates/store/topics.server.ts";
import { addWebpage } from "#content/webpages/store/webpages.server.ts";
import { EDITOR, hidden, post } from "./edit-world.ts";
import { testInTurn } from "../in-turn.ts";
import { upload } from "./large-imports.ts";
import { multipart, zip } from "./multipart.ts";
import { everything, sample } from "../sample.ts";
import { builtServer } from "./template.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { holdOf, overPieces } from "../work-time.ts";

/*
 * What one company's people write, or another host answers, holds nobody up: every reader of texts
 * gets the worst that it accepts, a hundred of them where there can be so many, while another
 * company's kept page is asked for again and again. What is measured is the processor time that the
 * server's thread works without looking at anybody else: other processes of the machine count for
 * nothing.
 */

const OWNER = "owner@acme.example";
const HUNDRED = 100;
/** The longest that anybody waits for a kept page: as long as so many pieces of work (work-time.ts) take. */
const MOST_PIECES = 10;
const EVERY_MS = 50;
const LONG = { timeout: 240_000 };

/** Texts of a length that ask most of one reader or another. */
function worstTexts(length: number): string[] {
  const filled = (unit: string, begin = "x\n", end = "x") =>
    begin + unit.repeat(Math.floor((length - begin.length - end.length) / unit.length)) + end;
  return [
    filled("-"),
    filled(" ", "x", "x"),
    filled("\t", "x", "x"),
    filled("\n", "x", "x"),
    filled("["),
    filled("!["),
    filled("](", "["),
    filled("("),
    filled("|"),
    filled("| - "),
    filled("*_"),
    filled("> "),
    filled("- "),
    filled("`"),
    filled("<"),
    filled("&"),
    filled("a@"),
    filled(`a${"\u0301\u0316".repeat(4)}`),
    filled("\ufdfa"),
    filled("s "),
    filled("· "),
    filled("\\"),
    filled("http://a"),
    filled("İ"),
    filled("1. "),
    filled("=\n"),
    filled('"'),
    filled(".", "x", "x"),
  ];
}

/** The world with what held somebody up; the other company's page is in memory. */
class Calm {
  readonly world: World;
  readonly faults: string[] = [];

  private constructor(world: World) {
    this.world = world;
  }

  static async open(environment: Record<string, string> = {}): Promise<Calm> {
    const world = await openWorld(environment);
    return new Calm(world);
  }

  /** Does a piece of work while the other company's page is asked for every 50 ms. */
  async during<T>(name: string, work: () => Promise<T>): Promise<T> {
    const { headers } = await this.world.ask("/globex");
    let asked = 0;
    const done = new AbortController();
    const others = async () => {
      while (!done.signal.aborted) {
        const kept = await this.world.ask("/globex");
        if (kept.status !== 200 || kept.headers.etag !== headers.etag)
          throw new Error(`the kept page answered ${kept.status}`);
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      }
    };
    const asking = others().catch((error: unknown) => void this.faults.push(`${name}: ${error}`));
    const { value, longest } = await holdOf(work).finally(async () => {
      done.abort();
      await asking;
    });
    const over = overPieces(longest, MOST_PIECES);
    if (over !== null)
      this.faults.push(`${name}: held for ${over} pieces of work, ${Math.round(longest)} ms`);
    if (asked === 0) this.faults.push(`${name}: nobody asked meanwhile`);
    return value;
  }

  /** Asks for a page, whose answer has to be one of these. */
  async asks(
    target: string,
    { as, statuses = [200] }: { as?: string; statuses?: readonly number[] } = {},
  ): Promise<Answer> {
    await this.world.services.limits.forgive("search-network", "127.0.0.1");
    const answer = await this.during(target.slice(0, 80), () =>
      this.world.ask(target, as === undefined ? {} : { as }),
    );
    if (!statuses.includes(answer.status))
      this.faults.push(`${target.slice(0, 80)}: answered ${answer.status}`);
    return answer;
  }

  /** Posts a form that is taken, or refused in words. */
  async posts(
    path: string,
    form: Record<string, string>,
    {
      as = OWNER,
      statuses = [200, 303, 400, 404, 409, 413, 429],
    }: { as?: string; statuses?: number[] } = {},
  ): Promise<Answer> {
    const answer = await this.during(`POST ${path}`, () => post(this.world, path, form, as));
    if (!statuses.includes(answer.status))
      this.faults.push(`POST ${path}: answered ${answer.status}`);
    return answer;
  }
}

const SEARCHED = [
  "foo",
  "s s s s s s s s",
  "quokka x",
  "\ufdfa".repeat(90),
  "----------",
  "a@a@a@",
];

/** Every door behind which strangers search or read what the company says. */
async function strangersAsk(calm: Calm, doors: readonly string[]): Promise<void> {
  for (const door of doors)
    for (const words of door.includes("%s") ? sample(SEARCHED, 4, `worst words at ${door}`) : [""])
      await calm.asks(door.replace("%s", encodeURIComponent(words)));
}

const times = (world: World) => ({ createdAt: world.time, modifiedAt: world.time });
const OPEN = { access: "public", favourite: false, productIds: [] } as const;

testInTurn("a hundred of the worst answers, and synonyms, hold nobody up", LONG, async () => {
  const calm = await Calm.open();
  const { world } = calm;
  const orgId = await world.orgId("acme");
  const texts = worstTexts(19_900);
  const accepted: string[] = [];
  for (const [i, answer] of texts.entries()) {
    const form = { question: `Quokka ${i}?`, answer, comment: answer, access: "public" };
    const { status } = await calm.posts("/knowledge-base/new", form, { as: EDITOR });
    if (status === 303) accepted.push(answer);
  }
  expect(accepted.length).toBeGreaterThan(15);
  await world.services.store.write((trx) =>
    addFaqEntries(
      trx,
      orgId,
      Array.from({ length: HUNDRED - accepted.length }, (_, i) => {
        const answer = accepted[i % accepted.length] ?? "";
        return {
          ...OPEN,
          question: `Quokka again ${i}?`,
          answer,
          comment: answer,
          ...times(world),
        };
      }),
    ),
  );
  const line = (i: number) =>
    `foo${i === 0 ? "" : i}, ${Array.from({ length: 20 }, () => "s s s s s s s s").join(", ")}`;
  for (const list of [
    Array.from({ length: 90 }, (_, i) => line(i)).join("\n"),
    "foo, s s s s s s s s, t, u",
    `foo, ${"s ".repeat(200)}`,
    `foo, ${"x,".repeat(240)}y`,
    "\n".repeat(50_000),
    ",".repeat(99_000),
    " ".repeat(99_000),
    "\ufdfa, ".repeat(33_000),
  ])
    await calm.posts("/settings/search", { searchSynonyms: list });
  // As older versions took them.
  await world.services.store.write((trx) =>
    updateCustomization(
      { trx, orgId, now: world.time },
      { searchSynonyms: [`foo, ${"s ".repeat(240).trim()}`, `bar, ${"x,".repeat(240)}y`] },
    ),
  );
  await world.layOut();
  await strangersAsk(calm, [
    "/acme/search?q=%s",
    "/acme/search/results.json?q=%s",
    "/acme/faq?q=%s",
    "/acme?kb=open&kbQuery=%s",
    "/acme/search/index.json",
    "/acme/faq",
    "/acme",
  ]);
  for (const target of ["/knowledge-base", "/knowledge-base?q=quokka"])
    await calm.asks(target, { as: EDITOR });
  await calm.during("export", () => world.ask("/knowledge-base/export.csv", { as: EDITOR }));
  expect(calm.faults).toEqual([]);
});

testInTurn(
  "a hundred of the worst controls, subprocessors and updates hold nobody up",
  LONG,
  async () => {
    const calm = await Calm.open();
    const { world } = calm;
    const orgId = await world.orgId("acme");
    const accepted: string[] = [];
    for (const [i, description] of worstTexts(9_900).entries()) {
      const form = {
        reference: `W-${i}`,
        title: "Quokka",
        description,
        requirements: description.slice(0, 4_000).replaceAll(/(.{79})/g, "$1\n"),
        access: "public",
      };
      const { status } = await calm.posts("/controls/new", form, { as: EDITOR });
      if (status === 303) accepted.push(description);
    }
    expect(accepted.length).toBeGreaterThan(5);
    await world.services.store.write((trx) =>
      addControls(
        trx,
        orgId,
        Array.from({ length: HUNDRED - accepted.length }, (_, i) => ({
          reference: `Again ${i}`,
          title: "Quokka again",
          description: accepted[i % accepted.length] ?? "",
          requirements: [],
          itemUid: null,
          access: "public" as const,
          productIds: [],
          ...times(world),
        })),
      ),
    );
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const details = worstTexts(990);
    const csv = `Company,Purpose,Location,Additional details\n${Array.from(
      { length: HUNDRED },
      (_, i) =>
        [
          `Vendor ${i}`,
          details[i % details.length]?.slice(0, 290),
          "(".repeat(190),
          details[i % details.length],
        ]
          .map((text) => cell(text ?? ""))
          .join(","),
    ).join("\n")}`;
    const at = "/acme/edit/subprocessors/import";
    const shown = await calm.during("import", upload(world, at, csv, { step: "preview" }));
    if (shown.text.includes('name="staged"'))
      await calm.posts(
        at,
        { step: "import", staged: hidden(shown, "staged"), stamp: hidden(shown, "stamp") },
        { as: EDITOR },
      );
    const messages: string[] = [];
    for (const message of worstTexts(19_900)) {
      const form = {
        intent: "save",
        subject: "Quokka",
        category: "general",
        message,
        audience: "public",
        statusPage: "on",
      };
      const { status } = await calm.posts("/updates/new", form);
      if (status === 303) messages.push(message);
    }
    expect(messages.length).toBeGreaterThan(5);
    await world.services.store.write((trx) =>
      createTopics(
        trx,
        orgId,
        Array.from({ length: HUNDRED }, (_, i) => ({
          subject: `Quokka ${i}`,
          category: "general" as const,
          productIds: [],
          createdAt: world.time,
          updates: [
            {
              message: messages[i % messages.length] ?? "",
              audience: "public" as const,
              channelStatusPage: true,
              channelEmail: false,
              publishAt: world.time,
            },
          ],
        })),
        "Test",
      ),
    );
    await world.layOut();
    await strangersAsk(calm, [
      "/acme/controls?q=%s",
      "/acme/subprocessors?q=%s",
      "/acme/search?q=%s",
      "/acme/controls",
      "/acme/subprocessors",
      "/acme/subprocessors.csv",
      "/acme/sitemap.xml",
      "/acme/updates",
      "/acme/updates?page=7",
      "/acme/feed.xml",
      "/acme/feed.json",
      "/acme",
    ]);
    expect(calm.faults).toEqual([]);
  },
);

testInTurn(
  "the worst that tables, lists, addresses and archives can be hold nobody up",
  LONG,
  async () => {
    const calm = await Calm.open();
    const { world } = calm;
    const LENGTH = 200_000;
    const tables = [
      `question,answer\n${'"'.repeat(LENGTH)}`,
      `question,answer\n${",".repeat(LENGTH)}`,
      `question,answer\n${"\n".repeat(LENGTH)}`,
      `question,answer\n${'"a""b",x\n'.repeat(LENGTH / 10)}`,
      `question,answer\n${" ".repeat(LENGTH)}x,y`,
      `question,answer\n${`"${" \n".repeat(9_000)}x",y\n`.repeat(50)}`,
      ",".repeat(LENGTH),
    ];
    const imports = [
      "/knowledge-base/import",
      "/controls/import",
      "/subscribers/import",
      "/rules/customers/import",
      "/acme/edit/subprocessors/import",
    ];
    for (const at of imports)
      for (const table of sample(tables, 4, `worst tables at ${at}`))
        await calm.during(
          `${at} ${table.slice(0, 22)}`,
          upload(world, at, table, { step: "preview" }),
        );
    const addresses = [
      `${"a".repeat(60_000)}@b.example`,
      "a@".repeat(30_000),
      "@".repeat(60_000),
      ".".repeat(60_000),
      `a.${"b.".repeat(29_000)}`,
      ", ".repeat(30_000),
      " ".repeat(60_000),
      `${"-".repeat(60_000)}.example`,
      Array.from({ length: 3_000 }, (_, i) => `a${i}.example`).join("\n"),
    ];
    const scripts = [
      "hubspot",
      "google_ua",
      "cookie_banner.cookie_domain",
      "cookie_banner.cookie_script_path",
    ];
    const forms: [at: string, form: (list: string) => Record<string, string>][] = [
      ["/settings/access", (list) => ({ allowedDomains: list })],
      ["/settings/access", (list) => ({ blockedDomains: list })],
      ["/settings/domain", (host) => ({ intent: "claim", host })],
      ["/settings/general", (websiteUrl) => ({ name: "Acme", websiteUrl })],
      ["/settings/search/webpages", (url) => ({ intent: "add", url })],
      ["/subscribers/add", (emails) => ({ emails, consent: emails.slice(0, 100) })],
      ["/rules/new", (list) => ({ name: "x", domains: list, emails: list })],
      ["/acme/subscribe", (email) => ({ email })],
      ["/sign-in", (email) => ({ email, password: email.slice(0, 100) })],
      ...scripts.map((name): (typeof forms)[number] => [
        "/settings/scripts",
        (list) => ({ [`scripts.${name}`]: list }),
      ]),
    ];
    for (const [i, [at, form]] of forms.entries())
      for (const list of sample(addresses, 5, `worst addresses at form ${i}`))
        await calm.posts(at, form(list));
    for (const bytes of [
      archive(`name: Acme\nabout: |\n  ${"x ".repeat(400_000)}\n`, worstTexts(19_900)),
      archive(`name: ${"[".repeat(50_000)}\n`, []),
      archive(`name: ${"\n".repeat(500_000)}x\n`, []),
    ]) {
      const sent = multipart([{ name: "content.zip", bytes }]);
      const answer = await calm.during("archive", () =>
        world.ask("/settings/content", { as: OWNER, ...sent }),
      );
      if (answer.status === 303)
        await calm.asks(answer.headers.location ?? "", { as: OWNER, statuses: [200, 400, 404] });
    }
    expect(calm.faults).toEqual([]);
  },
);

/** Content with a hundred answers. */
function archive(org: string, answers: readonly string[]): Buffer {
  return zip([
    { name: "org.yaml", text: org },
    { name: "products.yaml", text: "products:\n  - { uid: a, name: Aa, folder: products/a }\n" },
    { name: "products/a/cards/Reports.yaml", text: "kind: Reports\nitems: []\n" },
    {
      name: "faq.yaml",
      text: `faq:\n${Array.from(
        { length: answers.length === 0 ? 0 : HUNDRED },
        (_, i) =>
          `  - { uid: f${i}, question: "Is it ${i}?", answer: ${JSON.stringify(answers[i % answers.length] ?? "")}, access: public }\n`,
      ).join("")}`,
    },
  ]);
}

testInTurn("the worst mail holds nobody up: written, laid out, sent", LONG, async () => {
  const calm = await Calm.open();
  const { world } = calm;
  for (const [i, message] of sample(worstTexts(19_900), 14, "worst mails").entries()) {
    const saved = await calm.posts("/updates/new", {
      intent: "save",
      subject: `Quokka ${i}`,
      category: "general",
      message,
      audience: "public",
      statusPage: "on",
      email: "on",
      subscribers: "on",
      source: "listed",
      emails: "reader@reader.example",
    });
    if (saved.status !== 303) continue;
    const review = `${saved.headers.location ?? ""}/review`.replace(/\?.*\/review$/, "/review");
    await calm.asks(review, { as: OWNER, statuses: [200, 302, 303, 404] });
    await calm.posts(
      review,
      { intent: "publish", revision: "1" },
      { statuses: [200, 303, 400, 404, 409] },
    );
    await calm.during(`mail ${i}`, () => world.deliver());
  }
  const sent = JSON.stringify({ type: "email.bounced", data: { to: ["a@".repeat(30_000)] } });
  await calm.during("webhook", () =>
    world.ask("/api/mail/resend/webhook", {
      method: "POST",
      body: sent,
      headers: { "content-type": "application/json" },
    }),
  );
  expect(calm.faults).toEqual([]);
});

testInTurn(
  "a hundred of the worst webpages of a site, and its robots.txt, hold nobody up",
  LONG,
  async () => {
    const texts = worstTexts(190_000);
    const pages = [
      ...texts.map((text) => `<title>Quokka</title><main><p>${text}</p></main>`),
      ...["<div>", "<a href=", "<!--", "&amp;", "<script>", '<p title="', "<b><i>", "</p>"].map(
        (unit) => unit.repeat(190_000 / unit.length),
      ),
    ];
    // Each is there several times in the long run.
    const count = everything ? HUNDRED : pages.length;
    let robots = "";
    const site = http.createServer((request, response) => {
      const number = /^\/(\d+)$/.exec(request.url ?? "")?.[1];
      if (number === undefined) return response.writeHead(200).end(robots);
      response
        .writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
        .end(pages[Number(number) % pages.length]);
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      site.closeAllConnections();
      site.close();
    });
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    const calm = await Calm.open({ OUTBOUND_ALLOW: `pages:${host}` });
    const { world } = calm;
    const { store } = world.services;
    const org = { id: await world.orgId("acme"), websiteUrl: `http://${host}/` };
    await store.write(async (trx) => {
      await trx
        .updateTable("orgs")
        .set({ websiteUrl: org.websiteUrl, timeZone: "UTC" })
        .where("id", "=", org.id)
        .execute();
      for (let i = 0; i < count; i += 1)
        await addWebpage({ trx, by: SYSTEM, now: world.time }, org, `http://${host}/${i}`);
    });
    const { runDueJobs } = await builtServer();
    const night = async (name: string) => {
      world.time = new Date(world.time.getTime() + 86_400_000);
      await calm.during(name, () => runDueJobs(world.services));
    };
    // The last one has no rule, so that pages are read.
    for (const text of [
      "user-agent: *\n".repeat(9_000) + "allow: /a\n".repeat(8_000),
      `user-agent: *\n${`disallow: /${"*a".repeat(1_000)}$\n`.repeat(240)}disallow: /\n`,
      ":\n".repeat(250_000),
    ]) {
      robots = text;
      await night(`robots.txt ${text.slice(0, 20)}`);
    }
    const read = await store.read
      .selectFrom("webpages")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("status", "=", "read")
      .executeTakeFirstOrThrow();
    expect(Number(read.count)).toBeGreaterThan(count / 2);
    await strangersAsk(calm, ["/acme/search?q=%s"]);
    await calm.asks("/acme/search/index.json");
    expect(calm.faults).toEqual([]);
  },
);
