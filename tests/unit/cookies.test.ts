import { describe, expect, test } from "vitest";
import { cookieValue, hasOwnCookie } from "#platform/http/request/cookies.ts";

const HTTP = { secure: false };
const HTTPS = { secure: true };
const NAMES = ["otc_staff", "otc_member", "otc_flash", "otc_browser"] as const;

/** Bytes that some readers of a header take for space. */
const ODD = ["\xa0", "\x0b", "\x0c", "\xef\xbb\xbf", "\x85", "\x00", "\u2003", "\ufeff"];

/** Whether any of ours can be read out of a header, which is what a page could be made of. */
function isRead(header: string, config: { secure: boolean }): boolean {
  return NAMES.some((name) => cookieValue(header, config, name) !== null);
}

describe("our cookies", () => {
  test("are read and noticed by their exact names alone, with spaces and tabs around", () => {
    for (const header of [
      "otc_member=x",
      " \totc_member \t=\t x ;",
      "a=b;otc_member=x",
      "a;otc_member=x",
    ])
      expect([header, hasOwnCookie(header, HTTP), cookieValue(header, HTTP, "otc_member")]).toEqual(
        [header, true, "x"],
      );
    for (const odd of ODD)
      for (const header of [`${odd}otc_member=x`, `otc_member${odd}=x`, `a=b;${odd}otc_member=x`])
        expect([header, hasOwnCookie(header, HTTP), isRead(header, HTTP)]).toEqual([
          header,
          false,
          false,
        ]);
    for (const header of [
      "otc_x=1",
      "OTC_MEMBER=x",
      "otc%5fmember=x",
      '"otc_member"=x',
      "x=otc_member=x",
      "otc_member",
    ])
      expect([header, hasOwnCookie(header, HTTP), isRead(header, HTTP)]).toEqual([
        header,
        false,
        false,
      ]);
  });

  test("are those of this scheme", () => {
    expect([hasOwnCookie("__Host-otc_staff=x", HTTP), hasOwnCookie("otc_staff=x", HTTPS)]).toEqual([
      false,
      false,
    ]);
    expect([
      hasOwnCookie("__Host-otc_staff=x", HTTPS),
      isRead("__Host-otc_staff=x", HTTPS),
    ]).toEqual([true, true]);
  });

  test("have the value that was sent: the first, undecoded, and none that we never gave", () => {
    expect(cookieValue("otc_member=a; otc_member=b", HTTP, "otc_member")).toBe("a");
    for (const value of ['"a"', "%61", "a b", "", "a\xa0", "a,b"]) {
      const header = `otc_member=${value}; otc_member=b`;
      expect([value, cookieValue(header, HTTP, "otc_member"), hasOwnCookie(header, HTTP)]).toEqual([
        value,
        null,
        true,
      ]);
    }
  });

  test("can't be read where they are not noticed, however a header is put together", () => {
    const parts = [
      "otc_staff",
      "otc_member",
      "=",
      ";",
      " ",
      "\t",
      '"',
      "%",
      "x",
      "a=b",
      ",",
      ...ODD,
    ];
    let seed = 7;
    const next = (count: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * count);
    };
    let read = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const header = Array.from({ length: 1 + next(12) }, () => parts[next(parts.length)]).join("");
      if (!isRead(header, HTTP)) continue;
      read += 1;
      expect([header, hasOwnCookie(header, HTTP)]).toEqual([header, true]);
    }
    expect(read).toBeGreaterThan(20);
  });
});
