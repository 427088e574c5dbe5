import { expect, test } from "vitest";
import { multipart } from "./multipart.ts";
import { plantSpecimens } from "./specimens.ts";
import { openWorld } from "./world.ts";
import { testInTurn } from "../in-turn.ts";

/** Fields called as what every object has already: they are fields that nobody has, never an error of ours. */

const OWNER = "owner@acme.example";
const NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "__proto__.x",
  "__proto__[x]",
  "constructor.prototype",
  "files[__proto__]",
  "__defineGetter__",
];

testInTurn(
  "odd names of fields in forms with files, and in plain ones, are never an error of ours",
  async () => {
    const world = await openWorld();
    const ids = await plantSpecimens(world);
    const paths = [
      "/acme/edit/cards/Reports/items/custom.open",
      "/acme/edit/cards/Reports/items/new",
      "/acme/edit/cards/Reports/icon",
      "/acme/card/Reports?edit=true",
      "/acme/edit/subprocessors/import",
      "/acme/edit/grades/new",
      "/acme/edit/trusted-by/new",
      `/acme/edit/companies/${ids.company}`,
      "/acme/edit/risk-profile",
      "/acme/edit/sections",
      "/documents",
      `/documents/${ids.libraryDocument}`,
      "/settings/look/logo",
      "/settings/general",
      "/settings/content",
      "/settings/visitors",
      "/nda/import",
      "/knowledge-base/import",
      "/knowledge-base/new",
      "/subscribers/import",
      "/updates/new",
      "/acme/get-access?requestAccess=true",
      "/acme/subscribe",
      "/sign-in",
    ];
    const failed: string[] = [];
    for (const path of paths) {
      // All at once, and each alone: one may hide another.
      const all = Object.fromEntries(NAMES.map((name) => [`${name}`, "x"]));
      const forms = [
        multipart([], all),
        multipart([{ name: "__proto__", bytes: "x" }], { ["__proto__"]: "x", title: "x" }),
        ...["__proto__", "constructor", "toString"].map((name) =>
          multipart([], { [name]: "x", title: "A title" }),
        ),
      ];
      for (const form of forms) {
        const { status } = await world.ask(path, { as: OWNER, ...form });
        if (status >= 500) failed.push(`multipart ${path}: ${status}`);
      }
      const plain = new URLSearchParams(
        NAMES.flatMap((name) => [
          [name, "x"],
          [name, "y"],
        ]),
      );
      const { status } = await world.ask(path, { as: OWNER, form: plain });
      if (status >= 500) failed.push(`urlencoded ${path}: ${status}`);
    }
    expect(failed).toEqual([]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  },
);

test("nor are they in the bodies of the API, at any depth", async () => {
  const world = await openWorld();
  const ids = await plantSpecimens(world);
  const product = `/api/trust-center/products/${ids.platform}`;
  const calls: [string, string][] = [
    ["PATCH", `${product}/items/custom.open`],
    ["POST", `${product}/cards/Reports/items`],
    ["PATCH", `${product}/cards/Reports`],
    ["POST", `${product}/cards/Reports/items/order`],
    ["POST", `${product}/grades`],
    ["POST", `${product}/subprocessors`],
    ["POST", `${product}/trusted-companies`],
    ["PUT", `${product}/risk-profile`],
    ["PATCH", "/api/documents"],
    ["PATCH", `/api/documents/${ids.libraryDocument}`],
    ["POST", "/api/trust-center/updates"],
    ["POST", "/api/trust-center/comments"],
    ["POST", "/api/trust-center/bulk-download"],
    ["POST", "/api/share/acme/login"],
    ["POST", "/api/share/acme/request"],
    ["POST", "/api/share/acme/subscribe"],
    ["POST", "/api/share/acme/unsubscribe"],
  ];
  const values = ['"x"', "null", '{"__proto__":1}'];
  const failed: string[] = [];
  for (const [method, path] of calls) {
    for (const name of ["__proto__", "constructor", "toString"]) {
      for (const value of values) {
        const body = `{"${name}":${value},"values":{"${name}":${value}},"items":[{"${name}":${value}}]}`;
        const { status } = await world.ask(path, {
          method,
          as: OWNER,
          headers: { "content-type": "application/json" },
          body,
        });
        if (status >= 500) failed.push(`${method} ${path} ${body}: ${status}`);
      }
    }
  }
  expect(failed).toEqual([]);
});
