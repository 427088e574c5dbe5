import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, test } from "vitest";
import { RouteSubsets } from "#http/route-subsets.ts";
import routes from "../../app/routes.ts";
import { WALK } from "../limits.ts";
import { sample } from "../sample.ts";
import { rowsOfTable } from "../server/rights-check.ts";

/** A build's manifest of the product's own routes, as far as matching reads it. */
function manifestOf(
  entries: readonly RouteConfigEntry[],
  parentId?: string,
): ServerBuild["routes"] {
  return Object.assign(
    {},
    ...entries.map((entry) => {
      const id = entry.id ?? entry.file.replace(/\.[jt]sx?$/, "");
      const { path, index } = entry;
      return {
        [id]: { id, path, index, parentId, module: {} },
        ...manifestOf(entry.children ?? [], id),
      };
    }),
  );
}

const whole = { routes: manifestOf(routes), assets: { routes: manifestOf(routes) } };
const build = whole as unknown as ServerBuild;

function treeOf({ routes: manifest }: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(manifest)
    .filter((route) => route?.parentId === parentId)
    .map((route) => {
      const { id = "", path, index } = route ?? {};
      return index === true
        ? { id, index: true, ...(path === undefined ? {} : { path }) }
        : {
            id,
            ...(path === undefined ? {} : { path }),
            children: treeOf({ routes: manifest } as ServerBuild, id),
          };
    });
}

const wholeTree = treeOf(build);
const trees = new Map<ServerBuild, RouteObject[]>([[build, wholeTree]]);

function matchesIn(from: ServerBuild, path: string): unknown {
  const tree = trees.get(from) ?? treeOf(from);
  trees.set(from, tree);
  return matchRoutes(tree, path)?.map(({ route, params }) => [route.id, params]);
}

const ADDRESSES = [...new Set(rowsOfTable().map(({ path }) => path.split("?", 1)[0] ?? ""))];
const SPELLINGS: readonly [string, (path: string) => string][] = [
  ["as it is", (path) => path],
  ["in capitals", (path) => path.toUpperCase()],
  ["with a slash at its end", (path) => `${path}/`],
  ["with a slash too many", (path) => path.replace(/.(\/)/, "$&/")],
  [
    "with encoded letters",
    (path) => path.replace(/[eo]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ],
  ["with a broken encoding", (path) => `${path}%E0`],
  ["with more behind it", (path) => `${path}/edit/cards/Reports`],
];

/** A path above, where the framework looks for routes that it announces to the browser. */
function above(path: string): string {
  return path.split("/").slice(0, -1).join("/") || "/";
}

describe("the routes that an address can match", () => {
  test.each(SPELLINGS)("match as all routes do: each address %s", WALK, (spelling, spelled) => {
    const subsets = new RouteSubsets(build);
    const differing = sample(ADDRESSES, 40, spelling).filter((address) => {
      const path = spelled(address);
      return [path, above(path)].some(
        (at) =>
          JSON.stringify(matchesIn(subsets.of(path), at)) !== JSON.stringify(matchesIn(build, at)),
      );
    });
    expect(differing).toEqual([]);
  });

  test("serve the data of a page as the page", () => {
    const subsets = new RouteSubsets(build);
    for (const path of ["/acme/updates", "/acme/product/One/card/Reports", "/sign-in"]) {
      expect(subsets.of(`${path}.data`)).toBe(subsets.of(path));
      expect(subsets.of(`${path}/_.data`)).toBe(subsets.of(path));
    }
  });

  test("are few: a portal's page needs none of the private area's, nor of the dialogs", () => {
    const ids = Object.keys(new RouteSubsets(build).of("/acme").routes);
    expect(ids).toContain("portal/home/plain");
    expect(ids.filter((id) => id.startsWith("staff/"))).toEqual([]);
    expect(ids.length).toBeLessThan(15);
  });

  test("are kept for so many beginnings, and are few again whatever strangers asked before", () => {
    const subsets = new RouteSubsets(build);
    const words = [
      ...new Set(Object.values(build.routes).flatMap((route) => (route?.path ?? "").split("/"))),
    ];
    for (const one of words) for (const two of words) subsets.of(`/${one}/${two}/x/y`);
    expect(subsets.size).toBe(500);
    expect(Object.keys(subsets.of("/acme").routes).length).toBeLessThan(15);
    expect(subsets.of("/acme")).toBe(subsets.of("/acme"));
  });
});
