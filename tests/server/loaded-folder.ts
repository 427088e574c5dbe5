import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { inject } from "vitest";
import { PROCESSES } from "../limits.ts";
import { Spawned } from "./spawned.ts";
import { DEMO_PASSWORD } from "./template.ts";

/** A data folder with the whole demo, as one undisturbed first start left it; never started on again, but copied. */
export interface LoadedFolder {
  folder: string;
  /** How long that start took. */
  startMs: number;
  /** What it printed. */
  printed: string;
}

/**
 * The loaded folder of this run, whose demo has DEMO_PASSWORD, with the texts of its files read. Whoever asks for it first
 * makes it, in whichever worker; the others wait.
 */
export async function loadedFolder(): Promise<LoadedFolder> {
  const place = path.join(inject("worldFolder"), "loaded");
  const note = path.join(place, "loaded.json");
  const isMaker = await mkdir(place).then(
    () => true,
    () => false,
  );
  if (isMaker)
    await writeFile(
      note,
      JSON.stringify(
        await loaded(path.join(place, "data")).catch((error) => ({ fault: `${error}` })),
      ),
      { flush: true },
    );
  for (const last = Date.now() + PROCESSES.timeout; ;) {
    const text = await readFile(note, "utf8").catch(() => "");
    const found = text === "" ? null : (JSON.parse(text) as LoadedFolder | { fault: string });
    if (found !== null && "fault" in found) throw new Error(`no folder was loaded: ${found.fault}`);
    if (found !== null) return found;
    if (Date.now() > last) throw new Error("the folder is not loaded yet");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function loaded(folder: string): Promise<LoadedFolder> {
  const began = Date.now();
  const server = await Spawned.open({ DATA_DIR: folder, DEMO_PASSWORD });
  try {
    await server.ready();
    const startMs = Date.now() - began;
    await server.textsRead();
    return { folder, startMs, printed: server.out };
  } finally {
    await server.stop();
  }
}
