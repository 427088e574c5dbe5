import { expect, test } from "vitest";
import { addDocumentsCard, openFilesWorld } from "./files-world.ts";

interface ToldDate {
  id: string;
  kind: string;
  day: string;
  title: string;
}

test("an item’s dates come of all its documents, of each kind of report the latest", async () => {
  const world = await openFilesWorld();
  await addDocumentsCard(world);
  const dates = async () => {
    const { text } = await world.ask("/acme/dates.json");
    return (JSON.parse(text) as { dates: ToldDate[] }).dates
      .filter(({ id }) => id.includes("custom."))
      .map(({ kind, day, title }) => [kind, day, title]);
  };
  const plant = async (
    item: string,
    type: "SOC 2 report" | "Bridge letter" | "Penetration test",
    periodTo: string,
  ) => {
    await world.plant(item, `${type} ${periodTo}.txt`, Buffer.from(type + periodTo), {
      type,
      periodTo,
    });
    // What comes later is the newest document of its item.
    world.time = new Date(world.time.getTime() + 86_400_000);
  };
  await plant("public", "SOC 2 report", "2025-12-31");
  await plant("public", "SOC 2 report", "2026-06-30");
  await plant("public", "Bridge letter", "2026-12-15");
  await plant("restricted", "SOC 2 report", "2026-05-31");
  expect(await dates()).toEqual([
    ["letter", "2026-12-15", "Item public"],
    ["report", "2027-06-30", "Item public"],
  ]);
  await plant("public", "Penetration test", "2026-03-31");
  expect(await dates()).toEqual([
    ["letter", "2026-12-15", "Item public"],
    ["report", "2027-03-31", "Item public (Penetration test)"],
    ["report", "2027-06-30", "Item public (SOC 2 report)"],
  ]);
  const { text } = await world.ask("/acme/dates.ics");
  const uids = [...text.replaceAll("\r\n ", "").matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid);
  expect(new Set(uids).size).toBe(uids.length);
  expect(uids.length).toBeGreaterThan(2);
});
