import Database from "better-sqlite3";
import path from "node:path";
import { beforeAll, expect } from "vitest";
import { PROCESSES } from "../limits.ts";
import { testInTurn } from "../in-turn.ts";
import { loadedFolder } from "./loaded-folder.ts";
import { ModelService, says } from "./model-service.ts";
import { multipart } from "./multipart.ts";
import { dataFolder, Spawned } from "./spawned.ts";

/** Answers of a review are there once they are saved, whatever happens to the process then. */

const PASSWORD = "correct horse battery staple";
const QUESTIONS = 60;
const KILLS = 4;
/** So many answers are saved before a kill, and one more each time. */
const FEW = 3;

let loaded: string;

beforeAll(async () => {
  loaded = (await loadedFolder()).folder;
}, PROCESSES.timeout);

async function entered(server: Spawned): Promise<Record<string, string>> {
  const answer = await server.ask("/sign-in", {
    form: { email: "reviewer@acme.example", password: PASSWORD },
  });
  const cookie = String(answer.headers["set-cookie"]?.[0]).split(";")[0] ?? "";
  return { cookie, origin: `http://localhost:${server.port}` };
}

testInTurn(
  "a review loses nothing that was saved when its process is killed in the middle",
  async () => {
    const folder = await dataFolder(loaded);
    const rows = Array.from(
      { length: QUESTIONS },
      (_, at) => `Is measure ${at + 1} in place?,,,Text`,
    );
    const csv = `Question,Response,Justification,Question Type\r\n${rows.join("\r\n")}\r\n`;
    let server = await (await Spawned.start({ DATA_DIR: folder })).ready();
    let headers = await entered(server);
    const form = multipart([{ name: "Check.csv", bytes: csv }], {});
    const sent = await server.ask("/questionnaires/new", {
      body: form.body,
      headers: { ...headers, ...form.headers },
    });
    const page = sent.headers.location ?? "";
    expect([sent.status, page]).toEqual([303, expect.stringMatching(/^\/questionnaires\//)]);
    const saved = new Map<number, string>();
    let place = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Some at once; once a few are saved the process ends while the others are under way.
      const running: Promise<void>[] = [];
      let acknowledged = 0;
      for (const end = (QUESTIONS * kill) / KILLS; place < end;) {
        place += 1;
        const [own, answer] = [place, `Answer ${place} before kill ${kill}`];
        running.push(
          server
            .ask(`${page}/questions/${own}`, { form: { version: "1", answer }, headers })
            .then(({ status }) => {
              if (status !== 303) return;
              saved.set(own, answer);
              acknowledged += 1;
              if (acknowledged === FEW + kill) server.child.kill("SIGKILL");
            })
            // Nothing was said of it: it may be there or not.
            .catch(() => undefined),
        );
      }
      await Promise.all(running);
      await server.ended;
      server = await (await Spawned.start({ DATA_DIR: folder })).ready();
      headers = await entered(server);
    }
    expect(saved.size).toBeGreaterThan(KILLS * FEW);
    const database = new Database(path.join(folder, "trust.db"), { readonly: true });
    const stored = database
      .prepare(
        // The demo has questionnaires of its own.
        `select place, answer, state, version from "questionnaireRows" where "questionnaireId" = ? and answer <> ''`,
      )
      .all(page.split("/")[2]) as {
      place: number;
      answer: string;
      state: string;
      version: number;
    }[];
    expect(database.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
    database.close();
    const byPlace = new Map(stored.map((row) => [row.place, row]));
    for (const [at, answer] of saved)
      expect(byPlace.get(at)).toEqual({ place: at, answer, state: "edited", version: 2 });
    // What nobody was told of is whole, too, or not there at all.
    for (const row of stored) expect(row).toMatchObject({ state: "edited", version: 2 });
    const shown = await server.ask(page, { headers });
    expect(shown.text.replaceAll("<!-- -->", "")).toContain(
      `${stored.length} of ${QUESTIONS} answered`,
    );
  },
  PROCESSES.timeout,
);

/** As long as the model thinks, in milliseconds. */
const THINKS_MS = 150;
const DRAFTED = 24;

testInTurn(
  "drafts go on where a process was killed in the middle, and none is lost",
  async () => {
    const folder = await dataFolder(loaded);
    const service = await ModelService.start();
    service.behaves((response, asked) => {
      setTimeout(() => {
        const { passages } = JSON.parse(asked.user) as { passages: { text: string }[] };
        says(`${passages[0]?.text.split(".")[0] ?? ""} [1].`)(response, asked);
      }, THINKS_MS);
    });
    const database = new Database(path.join(folder, "trust.db"));
    const settings = database
      .prepare(
        `select c."orgId", c."settingsJson" from customizations c join orgs o on o.id = c."orgId" where o.slug = 'acme'`,
      )
      .get() as { orgId: string; settingsJson: string };
    database.prepare(`update customizations set "settingsJson" = ? where "orgId" = ?`).run(
      JSON.stringify({
        ...(JSON.parse(settings.settingsJson) as object),
        sendTextsToModel: true,
        modelHost: service.host,
      }),
      settings.orgId,
    );
    const rows = Array.from(
      { length: DRAFTED },
      (_, at) => `How does your team number ${at + 1} encrypt customer data?,,,Text`,
    );
    const csv = `Question,Response,Justification,Question Type\r\n${rows.join("\r\n")}\r\n`;
    const environment = { DATA_DIR: folder, ...service.environment };
    let server = await (await Spawned.start(environment)).ready();
    const headers = await entered(server);
    const form = multipart([{ name: "Drafts.csv", bytes: csv }], {});
    const sent = await server.ask("/questionnaires/new", {
      body: form.body,
      headers: { ...headers, ...form.headers },
    });
    const page = sent.headers.location ?? "";
    expect((await server.ask(`${page}/draft`, { form: {}, headers })).status).toBe(303);
    const states = database.prepare(
      `select "draftState", state, count(*) as count from "questionnaireRows" where "questionnaireId" = ? group by 1, 2`,
    );
    const left = () =>
      (states.all(page.split("/")[2]) as { draftState: string | null; count: number }[])
        .filter(({ draftState }) => draftState === "waiting")
        .reduce((sum, { count }) => sum + count, 0);
    const until = async (most: number) => {
      while (left() > most) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await until(DRAFTED - 4);
    server.child.kill("SIGKILL");
    await server.ended;
    const before = left();
    expect(before).toBeGreaterThan(0);
    server = await (await Spawned.start(environment)).ready();
    await until(0);
    expect(service.sent.length).toBeGreaterThanOrEqual(DRAFTED);
    // What was under way when it was killed was asked again, and nothing else.
    expect(service.sent.length).toBeLessThanOrEqual(DRAFTED + 4);
    const whole = database
      .prepare(
        `select count(*) as count from "questionnaireRows" where "questionnaireId" = ? and ("draftState" = 'nothing' or state = 'drafted')`,
      )
      .get(page.split("/")[2]) as { count: number };
    expect(whole.count).toBe(DRAFTED);
    database.close();
  },
  PROCESSES.timeout,
);
