import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { mapPlace } from "#content/subprocessors/rules/map-places.ts";
import { countriesIn, isPlace, placeName } from "#model/subprocessors/places.ts";

test.each([
  [null, []],
  ["", []],
  ["Germany", ["DE"]],
  ["Germany (Frankfurt), Ireland (Dublin), United States (Virginia)", ["DE", "IE", "US"]],
  ["United States (Georgia)", ["US"]],
  ["Atlanta, Georgia, USA", ["US"]],
  ["Georgia", ["GE"]],
  ["AWS eu-central-1 (Germany)", ["DE"]],
  ["Global edge (TLS terminates in the customer’s region)", []],
  ["Worldwide", []],
  ["EU and UK", ["EU", "GB"]],
  ["contact us", []],
  ["US", ["US"]],
  ["DE, IE", ["DE", "IE"]],
  ["Dover, DE", []],
  ["Newark, New Jersey", ["US"]],
  ["Papua New Guinea", ["PG"]],
  ["Guinea; Germany; Germany", ["GN", "DE"]],
  ["The Netherlands", ["NL"]],
  ["Côte d'Ivoire", ["CI"]],
  ["Hong Kong, Singapore", ["HK", "SG"]],
  ["South Korea", ["KR"]],
])("%s names %j", (location, countries) => {
  expect(countriesIn(location)).toEqual(countries);
});

test("places are countries and the European Union", () => {
  expect(["DE", "EU", "ZZ", "de", ""].map(isPlace)).toEqual([true, true, false, false, false]);
  expect(placeName("EU")).toBe("European Union");
  expect(placeName("SG")).toBe("Singapore");
});

test("the map is 20 KB at most, holds no scripts, and knows small countries, too", () => {
  const map = readFileSync(new URL("../../public/world.svg", import.meta.url));
  expect(brotliCompressSync(map).byteLength).toBeLessThan(20 * 1024);
  expect(map.toString()).not.toMatch(/<script|<style|href/);
  expect(["DE", "US", "SG", "MT", "HK"].filter((code) => mapPlace(code) === null)).toEqual([]);
  expect(mapPlace("EU")).toBeNull();
});
