// Loaded into servers of tests (node --import): with NEWER they are of a version that has a migration more, which older
// servers can live with ("additive") or not.
import { registerHooks } from "node:module";

const NEWEST = /("3070-servers": [\w$]+)/;
const PROGRAM = /\/build\/server\/index\.js$/;

const newer = process.env.NEWER ?? "";
const up = '(db) => db.schema.createTable("ofTomorrow").addColumn("id", "text").execute()';
const more = `"9001-of-tomorrow": { up: ${up}, isAdditive: ${newer === "additive"} }`;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (newer === "" || !PROGRAM.test(url)) return loaded;
    const source = String(loaded.source);
    if (!NEWEST.test(source)) throw new Error("the server has other migrations");
    return { ...loaded, source: source.replace(NEWEST, (found) => `${found}, ${more}`) };
  },
});
