import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { localPath } from "#values/local-path.ts";

const FALLBACK = "/account";

describe("localPath", () => {
  test.each([
    ["/", "/"],
    ["/acme", "/acme"],
    ["/acme/item/soc-2?tab=files#top", "/acme/item/soc-2?tab=files#top"],
    ["/acme/product/Data+Lake/", "/acme/product/Data+Lake/"],
    ["/acme/search?q=a%0Ab", "/acme/search?q=a%0Ab"],
    ["/sign-in?redirectTo=%2F%2Fevil.example", "/sign-in?redirectTo=%2F%2Fevil.example"],
    ["/acme/../globex", "/globex"],
    ["/caf\u00e9", "/caf%C3%A9"],
  ])("lets %j through as %j", (value, expected) => {
    expect(localPath(value, FALLBACK)).toBe(expected);
  });

  test.each([
    "",
    "acme",
    "?q=1",
    "#top",
    ".",
    "//x",
    "///x",
    "//x@y",
    "/\\x",
    "\\/x",
    "\\\\x",
    "/acme\\..\\x",
    "/%5Cx",
    "/%5c%5cx",
    "/%09/x",
    "/%0a/x",
    "/%0D%0ASet-Cookie:a=b",
    "/%00",
    "/\t/x",
    "/\n/x",
    "/\r\n/x",
    "/acme\u0000",
    "/acme\u0085",
    "/\u2028/x",
    " /acme",
    "\t/acme",
    "/%2Fx",
    "/%2f%2fx",
    "/.//x",
    "/..//x",
    "/./\\x",
    "/%2e//x",
    "/%2e%2e//x",
    "/acme/..//x",
    "/%",
    "/%zz",
    "/%c0%af",
    "http://x",
    "https://x/acme",
    "HTTP:/x",
    "http:x",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:http://x/y",
    `/${"a".repeat(2_000)}`,
  ])("refuses %j", (value) => {
    expect(localPath(value, FALLBACK)).toBe(FALLBACK);
  });

  test("refuses what is no text", () => {
    for (const value of [null, undefined, 5, {}, ["/acme"], { toString: () => "/acme" }]) {
      expect(localPath(value, FALLBACK)).toBe(FALLBACK);
    }
  });

  test("never leaves the host, whatever it is given", () => {
    const hostile = fc.stringMatching(/^[/\\.%:@a-f0-9?#\t\n ]{0,30}$/);
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string(), fc.webUrl()), (value) => {
        const target = new URL(localPath(value, FALLBACK), "http://trust.example");
        expect(target.origin).toBe("http://trust.example");
        expect(target.pathname.startsWith("//")).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});
