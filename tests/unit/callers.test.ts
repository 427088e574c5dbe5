import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { Callers } from "#http/callers.ts";

/** A request as it came from an address. */
const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;
const behind = (...trustProxy: string[]) =>
  new Callers({ trustProxy, origin: "https://t.example" });

test("a program on this machine and a trusted proxy ask for themselves, and nobody whom they pass on", () => {
  const callers = behind("10.0.0.0/8");
  expect(callers.beside(from("127.0.0.1"))).toBe("machine");
  expect(callers.beside(from("::ffff:127.0.0.1"))).toBe("machine");
  expect(callers.beside(from("::1"))).toBe("machine");
  expect(callers.beside(from("10.1.2.3"))).toBe("proxy");
  expect(callers.beside(from("192.0.2.1"))).toBe(null);
  expect(behind().beside(from("10.1.2.3"))).toBe(null);
  for (const header of ["x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-proto"])
    for (const address of ["127.0.0.1", "10.1.2.3"])
      expect(callers.beside(from(address, { [header]: "127.0.0.1" }))).toBe(null);
});

test("a request's id is taken from a trusted proxy, and only as a plain word", () => {
  const callers = behind("10.0.0.0/8");
  const given = (id: string, address = "10.1.2.3") =>
    callers.requestId(from(address, { "x-request-id": id }));
  expect(given("4c1f-9.A_b")).toBe("4c1f-9.A_b");
  expect(given("4c1f", "192.0.2.1")).toBe(null);
  for (const unsafe of ["", "a b", "a,b", "<b>", "a\nb", "ä", "x".repeat(65)])
    expect(given(unsafe)).toBe(null);
  expect(callers.requestId(from("10.1.2.3"))).toBe(null);
});
