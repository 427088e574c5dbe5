import { expect, test } from "vitest";
import { inOwnCommands } from "#platform/command-line.ts";

test("a packaged program names its own commands, and a checkout those of npm", () => {
  const line = "Use: npm run org:create -- --slug acme. Or npm run doctor, then npm start.";
  expect(inOwnCommands(line, undefined)).toBe(line);
  expect(inOwnCommands(line, "/opt/$1/otc")).toBe(
    "Use: /opt/$1/otc org:create --slug acme. Or /opt/$1/otc doctor, then /opt/$1/otc.",
  );
});
