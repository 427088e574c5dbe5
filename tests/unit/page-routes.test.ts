import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, test } from "vitest";
import { PageRoutes } from "#http/page-routes.ts";
import routes from "../../app/routes.ts";

/** The portal's files whose pages are marked here, as the real modules mark themselves. */
const KEEPABLE: ReadonlySet<string> = new Set([
  "content/cards/portal/drawer",
  "portal/items/portal/item",
  "content/knowledge-base/portal/faq",
  "updates/updates/portal/atom",
  "updates/updates/portal/json",
  "portal/home/plain",
  "company/privacy/portal/privacy",
  "company/privacy/portal/terms",
  "content/subprocessors/portal/page",
  "updates/subscribers/portal/subscribe",
  "updates/updates/portal/update-list",
  "updates/updates/portal/topic",
  "portal/twins/portal/twin",
]);

const manifest: Record<string, unknown> = {};
function objects(entries: readonly RouteConfigEntry[], parentId?: string): RouteObject[] {
  return entries.map(({ id = undefined, file, path, index, children }) => {
    const own = id ?? file.replace(/\.tsx?$/, "");
    const handle = KEEPABLE.has(file.replace(/\.tsx?$/, "")) ? { query: {} } : {};
    manifest[own] = { id: own, parentId, path, index, module: { handle } };
    return index
      ? { id: own, index: true as const, handle }
      : {
          id: own,
          handle,
          ...(path === undefined ? {} : { path }),
          ...(children === undefined ? {} : { children: objects(children, own) }),
        };
  });
}
const tree = objects(await routes);
/** Words that other routes begin with: no company has such a name. */
const firstWords = new Set(
  (Object.values(manifest) as { path?: string; parentId?: string }[])
    .filter(({ parentId }) => parentId === undefined || !parentId.startsWith("portal/"))
    .map((route) => route.path?.split("/")[0] ?? "")
    .filter((word) => word !== "" && !word.startsWith(":")),
);
const pages = new PageRoutes(manifest as ServerBuild["routes"]);

describe("the pages that may be kept", () => {
  test("are those that the framework finds at the same address", () => {
    const words = [
      "acme",
      "ACME",
      "updates",
      "Updates",
      "faq",
      "card",
      "Reports",
      "item",
      "soc2",
      "product",
      "legal",
      "terms",
      "documents",
      "edit",
      "api",
      "share",
      "settings",
      "x%2Fy",
      "%61cme",
      "a%20b",
      "feed.xml",
      "index.json",
      "soc2.MD",
      ".json",
      "bulk-download",
      "sign-in",
      "byoid",
      "subscribe",
      "",
      "a@b",
      "nda",
    ];
    const paths = new Set(["/", "/acme/", "/acme//", "/acme/updates///", "/acme//updates"]);
    for (const a of words) {
      paths.add(`/${a}`);
      for (const b of words) {
        paths.add(`/${a}/${b}`);
        if (["acme", "product", "api", "documents"].includes(a))
          for (const c of words) paths.add(`/${a}/${b}/${c}`);
      }
    }
    for (const b of ["product/x", "PRODUCT/x%20y"])
      for (const c of words) for (const d of words) paths.add(`/acme/${b}/${c}/${d}`);
    let kept = 0;
    // Each question takes the framework milliseconds.
    const some = [...paths].filter((_, i) => i % 97 === 0);
    for (const path of some) {
      const match = matchRoutes(tree, path)?.at(-1);
      const handle = match?.route.handle as { query?: object } | undefined;
      const expected =
        handle?.query !== undefined && !firstWords.has(match?.params.org?.toLowerCase() ?? "");
      const found = pages.find(path);
      expect([path, found !== null]).toEqual([path, expected]);
      if (found === null) continue;
      kept += 1;
      // One spelling: its own page again, with the same parameters.
      const again = matchRoutes(tree, found.path)?.at(-1);
      expect([path, again?.route.id, again?.params]).toEqual([
        path,
        match?.route.id,
        match?.params,
      ]);
      expect(pages.find(found.path)?.path).toBe(found.path);
    }
    expect(kept).toBeGreaterThan(3);
  });

  test("have one spelling", () => {
    for (const [sent, path] of [
      ["/acme/", "/acme"],
      ["/%61cme/UPDATES//", "/acme/updates"],
      ["/acme/item/a%2fb", "/acme/item/a%2Fb"],
      ["/acme/item/a%40b", "/acme/item/a@b"],
    ] as const)
      expect([sent, pages.find(sent)?.path]).toEqual([sent, path]);
    for (const none of [
      "/",
      "/acme.data",
      "/acme/faq.data",
      "/acme/%",
      "/settings/faq",
      "/acme/nothing/here",
    ])
      expect([none, pages.find(none)]).toEqual([none, null]);
  });
});

test("a route says of itself, and of its data, what the listener must know, whatever company is in front", () => {
  const portal = { id: "portal", path: ":org", module: {} };
  const icon = {
    id: "icon",
    parentId: "portal",
    path: "edit/cards/:kind/icon",
    module: { handle: { dialog: true, takesFiles: true } },
  };
  const name = { id: "name", parentId: "portal", path: "edit/cards/:kind/name", module: {} };
  const click = { id: "click", path: "api/click", module: { handle: { anySite: true } } };
  const keyed = { id: "keyed", path: "api/keyed", module: { handle: { keyCall: true } } };
  const front = new PageRoutes({
    portal,
    icon,
    name,
    click,
    keyed,
  } as unknown as ServerBuild["routes"]);
  for (const [flag, pathname, expected] of [
    ["takesFiles", "/acme/edit/cards/Policies/icon", true],
    ["takesFiles", "/acme/edit/cards/Policies/icon.data", true],
    ["takesFiles", "/ACME/Edit/cards/Policies/%69con/", true],
    ["takesFiles", "/acme/edit/cards/Policies/name", false],
    ["takesFiles", "/acme/edit/cards/a/b/icon", false],
    ["takesFiles", "/acme/edit/cards/a%2Fb/icon", true],
    ["takesFiles", "/acme/edit/cards/%zz/icon", false],
    ["anySite", "/acme/edit/cards/Policies/icon", false],
    ["anySite", "/api/click", true],
    ["anySite", "/api/click/more", false],
    ["unqueued", "/api/click", false],
    ["keyCall", "/api/keyed", true],
    ["keyCall", "/api/click", false],
  ] as const)
    expect([flag, pathname, front.says(flag, pathname)]).toEqual([flag, pathname, expected]);
});
