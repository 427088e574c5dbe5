/*
 * Zod compiles its schemas with `new Function`, which the content policy of every page forbids. It
 * looks whether it may by trying, and a browser reports the try. This says beforehand that it may not,
 * where zod looks for it: importing zod to say so would load it on pages that check nothing.
 */

const ofPage = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
if (typeof document !== "undefined")
  ofPage.__zod_globalConfig = { ...ofPage.__zod_globalConfig, jitless: true };
