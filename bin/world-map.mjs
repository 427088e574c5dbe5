// Makes public/world.svg, the map behind the list of subprocessors, and the places of its countries:
//   npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
//   node bin/world-map.mjs package
// The outlines are Natural Earth's, which are in the public domain. The product doesn't need the
// package: what is made here is checked in.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const folder = process.argv[2] ?? "package";
const WIDTH = 1000;
/** The parallels at which the map ends: without Antarctica and the empty north. */
const NORTH = 83.7;
const SOUTH = -56;

/** Equal Earth (Šavrič, Patterson, Jenny 2018), in radians. */
function project([longitude, latitude]) {
  const m = Math.sqrt(3) / 2;
  const theta = Math.asin(m * Math.sin((latitude * Math.PI) / 180));
  const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796];
  const t2 = theta * theta;
  const t6 = t2 ** 3;
  const slope = a1 + 3 * a2 * t2 + t6 * (7 * a3 + 9 * a4 * t2);
  const x = ((longitude * Math.PI) / 180) * (Math.cos(theta) / (m * slope));
  return [x, theta * (a1 + a2 * t2 + t6 * (a3 + a4 * t2))];
}
const right = project([180, 0])[0];
const top = project([0, NORTH])[1];
const scale = WIDTH / (2 * right);
const height = Math.round((top - project([0, SOUTH])[1]) * scale);
const onMap = (point) => {
  const [x, y] = project(point);
  return [Math.round((x + right) * scale * 2) / 2, Math.round((top - y) * scale * 2) / 2];
};

function read(name) {
  const topology = JSON.parse(readFileSync(path.join(folder, name), "utf8"));
  const { scale: by, translate } = topology.transform;
  const arcs = topology.arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return [x * by[0] + translate[0], y * by[1] + translate[1]];
    });
  });
  const ring = (ids) =>
    ids.flatMap((id, place) => {
      const points = id < 0 ? arcs[~id].toReversed() : arcs[id];
      return place === 0 ? points : points.slice(1);
    });
  return topology.objects.countries.geometries.map((geometry) => ({
    id: geometry.id,
    name: geometry.properties.name,
    outlines: (geometry.type === "Polygon" ? [geometry.arcs] : geometry.arcs).map((polygon) =>
      ring(polygon[0]),
    ),
  }));
}

const written = (value) => String(value).replace(/^(-?)0\./, "$1.");
/** A ring as a path of relative steps, without points that fall together. */
function pathOf(points) {
  const places = points.map(onMap).filter(([x, y], at, all) => {
    const before = all[at - 1];
    return before === undefined || before[0] !== x || before[1] !== y;
  });
  if (places.length < 4) return "";
  let [x, y] = places[0];
  const steps = places.slice(1, -1).map(([nextX, nextY]) => {
    // Where a coast crosses the date line it goes on beyond the map's edge.
    const across = Math.abs(nextX - x) > WIDTH / 2 ? 0 : nextX - x;
    const step = `${written(across)} ${written(nextY - y)}`;
    [x, y] = [nextX, nextY];
    return step;
  });
  return `M${places[0].map(written).join(" ")}l${steps.join(" ").replaceAll(" -", "-")}z`;
}

const area = (points) =>
  points.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = points[(at + 1) % points.length];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
/** The middle of a country's largest part. */
function middle(outlines) {
  const rings = outlines.map((outline) => outline.map((point) => project(point)));
  const [largest] = rings.toSorted((a, b) => Math.abs(area(b)) - Math.abs(area(a)));
  const whole = area(largest);
  const sums = largest.reduce(
    ([sumX, sumY], [x, y], at) => {
      const [nextX, nextY] = largest[(at + 1) % largest.length];
      const cross = x * nextY - nextX * y;
      return [sumX + (x + nextX) * cross, sumY + (y + nextY) * cross];
    },
    [0, 0],
  );
  const [x, y] = sums.map((sum) => sum / (6 * whole));
  return [Math.round((x + right) * scale), Math.round((top - y) * scale)];
}

const d = read("countries-110m.json")
  .filter(({ name }) => name !== "Antarctica")
  .map(({ outlines }) => outlines.map(pathOf).join(""))
  .join("");
// The colors are seen through, so that one file stands on light pages and on dark ones.
writeFileSync(
  "public/world.svg",
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}"><path d="${d}" ` +
    `fill="#7c8794" fill-opacity=".28" stroke="#7c8794" stroke-opacity=".55" ` +
    `stroke-width=".6" stroke-linejoin="round"/></svg>\n`,
);

/** 'DE' of 276: world-atlas has the numbers of ISO 3166-1, the product its letters. */
function letters(id) {
  const code = id === undefined ? "" : (new Intl.Locale(`und-${id}`).region ?? "");
  return /^[A-Z]{2}$/.test(code) ? code : null;
}
const places = read("countries-50m.json")
  .flatMap(({ id, outlines }) => (letters(id) ? [[letters(id), middle(outlines)]] : []))
  // A country's main part comes first; what lies below the map's edge has no place on it.
  .filter(
    ([code, [, y]], at, all) => y <= height && all.findIndex(([other]) => other === code) === at,
  )
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([code, [x, y]]) => `${code} ${x} ${y}`);
const lines = [];
for (let at = 0; at < places.length; at += 9)
  lines.push(`  "${places.slice(at, at + 9).join(",")}${at + 9 < places.length ? "," : ""}"`);
writeFileSync(
  "app/content/subprocessors/rules/map-places.ts",
  `/** Made by bin/world-map.mjs: where countries lie on public/world.svg. */
export const MAP_SIZE = { width: ${WIDTH}, height: ${height} } as const;

const PLACES =
${lines.join(" +\n")};

const places = new Map(
  PLACES.split(",").map((place): [string, { x: number; y: number }] => {
    const [code = "", x, y] = place.split(" ");
    return [code, { x: Number(x), y: Number(y) }];
  }),
);

/** The middle of a country on the map; null for one that is too small to be on it. */
export function mapPlace(code: string): { x: number; y: number } | null {
  return places.get(code) ?? null;
}
`,
);
