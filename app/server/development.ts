import { currentEnvironment, readConfig } from "#platform/config.ts";
import { createLog } from "#platform/log.ts";
import { openForServer, prepare } from "./installation.ts";

/** The services that `npm run dev` keeps while the code around them changes. */
export async function openForDevelopment() {
  const { services } = await openForServer(readConfig(currentEnvironment()), createLog());
  return { services, lines: await prepare(services) };
}
