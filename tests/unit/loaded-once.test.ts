import { expect, test } from "vitest";
import { loadedOnce } from "#values/loaded-once.ts";

/** Something whose loads fail until they are told otherwise; `loads` counts them. */
function loading() {
  const it = { loads: 0, isSound: false };
  const get = loadedOnce(async () => {
    it.loads += 1;
    if (!it.isSound) throw new Error("no room");
    return it.loads;
  });
  return { it, get };
}

test("what several want at the same time is loaded once, and kept", async () => {
  const { it, get } = loading();
  it.isSound = true;
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  expect([await get(), it.loads]).toEqual([1, 1]);
});

test("a load that fails is told to all who wait for it, and tried anew for the next", async () => {
  const { it, get } = loading();
  const waiting = await Promise.allSettled([get(), get()]);
  expect(waiting.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(it.loads).toBe(1);
  it.isSound = true;
  expect(await get()).toBe(2);
});
