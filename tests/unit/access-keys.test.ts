import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { isKey, looksLikeKey, newKey } from "#auth/access-keys/rules/key-text.ts";
import { isWithin, neighborhoodOf, readNetwork } from "#auth/access-keys/rules/networks.ts";
import { permissionsByKey, scopesFor } from "#model/access-keys.ts";
import { permissionsOf } from "#model/auth/permissions.ts";

describe("a key", () => {
  test("is found by the pattern that docs/program/keys.md has, with the checksum that it tells", () => {
    const keys = Array.from({ length: 200 }, () => newKey());
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) {
      expect(key).toMatch(/^otc_s_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}$/);
      const value = Array.from(key.slice(49)).reduce(
        (sum, digit) =>
          sum * 62 +
          "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".indexOf(digit),
        0,
      );
      expect(value).toBe(crc32(key.slice(6, 49)));
      expect([isKey(key), looksLikeKey(key)]).toEqual([true, true]);
    }
  });

  test("of a member is spelled its own way, and is none of staff’s", () => {
    const key = newKey("member");
    expect(key).toMatch(/^otc_v_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}$/);
    expect([isKey(key, "member"), isKey(key), isKey(newKey(), "member")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(looksLikeKey(key)).toBe(true);
  });

  test("with one character changed is none", () => {
    const key = newKey();
    for (let at = 0; at < key.length; at += 1) {
      const other = `${key.slice(0, at)}${key[at] === "A" ? "B" : "A"}${key.slice(at + 1)}`;
      expect(isKey(other), other).toBe(false);
    }
    expect([isKey(""), isKey(`${key}A`), isKey(` ${key}`)]).toEqual([false, false, false]);
  });
});

describe("networks of a key", () => {
  test.each([
    ["192.0.2.0/24", "192.0.2.0/24"],
    [" 192.0.2.7 ", "192.0.2.7/32"],
    ["2001:DB8::/32", "2001:db8::/32"],
    ["::1", "::1/128"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["192.0.2.0/33", null],
    ["2001:db8::/129", null],
    ["192.0.2/24", null],
    ["192.0.2.0/", null],
    ["192.0.2.0/24/8", null],
    ["192.0.2.0/-1", null],
    ["fe80::1%eth0", null],
    ["example.com", null],
    ["", null],
  ])("“%s” is read as %s", (text, network) => expect(readNetwork(text)).toBe(network));

  test.each([
    [[], "203.0.113.9", true],
    [["192.0.2.0/24"], "192.0.2.255", true],
    [["192.0.2.0/24"], "192.0.3.0", false],
    [["192.0.2.0/24"], "::ffff:192.0.2.4", true],
    [["192.0.2.0/24", "2001:db8::/32"], "2001:db8:ffff::1", true],
    [["2001:db8::/32"], "2001:db9::1", false],
    [["2001:db8::/32"], "192.0.2.4", false],
    [["192.0.2.0/24"], "", false],
  ] as const)("%j and %s: %s", (networks, ip, within) =>
    expect(isWithin(networks, ip)).toBe(within),
  );

  test("addresses next to each other are one, others are not", () => {
    expect(neighborhoodOf("192.0.2.4")).toBe(neighborhoodOf("::ffff:192.0.2.200"));
    expect(neighborhoodOf("192.0.2.4")).not.toBe(neighborhoodOf("192.0.3.4"));
    expect(neighborhoodOf("2001:db8:1::1")).toBe(neighborhoodOf("2001:db8:1:2::9"));
    expect(neighborhoodOf("2001:db8:1::1")).not.toBe(neighborhoodOf("2001:db8:2::1"));
  });
});

test("a key may what its scopes and the role of its person have in common", () => {
  const names = (scopes: string[], role: "owner" | "viewer" | "editor") =>
    [...permissionsByKey(new Set(scopes), permissionsOf(role))].sort();
  expect(names(["content:read", "access:read"], "owner")).toEqual([
    "accounts:review",
    "files:view",
  ]);
  expect(names(["access:read"], "viewer")).toEqual([]);
  expect(names(["content:read", "access:read", "team:edit"], "editor")).toEqual(["files:view"]);
  expect(scopesFor(permissionsOf("viewer")).map(({ scope }) => scope)).toEqual(["content:read"]);
});
