// Loaded into servers of tests (node --import): their stored files count as shared, since their folders lead to one. With
// NEWER they are of a version that has a migration more, which older servers can live with ("additive") or not.
import { registerHooks } from "node:module";

const SHARES = 'database !== null && blobs?.kind === "s3"';
const SHARED = "database !== null";
const NEWEST = /("3070-servers": [\w$]+)/;
const PROGRAM = /\/build\/server\/index\.js$/;

const newer = process.env.NEWER ?? "";
const up = '(db) => db.schema.createTable("ofTomorrow").addColumn("id", "text").execute()';

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!PROGRAM.test(url)) return loaded;
    const source = String(loaded.source);
    if (!source.includes(SHARES) || !NEWEST.test(source))
      throw new Error(
        "the server says otherwise whether its files are shared, or which migrations it has",
      );
    const shared = source.replace(SHARES, SHARED);
    const more = `"9001-of-tomorrow": { up: ${up}, isAdditive: ${newer === "additive"} }`;
    return {
      ...loaded,
      source: newer === "" ? shared : shared.replace(NEWEST, (found) => `${found}, ${more}`),
    };
  },
});
