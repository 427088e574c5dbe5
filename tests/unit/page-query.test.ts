import { describe, expect, test } from "vitest";
import { ACCESS_QUERY } from "#model/access-requests/access-dialog.ts";
import { anything, oneOf, pageNumber, QueryRules, shortText } from "#values/page-query.ts";
import { SUBSCRIPTION_QUERY } from "#model/subscribers/subscriptions.ts";

const rules = new QueryRules([
  { kept: { page: pageNumber, product: shortText }, own: { q: anything, product: anything } },
  ACCESS_QUERY,
  SUBSCRIPTION_QUERY,
]);

describe("the query that a page is made of", () => {
  test("is what its routes read, in one order, of a repeated parameter the first", () => {
    for (const [search, text] of [
      ["", ""],
      ["utm_source=x&__proto__=1&constructor=2&&=&x", ""],
      ["page=2&product=a", "page=2&product=a"],
      ["product=a&page=2", "page=2&product=a"],
      ["page=2&page=3", "page=2"],
      ["page=x&page=3", ""],
      ["%70age=2", "page=2"],
      ["PAGE=2&page%20=2&page%00=2", ""],
      ["product=a%26page%3D2", "product=a%26page%3D2"],
      ["product=%F0%9F%98%80+x", "product=%F0%9F%98%80+x"],
    ] as const)
      expect([search, rules.reduce(search)]).toEqual([search, { text, own: false }]);
  });

  test("leaves out values that make no other page", () => {
    for (const search of [
      "page=1",
      "page=0",
      "page=01",
      "page=-2",
      "page=2.0",
      "page=2e3",
      "page=9999999",
      "page=",
      "requestAccess=no",
      "loginRequest=TRUE",
      "subscribe=1",
      "subscribeStatus=x",
      "unsubscribeStatus=failed",
      "accessStatus=unknown",
    ])
      expect([search, rules.reduce(search)]).toEqual([search, { text: "", own: false }]);
  });

  test("is one visitor's own with what only they have", () => {
    for (const search of [
      "q=x",
      "q=",
      `product=${"x".repeat(201)}`,
      "accessStatus=check-email",
      "requestToken=x",
      "unsubscribeToken=x",
      "requestAccess=true&email=a%40b.example",
      "loginRequest=true&source=x",
      "subscribe=true&source=x",
      "itemKind=Reports&requestAccess=true",
    ])
      expect([search, rules.reduce(search).own]).toEqual([search, true]);
  });

  test("has nothing of a dialog's while the dialog is closed", () => {
    for (const name of ["source", "itemUid", "itemKind", "redirectTo", "inviteToken", "email"])
      for (const closed of ["", "&requestAccess=no", "&loginRequest=", "&accessStatus=none"])
        expect([name + closed, rules.reduce(`${name}=x${closed}`)]).toEqual([
          name + closed,
          { text: "", own: false },
        ]);
  });

  test("has nothing that the path has already", () => {
    const inPath = new QueryRules([{ kept: { product: oneOf("a") } }], ["org", "product"]);
    expect(inPath.reduce("product=a")).toEqual({ text: "", own: false });
  });
});
