// Loaded into servers of tests (node --import): their stored files count as shared, since their folders lead to one.
import { registerHooks } from "node:module";

const SHARES = 'database !== null && blobs?.kind === "s3"';
const SHARED = "database !== null";
const PROGRAM = /\/build\/server\/index\.js$/;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!PROGRAM.test(url)) return loaded;
    const source = String(loaded.source);
    if (!source.includes(SHARES))
      throw new Error("the server says otherwise whether its files are shared");
    return { ...loaded, source: source.replace(SHARES, SHARED) };
  },
});
