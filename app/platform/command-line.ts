import { currentEnvironment } from "./config.ts";

/**
 * A line for whoever runs the installation: where the program came as a package there is no npm, and
 * the commands in it become the program's own.
 * @param program how it was started there; undefined for a checkout
 */
export function inOwnCommands(
  line: string,
  program: string | undefined = currentEnvironment().OPEN_TRUST_CENTER,
): string {
  if (program === undefined || program === "") return line;
  return line
    .replaceAll(/\bnpm run ([a-z-]+(?::[a-z]+)?)(?: --(?= ))?/g, (_, name) => `${program} ${name}`)
    .replaceAll(/\bnpm start\b/g, () => program);
}
