import { describe, expect, test } from "vitest";
import {
  accessPlace,
  arrivalPath,
  belowDrawer,
  toMeantDocument,
} from "#model/access-requests/access-dialog.ts";
import { accessTitle } from "#model/access-requests/request-titles.ts";

describe("the page below a drawer", () => {
  test.each([
    ["/card/Reports", ""],
    ["/item/soc-2-report", ""],
    ["/product/Acme+Data+Lake/card/Reports", "/product/Acme+Data+Lake"],
    ["/product/Acme+Data+Lake/soc-2-report", "/product/Acme+Data+Lake"],
    ["", null],
    ["/faq", null],
    ["/product/Acme+Data+Lake", null],
    ["/documents/abc/view", null],
    ["/get-access", null],
  ])("of %s is %s", (path, below) => {
    expect(belowDrawer(path)).toBe(below);
  });
});

describe("who asked for an item in a drawer", () => {
  const place = (path: string, query: string) =>
    accessPlace(new URLSearchParams(`loginRequest=true&${query}`), path) ?? expect.fail();

  test.each([
    ["/card/Reports", "itemUid=Reports.soc1", "/?itemUid=Reports.soc1"],
    ["/product/Lake/card/Reports", "itemUid=Reports.soc1", "/product/Lake?itemUid=Reports.soc1"],
    ["/card/Reports", "", "/card/Reports"],
    ["/faq", "itemUid=Reports.soc1", "/faq?itemUid=Reports.soc1"],
    ["/card/Reports", "itemUid=a&redirectTo=/nda", "/nda"],
  ])("on %s with %s comes back to %s", (path, query, back) => {
    expect(arrivalPath(place(path, query))).toBe(back);
  });

  test("closes the dialog over the drawer", () => {
    expect(place("/card/Reports", "itemUid=Reports.soc1").page.path).toBe("/card/Reports");
  });
});

test("a member's small form is called what it does, a stranger's as the login", () => {
  const title = (asksMore: unknown, item: string | null = null, ends: unknown[] = []) =>
    accessTitle({ kind: "request", asksMore, item, ends }, "Acme Cloud", "Trust Center");
  expect(title(null, "SOC 1 Report")).toBe("Get access to Acme Cloud's Trust Center");
  expect(title({})).toBe("Request more access");
  expect(title({}, "SOC 1 Report")).toBe("Request SOC 1 Report");
  expect(title({}, null, [{}])).toBe("Request an extension");
});

describe("the way on to the document", () => {
  test.each([
    ["/acme/?itemUid=a", "/acme", "/acme/?itemUid=a&openDocument=true"],
    ["/acme?itemUid=a", "/acme", "/acme?itemUid=a&openDocument=true"],
    ["/acme/product/Lake?itemUid=a", "/acme", "/acme/product/Lake?itemUid=a&openDocument=true"],
    ["/?itemUid=a", "", "/?itemUid=a&openDocument=true"],
    ["/acme/faq?itemUid=a", "/acme", "/acme/faq?itemUid=a"],
    ["/acme/documents/x/view?itemUid=a", "/acme", "/acme/documents/x/view?itemUid=a"],
    ["/acme/", "/acme", "/acme/"],
  ])("of %s below '%s' is %s", (path, base, on) => {
    expect(toMeantDocument(path, base)).toBe(on);
  });
});
