import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve as absolute } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { createSetupLink } from "#auth/store/setup-links.server.ts";
import { sample } from "../sample.ts";
import { testInTurn } from "../in-turn.ts";
import { actions, cookieOf, MINUTE, OWNER, setupPath } from "./staff-journeys.ts";
import { openWorld } from "./world.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { wording } from "../wording.ts";

describe("the setup page", () => {
  const form = {
    orgName: "Initech & Söhne",
    slug: "initech",
    email: "bill@initech.example",
    password: "a password of Bill's",
  };

  test("exists behind an unspent link alone; looking spends nothing", async () => {
    const world = await openWorld();
    const path = await setupPath(world);
    for (const wrong of ["/setup", "/setup?token=", "/setup?token=x", `${path}x`]) {
      expect((await world.ask(wrong)).status, wrong).toBe(404);
      expect((await world.ask(wrong, { form })).status, wrong).toBe(404);
    }
    for (const method of ["GET", "HEAD", "GET"])
      expect((await world.ask(path, { method })).status).toBe(200);
    world.time = new Date(world.time.getTime() + 24 * 60 * MINUTE);
    expect((await world.ask(path)).status).toBe(404);
  });

  test("makes org, product and owner, signs in and leads to the setup guide; strangers see nothing before its last step", async () => {
    const world = await openWorld();
    const path = await setupPath(world);
    const answer = await world.ask(path, { form });
    expect([answer.status, answer.headers.location]).toEqual([303, "/settings/start"]);
    expect((await world.ask("/team", { headers: { cookie: cookieOf(answer) } })).text).toContain(
      "bill@initech.example",
    );
    expect((await world.ask("/initech", { headers: { cookie: cookieOf(answer) } })).status).toBe(
      200,
    );
    expect((await world.ask("/initech")).status).toBe(404);
    expect((await world.ask(path)).status).toBe(404);
    expect(await actions(world, "initech")).toEqual(
      expect.arrayContaining(["org.created", "role.granted", "staff.signed-in"]),
    );
  });

  test("takes the address from the name where none is typed, and asks for one where none follows", async () => {
    const world = await openWorld();
    const path = await setupPath(world);
    const asked = await world.ask(path, { form: { ...form, orgName: "漢字株式会社", slug: "" } });
    expect(asked.status).toBe(400);
    expect(asked.text).toContain("Enter a URL slug for your portal");
    expect((await world.ask(path, { form: { ...form, slug: "" } })).status).toBe(303);
    expect(await world.services.store.read.selectFrom("orgs").select("slug").execute()).toEqual([
      { slug: "initech-sohne" },
    ]);
  });

  test("is gone once there is an org, however it came; the form that was open makes nothing", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const path = await setupPath(world);
    expect((await world.ask(path)).status).toBe(200);
    await store.write((trx) =>
      createOrg({ trx, by: SYSTEM, now: world.time }, { slug: "hooli", name: "Hooli" }),
    );
    expect((await world.ask(path)).status).toBe(404);
    expect((await world.ask(path, { form })).status).toBe(404);
    expect(await store.write((trx) => createSetupLink(trx, world.time))).toBeNull();
    expect(await store.read.selectFrom("orgs").select("slug").execute()).toEqual([
      { slug: "hooli" },
    ]);
  });

  test("has one effect when it is sent ten times at once", async () => {
    const world = await openWorld();
    const path = await setupPath(world);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        world.ask(path, {
          form: { ...form, slug: `initech-${i}`, email: `bill${i}@initech.example` },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      303,
      ...Array.from({ length: 9 }, () => 404),
    ]);
    expect(await world.services.store.read.selectFrom("orgs").select("id").execute()).toHaveLength(
      1,
    );
  });

  test("refuses what can't be, keeps the values and the link", async () => {
    const world = await openWorld();
    const path = await setupPath(world);
    const refused: [Record<string, string>, string][] = [
      [{ slug: "sign-in" }, "Some words are reserved."],
      [{ orgName: "<b>Initech</b>" }, wording.allowedCharacters],
      [{ email: OWNER }, "This person already has an account."],
      [{ password: "short" }, "Use 10 characters or more"],
    ];
    for (const [wrong, message] of refused) {
      const answer = await world.ask(path, { form: { ...form, ...wrong } });
      expect(answer.status, message).toBe(400);
      expect(answer.text).toContain(message);
      expect(answer.text).toContain("<title>Error: ");
      expect(answer.text).not.toContain("a password of Bill");
      if (!("email" in wrong)) expect(answer.text).toContain('value="bill@initech.example"');
    }
    expect((await world.ask(path, { form })).status).toBe(303);
  });
});

describe("the first start", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "otc-start-"));
    writeFileSync(join(folder, "a-file"), "");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const built = absolute("build/server/index.js");
  const environment = (values: Record<string, string>) => ({
    PATH: process.env.PATH ?? "",
    NODE_ENV: "production",
    DEMO: "off",
    ...values,
  });

  const NO_FOLDERS = ["/dev/null", "/proc/x", "/proc/x/y", "a-file", "a-file/below"];
  test.each(sample(NO_FOLDERS, 1, "no folders"))(
    "ends with a word about a DATA_DIR that can't be: %s",
    (name) => {
      const dataDir = absolute(folder, name);
      const run = spawnSync(process.execPath, [built], {
        env: environment({ DATA_DIR: dataDir }),
        timeout: 20_000,
      });
      expect(run.stderr.toString()).toMatch(
        new RegExp(
          `^DATA_DIR "${dataDir}" can’t be created or written \\([a-z -]+\\)\\. Choose a folder that this user can write to\\.$`,
          "m",
        ),
      );
      expect([run.status, run.stdout.toString()]).toEqual([1, ""]);
      expect(run.stderr.toString()).not.toContain("    at ");
    },
  );

  testInTurn(
    "makes a data folder, and all in it, that no other user can read; a stop ends it at once",
    async () => {
      const dataDir = join(folder, "new", "data");
      const child = spawn(process.execPath, [built], {
        env: environment({ DATA_DIR: dataDir, PORT: String(await freePort()) }),
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = new Promise((resolve) => child.on("exit", resolve));
      for await (const line of createInterface(child.stdout)) if (line.startsWith("Ready: ")) break;
      const modes = [".", ...readdirSync(dataDir, { recursive: true, encoding: "utf8" })].map(
        (name) => [name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)],
      );
      child.kill("SIGTERM");
      expect(Object.fromEntries(modes)).toEqual({
        ".": "700",
        keys: "700",
        "keys/installation.key": "600",
        "lock.db": "600",
        "server.json": "600",
        "trust.db": "600",
        "trust.db-wal": "600",
        "trust.db-shm": "600",
      });
      expect(await ended).toBe(0);
      expect(existsSync(join(dataDir, "trust.db-wal"))).toBe(false);
    },
  );
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
