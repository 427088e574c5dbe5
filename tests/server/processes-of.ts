import { readdir, readFile } from "node:fs/promises";

/** One process and every one that it started, by id. */
export async function familyOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const [, parent] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    parents.set(Number(name), Number(parent));
  }
  const family = [pid];
  for (let i = 0; i < family.length; i += 1)
    for (const [child, parent] of parents) if (parent === family[i]) family.push(child);
  return family;
}

/** The processes that render for this one. */
export async function renderersOf(pid: number): Promise<number[]> {
  const found: number[] = [];
  for (const one of (await familyOf(pid)).slice(1)) {
    const words = await readFile(`/proc/${one}/cmdline`, "utf8").catch(() => "");
    if (words.includes("mark-worker.js")) found.push(one);
  }
  return found;
}

/** What processes hold of the memory together, in bytes; those that are gone hold none. */
export async function residentBytes(pids: readonly number[]): Promise<number> {
  let sum = 0;
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    sum += Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
  }
  return sum;
}
