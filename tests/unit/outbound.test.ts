import dns from "node:dns";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { exemptFor, readExemption } from "#platform/integrations/exemptions.ts";
import {
  fetchOutside,
  isPublicAddress,
  leadsInside,
  OutboundFailed,
  type OutboundRules,
} from "#platform/integrations/outbound.ts";
import { wording } from "../wording.ts";

async function server(
  listener: http.RequestListener,
): Promise<{ port: number; asked: () => number }> {
  let asked = 0;
  const own = http.createServer((req, res) => {
    asked += 1;
    listener(req, res);
  });
  await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    own.closeAllConnections();
    own.close();
  });
  return { port: (own.address() as AddressInfo).port, asked: () => asked };
}

const failure = (address: string, rules: OutboundRules) =>
  fetchOutside(address, "*/*", rules).then(
    () => "answered",
    (error: unknown) => (error instanceof OutboundFailed ? error.message : String(error)),
  );

describe("an outgoing request", () => {
  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "192.0.2.1",
    "198.18.0.1",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001::1",
    "2001:db8::1",
    "fe80::1%eth0",
    "nonsense",
  ])("does not go to %s", (address) => expect(isPublicAddress(address)).toBe(false));

  test.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "2606:4700:4700::1111", "2a00:1450:4001::1"])(
    "goes to %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test("finds an inner address in every spelling", async () => {
    for (const address of [
      "http://127.0.0.1/",
      "http://2130706433/",
      "http://0x7f.1/",
      "http://[::1]/",
      "http://[::ffff:127.0.0.1]/",
      "http://169.254.169.254/latest/meta-data",
    ]) {
      expect(await failure(address, { allow: [] })).toBe(wording.notPublicAddress);
    }
    for (const address of [
      "file:///etc/passwd",
      "ftp://example.com/",
      "http://a:b@example.com/",
      "nothing",
    ])
      expect(await failure(address, { allow: [] })).toBe("This isn’t an http or https URL.");
  });

  test("goes where a name led when it was checked, once, and not where it leads later", async () => {
    const { port, asked } = await server((_req, res) => res.end("secret"));
    const answers = [[{ address: "8.8.8.8", family: 4 }], [{ address: "127.0.0.1", family: 4 }]];
    let looked = 0;
    const lookup = async () => answers[Math.min(looked++, 1)] ?? [];
    await failure(`http://rebinding.example:${port}/`, { allow: [], lookup, timeoutMs: 300 });
    expect([looked, asked()]).toEqual([1, 0]);
    for (const found of [
      [{ address: "127.0.0.1", family: 4 }],
      [
        { address: "8.8.8.8", family: 4 },
        { address: "127.0.0.1", family: 4 },
      ],
      [{ address: "::ffff:127.0.0.1", family: 6 }],
    ]) {
      expect(
        await failure(`http://inner.example:${port}/`, { allow: [], lookup: async () => found }),
      ).toBe(wording.notPublicAddress);
    }
    expect(asked()).toBe(0);
    const exempt = {
      allow: [`inner.example:${port}`],
      lookup: async () => [{ address: "127.0.0.1", family: 4 }],
    };
    expect(
      (await fetchOutside(`http://inner.example:${port}/`, "*/*", exempt)).bytes.toString(),
    ).toBe("secret");
    expect(await failure(`http://other.example:${port}/`, exempt)).toBe(wording.notPublicAddress);
  });

  test("is promised to no address that isn’t public now, and to a name that isn’t found", async () => {
    const inner = { address: "10.0.0.7", family: 4 };
    const outer = { address: "8.8.8.8", family: 4 };
    const isInside = (address: string, found: OutboundRules["lookup"], allow: string[] = []) =>
      leadsInside(new URL(address), {
        allow,
        timeoutMs: 50,
        ...(found === undefined ? {} : { lookup: found }),
      });
    for (const found of [[inner], [outer, inner]])
      expect(await isInside("https://inner.example/", async () => found)).toBe(true);
    for (const found of [[outer], []])
      expect(await isInside("https://outer.example/", async () => found)).toBe(false);
    const failing = () => Promise.reject(new Error("ENOTFOUND"));
    expect(await isInside("https://new.example/", failing)).toBe(false);
    expect(await isInside("https://slow.example/", () => new Promise(() => undefined))).toBe(false);
    for (const address of ["https://10.0.0.7/", "https://[::1]:8443/", "https://0177.1/"])
      expect(await isInside(address, undefined)).toBe(true);
    expect(await isInside("https://8.8.8.8/", undefined)).toBe(false);
    const asked = async () => [inner];
    expect(await isInside("https://in.example/", asked, ["in.example:443"])).toBe(false);
    expect(await isInside("https://in.example:8443/", asked, ["in.example:443"])).toBe(true);
  });

  test("looks up one name at a time for those who save addresses, however long it takes", async () => {
    const asked: string[] = [];
    const ends = new Map<string, (found: dns.LookupAddress[]) => void>();
    const looked = vi.spyOn(dns.promises, "lookup").mockImplementation(((name: string) => {
      asked.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    }) as unknown as typeof dns.promises.lookup);
    onTestFinished(() => looked.mockRestore());
    const isInside = (name: string) =>
      leadsInside(new URL(`https://${name}.example/`), { allow: [], timeoutMs: 50 });
    const inner = [{ address: "10.0.0.7", family: 4 }];
    const first = isInside("first");
    expect(await isInside("second")).toBe(false);
    ends.get("first.example")?.(inner);
    expect([await first, asked]).toEqual([true, ["first.example"]]);
    // The one that nobody waits for any more is still being looked up.
    expect(await isInside("slow")).toBe(false);
    expect(await isInside("third")).toBe(false);
    expect(asked.splice(0)).toEqual(["first.example", "slow.example"]);
    // A request looks for itself, and is not held up.
    const request = failure("http://request.example/", { allow: [], timeoutMs: 2_000 });
    await vi.waitFor(() => expect(asked.splice(0)).toEqual(["request.example"]));
    ends.get("request.example")?.(inner);
    expect(await request).toBe(wording.notPublicAddress);
    // Then the next one is.
    ends.get("slow.example")?.(inner);
    await new Promise((resolve) => setImmediate(resolve));
    const next = isInside("next");
    ends.get("next.example")?.(inner);
    expect([await next, asked]).toEqual([true, ["next.example"]]);
  });

  test("looks up the next name after one that failed", async () => {
    const looked = vi
      .spyOn(dns.promises, "lookup")
      .mockRejectedValueOnce(new Error("ENOTFOUND"))
      .mockResolvedValueOnce([{ address: "10.0.0.7", family: 4 }] as never);
    onTestFinished(() => looked.mockRestore());
    const isInside = (name: string) =>
      leadsInside(new URL(`https://${name}.example/`), { allow: [], timeoutMs: 2_000 });
    expect([await isInside("none"), await isInside("inner")]).toEqual([false, true]);
  });

  test("follows no redirect, waits no longer than it may, and reads no more", async () => {
    const redirecting = await server((_req, res) =>
      res.writeHead(302, { Location: "http://169.254.169.254/" }).end(),
    );
    const silent = await server(() => undefined);
    const dripping = await server((_req, res) => {
      res.write("x");
      const timer = setInterval(() => res.write("x"), 50);
      res.on("close", () => clearInterval(timer));
    });
    const long = await server((_req, res) => res.end(Buffer.alloc(5_000)));
    const rules = (port: number): OutboundRules => ({
      allow: [`127.0.0.1:${port}`],
      timeoutMs: 400,
      maxBytes: 1_000,
    });
    expect(
      await failure(`http://127.0.0.1:${redirecting.port}/`, rules(redirecting.port)),
    ).toContain("redirect");
    for (const { port } of [silent, dripping])
      expect(await failure(`http://127.0.0.1:${port}/`, rules(port))).toContain(
        "no whole answer within 0.4 seconds",
      );
    expect(await failure(`http://127.0.0.1:${long.port}/`, rules(long.port))).toContain(
      "longer than 1,000 bytes",
    );
    expect(await failure("http://nowhere.example/", { allow: [], lookup: async () => [] })).toBe(
      "Its host name wasn’t found.",
    );
  });
});

test("a host is exempt for what its entry says, and for everything where it says nothing", () => {
  const exemptions = ["inner.example:443", "keys:idp.example:8443", "PAGES:[::1]:80"].map(
    (entry) => {
      const read = readExemption(entry);
      if ("fault" in read) throw new Error(read.fault);
      return read;
    },
  );
  expect(exemptFor(exemptions, "keys")).toEqual(["inner.example:443", "idp.example:8443"]);
  expect(exemptFor(exemptions, "pages")).toEqual(["inner.example:443", "[::1]:80"]);
  expect(exemptFor(exemptions, "status")).toEqual(["inner.example:443"]);
  // A host may be called as a purpose is.
  expect(readExemption("keys:443")).toEqual({ purpose: null, host: "keys:443" });
  for (const entry of ["keys:", ":443", "keys:a:b", "a:b:c:1", "https://a:443", "all:a:443"])
    expect([entry, "fault" in readExemption(entry)]).toEqual([entry, true]);
});
