import { expect, test } from "vitest";
import { residentBytes } from "../server/processes-of.ts";
import {
  BodyServer,
  isInstalled,
  PROXIES,
  sendDown,
  sendUp,
  startProxy,
} from "../server/proxies.ts";

const MINUTES = 600_000;
const MEGABYTE = 1024 * 1024;
const TWO_GIGABYTES = 2048 * MEGABYTE;

for (const name of PROXIES)
  test.skipIf(!isInstalled(name))(
    `two gigabytes go through ${name} up and down, in less than 20 MB of its memory`,
    async () => {
      const bodies = await BodyServer.open();
      const proxy = await startProxy(name, bodies.port);
      const held = async () => residentBytes(await proxy.pids());
      // What it takes to do anything at all is not counted.
      await sendUp(proxy, bodies, MEGABYTE);
      await sendDown(proxy, bodies, MEGABYTE);
      const before = await held();
      let most = 0;
      const watch = setInterval(() => void held().then((now) => (most = Math.max(most, now))), 100);
      expect(await sendUp(proxy, bodies, TWO_GIGABYTES)).toBe(TWO_GIGABYTES);
      expect(await sendDown(proxy, bodies, TWO_GIGABYTES)).toBe(TWO_GIGABYTES);
      clearInterval(watch);
      process.stdout.write(`${name}: ${((most - before) / MEGABYTE).toFixed(1)} MB more\n`);
      expect(most - before).toBeLessThan(20 * MEGABYTE);
    },
    MINUTES,
  );
