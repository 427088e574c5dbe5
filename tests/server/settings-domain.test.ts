import { describe, expect, test } from "vitest";
import { listDomains } from "#tenancy/orgs/store/domains.server.ts";
import { createStaffSession } from "#auth/store/sessions.server.ts";
import { openNameServer } from "./dns-responder.ts";
import { actions, OWNER, staffId } from "./staff-journeys.ts";
import { builtServer } from "./template.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const HOST = "trust.newacme.example";
const GLOBEX = "owner@globex.example";

async function setting() {
  const names = await openNameServer();
  const world = await openWorld({ DNS_SERVER: names.address });
  return { world, names };
}

const post = (world: World, form: Record<string, string>, as = OWNER): Promise<Answer> =>
  world.ask("/settings/domain", { as, form });
const page = async (world: World, as = OWNER) =>
  (await world.ask("/settings/domain", { as })).text.replaceAll("<!-- -->", "");
const proofOf = async (world: World, as = OWNER) =>
  /open-trust-center=[\w-]+/.exec(await page(world, as))?.[0] ?? "";
const domainsOf = async (world: World, slug = "acme") =>
  listDomains(world.services.store.read, await world.orgId(slug));

describe("a domain of an org's own", () => {
  test("waits for its records, says what is wrong with them, and answers as soon as they are right", async () => {
    const { world, names } = await setting();
    expect(
      (await post(world, { intent: "add", host: ` https://${HOST.toUpperCase()}/ ` })).status,
    ).toBe(303);
    expect(await page(world)).toContain("Pending");
    const proof = await proofOf(world);
    expect(await page(world)).toContain(`_open-trust-center.${HOST}`);
    const check = async () => {
      expect((await post(world, { intent: "check", host: HOST })).status).toBe(303);
      return page(world);
    };

    expect(await check()).toContain(`There is no TXT record at _open-trust-center.${HOST} yet.`);
    expect(await page(world)).toContain("Failed");
    names.records.set(`TXT _open-trust-center.${HOST}`, ["open-trust-center=another"]);
    expect(await check()).toContain("says “open-trust-center=another”, not “open-trust-center=");
    names.records.set(`TXT _open-trust-center.${HOST}`, ["v=spf1 -all", proof]);
    expect(await check()).toContain(
      `${HOST} has no CNAME or address record yet. Set a CNAME record to localhost.`,
    );
    expect((await world.ask("/", { host: `${HOST}:3000` })).status).toBe(404);

    names.records.set(`CNAME ${HOST}`, ["localhost"]);
    expect(await check()).toContain("Verified");
    expect((await world.ask("/", { host: `${HOST}:3000` })).text).toContain("Acme Cloud");
    expect((await domainsOf(world)).map(({ host, state }) => [host, state])).toEqual([
      ["trust.acme.example", "verified"],
      [HOST, "verified"],
    ]);
    expect(await actions(world, "acme")).toEqual(
      expect.arrayContaining(["domain.claimed", "domain.verified"]),
    );

    names.records.clear();
    expect(await check()).toContain("There is no TXT record");
    expect((await world.ask("/", { host: `${HOST}:3000` })).status).toBe(200);
    expect((await post(world, { intent: "remove", host: HOST })).status).toBe(303);
    expect((await world.ask("/", { host: `${HOST}:3000` })).status).toBe(404);
    expect(await actions(world, "acme")).toContain("domain.removed");
  });

  test("is checked every day, and taken away after a week without its record, with a mail and an audit row", async () => {
    const { world, names } = await setting();
    await world.services.store.write((trx) =>
      trx.updateTable("orgs").set({ timeZone: "UTC" }).execute(),
    );
    await post(world, { intent: "add", host: HOST });
    const proof = await proofOf(world);
    const txt = `TXT _open-trust-center.${HOST}` as const;
    names.records.set(txt, [proof]).set(`CNAME ${HOST}`, ["localhost"]);
    await post(world, { intent: "check", host: HOST });
    const { runDueJobs } = await builtServer();
    const days = async (count: number) => {
      for (let day = 0; day < count; day += 1) {
        world.time = new Date(world.time.getTime() + 86_400_000);
        await runDueJobs(world.services);
      }
    };
    // Days later a session has ended.
    const fresh = async (as: string, form?: Record<string, string>) => {
      const staff = await staffId(world, as);
      const token = await world.services.store.write((trx) =>
        createStaffSession(trx, { staffId: staff, orgId: null, now: world.time }),
      );
      const headers = { cookie: `otc_staff=${token}` };
      const answer = await world.ask("/settings/domain", { headers, ...(form ? { form } : {}) });
      return answer.text.replaceAll("<!-- -->", "");
    };
    const status = async () => (await world.ask("/", { host: `${HOST}:3000` })).status;
    const told = async () =>
      (await world.mails())
        .filter(({ kind }) => kind === "domain-record-gone")
        .map(({ subject, toEmail }) => `${toEmail}: ${subject}`);
    await days(2);
    expect([await status(), await told()]).toEqual([200, []]);

    // Six days without it, then it is there again: nothing is lost, and counting begins anew.
    names.records.set(txt, ["v=spf1 -all"]);
    await days(6);
    expect([await status(), await told()]).toEqual([
      200,
      [`owner@acme.example: The DNS record for ${HOST} is missing · Acme Cloud`],
    ]);
    expect(await fresh(OWNER)).toContain("After one more daily check without it");
    names.records.set(txt, [proof]);
    await days(1);
    names.records.delete(txt);
    await days(6);
    expect(await status()).toBe(200);
    await days(1);
    expect(await status()).toBe(404);
    expect(await told()).toHaveLength(3);
    expect(await told()).toContain(
      `owner@acme.example: ${HOST} is no longer the domain of your portal · Acme Cloud`,
    );
    expect(await actions(world, "acme")).toEqual(
      expect.arrayContaining(["domain.record-gone", "domain.record-back", "domain.lost"]),
    );
    expect(await fresh(OWNER)).toContain("so the portal no longer answers there");

    // Whoever has it now can have it here.
    await fresh(GLOBEX, { intent: "add", host: HOST });
    const theirs = /open-trust-center=[\w-]+/.exec(await fresh(GLOBEX))?.[0] ?? "";
    names.records.set(txt, [theirs]);
    await fresh(GLOBEX, { intent: "check", host: HOST });
    expect((await world.ask("/", { host: `${HOST}:3000` })).text).toContain("Globex");
  });

  test("is not taken away by a name server that is silent", async () => {
    const { world, names } = await setting();
    await post(world, { intent: "add", host: HOST });
    names.records
      .set(`TXT _open-trust-center.${HOST}`, [await proofOf(world)])
      .set(`CNAME ${HOST}`, ["localhost"]);
    await post(world, { intent: "check", host: HOST });
    const { runDueJobs } = await builtServer();
    const parts = {
      ...world.services,
      config: { ...world.services.config, dnsServer: "127.0.0.1:9" },
    };
    for (let day = 0; day < 9; day += 1) {
      world.time = new Date(world.time.getTime() + 86_400_000);
      await runDueJobs(parts);
    }
    expect((await world.ask("/", { host: `${HOST}:3000` })).status).toBe(200);
  });

  test("may have an address, or be an alias of a proxy, in place of the alias of this server", async () => {
    const { world, names } = await setting();
    for (const [host, type, value] of [
      ["a.newacme.example", "A", "192.0.2.7"],
      ["b.newacme.example", "CNAME", "proxy.example"],
    ] as const) {
      await post(world, { intent: "add", host });
      const proof =
        new RegExp(`${host}[^]*?(open-trust-center=[\\w-]+)`).exec(await page(world))?.[1] ?? "";
      names.records.set(`TXT _open-trust-center.${host}`, [proof]).set(`${type} ${host}`, [value]);
      await post(world, { intent: "check", host });
      expect((await domainsOf(world)).find((domain) => domain.host === host)?.state, host).toBe(
        "verified",
      );
    }
    expect(await page(world)).toContain("It points to proxy.example, not localhost");
  });

  test("a name server that is silent changes nothing", async () => {
    const world = await openWorld({ DNS_SERVER: "127.0.0.1:9" });
    await post(world, { intent: "add", host: HOST });
    await post(world, { intent: "check", host: HOST });
    expect(await page(world)).toContain("The name server did not answer.");
    expect((await domainsOf(world)).find(({ host }) => host === HOST)?.state).toBe("failed");
  });

  test("is the one's whose name server agrees: naming it first keeps nobody from it", async () => {
    const { world, names } = await setting();
    await post(world, { intent: "add", host: HOST });
    expect((await post(world, { intent: "add", host: HOST }, GLOBEX)).status).toBe(303);
    const [acmes, globexs] = [await proofOf(world), await proofOf(world, GLOBEX)];
    expect(acmes).not.toBe(globexs);
    names.records
      .set(`TXT _open-trust-center.${HOST}`, [globexs, acmes])
      .set(`CNAME ${HOST}`, ["localhost"]);
    await post(world, { intent: "check", host: HOST }, GLOBEX);
    await post(world, { intent: "check", host: HOST });
    expect((await domainsOf(world, "globex")).find(({ host }) => host === HOST)?.state).toBe(
      "verified",
    );
    expect((await domainsOf(world)).find(({ host }) => host === HOST)).toMatchObject({
      state: "failed",
      message: `The domain ${HOST} is already in use.`,
    });
    expect((await post(world, { intent: "remove", host: HOST })).status).toBe(303);
    expect((await world.ask("/", { host: `${HOST}:3000` })).text).toContain("Globex");
    expect(
      (await post(world, { intent: "remove", host: "trust.acme.example" }, GLOBEX)).status,
    ).toBe(404);
    expect((await world.ask("/", { host: "trust.acme.example:3000" })).status).toBe(200);
  });

  const faults = [
    "",
    "no domain",
    "localhost",
    "127.0.0.1",
    "https://x.example/path",
    "x_y.example",
    "trust.acme.example",
  ];
  test.each(faults)("is refused: %j", async (host) => {
    const { world } = await setting();
    const before = await domainsOf(world);
    const answer = await post(world, { intent: "add", host });
    expect([400, 409]).toContain(answer.status);
    expect(answer.text).toContain("<title>Error: Domain");
    expect(answer.text).toMatch(/Enter a domain such as trust\.example\.com|already in use/);
    if (host.trim() !== "") expect(answer.text).toContain(`value="${host}"`);
    expect(await domainsOf(world)).toEqual(before);
  });

  test("whoever has no right to settings adds, checks and removes none", async () => {
    const { world, names } = await setting();
    for (const intent of ["add", "check", "remove"])
      for (const as of ["editor@acme.example", "reviewer@acme.example"])
        expect((await post(world, { intent, host: "trust.acme.example" }, as)).status).toBe(403);
    expect(names.asked).toEqual([]);
    expect((await world.ask("/", { host: "trust.acme.example:3000" })).status).toBe(200);
  });
});
