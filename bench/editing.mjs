// Saves of staff in a large org, through the handler in this process; the limit is the same writes in the same
// transactions on a copy of the database, and a request to a route that does nothing.
import { inProcess } from "./in-process.mjs";
import { PASSWORD } from "./servers.mjs";
import { row } from "./table.mjs";

/** Items of the card that is put in another order. */
const REORDERED = 1_000;

const ms = (number) => `${number.toFixed(1)} ms`;
const whole = (number) => number.toLocaleString("en");

/**
 * The save of one item, and the re-order of a thousand, in an org of `size` items; after each of them the public
 * page is asked, and has to show it.
 * @param folder a data folder with the demo and `large-{size}`, which stays as it is
 */
export function editing(folder, size, { saves, orders }) {
  const org = `/large-${size}`;
  return inProcess(
    folder,
    (database) => plant(database, size),
    async ({ ask, compare }) => {
      const cookie = (
        await ask("/sign-in", {
          body: new URLSearchParams({ email: "owner@acme.example", password: PASSWORD }).toString(),
        })
      ).cookies.join("; ");
      if (!cookie.includes("otc_staff=")) throw new Error("nobody could sign in");
      const as = { headers: { cookie } };
      const fresh = [];
      const seen = async (target, shows) => {
        const started = performance.now();
        const page = await ask(target);
        fresh.push(performance.now() - started);
        if (page.status !== 200 || !shows(page.text))
          throw new Error(`${target} does not show what was saved: ${page.status}`);
      };

      const item = `${org}/edit/cards/Policies/items/custom.item-000000`;
      let form = await formOf(ask, item, as);
      // The thread that lays out Markdown starts while the person reads their page.
      form.set("explanation", "Saved before anything is measured");
      await ask(item, { ...as, body: form.toString() });
      form = await formOf(ask, item, as);
      const save = await compare(saves, async (i) => {
        form.set("explanation", `Saved for the ${i}th time`);
        const answer = await ask(item, { ...as, body: form.toString() });
        if (answer.status !== 303) throw new Error(`a save was answered with ${answer.status}`);
        return async () => {
          await seen(`${org}/card/Policies`, (text) => text.includes(`Saved for the ${i}th time`));
          form = await formOf(ask, item, as);
        };
      });

      const arranged = `${org}/edit/cards/Policies/order`;
      let order = await formOf(ask, arranged, as);
      const reorder = await compare(orders, async () => {
        const wanted = order.getAll("item").toReversed();
        const sent = new URLSearchParams([
          ["base", order.get("base") ?? ""],
          ...wanted.map((uid) => ["item", uid]),
        ]);
        const answer = await ask(arranged, { ...as, body: sent.toString() });
        if (answer.status !== 303 || wanted.length < REORDERED)
          throw new Error(
            `a re-order of ${wanted.length} items was answered with ${answer.status}`,
          );
        return async () => {
          order = await formOf(ask, arranged, as);
          if (order.getAll("item")[0] !== wanted[0]) throw new Error("the order was not saved");
          await seen(`${org}/card/Policies`, (text) => text.indexOf("Policies") > 0);
        };
      });
      fresh.sort((a, b) => a - b);
      return [
        row(
          `save of one item in ${whole(size)}`,
          ms(save.ours / saves),
          `${ms(save.theirs / saves)} as bare writes and a no-op route`,
          save.theirs / save.ours,
        ),
        row(
          `re-order of ${whole(REORDERED)} items in ${whole(size)}`,
          ms(reorder.ours / orders),
          `${ms(reorder.theirs / orders)} as bare writes and a no-op route`,
          reorder.theirs / reorder.ours,
        ),
        row(
          "public card, first request after a save, shows it",
          `${ms(fresh[Math.floor(fresh.length / 2)] ?? 0)}, ${fresh.length} of ${fresh.length}`,
        ),
      ];
    },
  );
}

/** The demo's owner edits the large org, too, and one of its cards has a thousand items. */
function plant(database, size) {
  const { orgId, productId } = database
    .prepare(
      "select o.id as orgId, p.id as productId from orgs o join products p on p.orgId = o.id where o.slug = ?",
    )
    .get(`large-${size}`);
  const role = database
    .prepare(
      "select r.* from staffRoles r join staff s on s.id = r.staffId where s.email = 'owner@acme.example'",
    )
    .get();
  const columns = Object.keys(role);
  const own = { ...role, orgId };
  database
    .prepare(
      `insert into staffRoles (${columns.map((name) => `"${name}"`).join(", ")}) values (${columns.map(() => "?").join(", ")})`,
    )
    .run(...columns.map((name) => own[name]));
  database
    .prepare(
      "update items set kind = 'Policies', publicAccess = 1, hiddenAt = null, hiddenBy = null, enabledState = 'Enabled' where productId = ? and uid = 'custom.item-000000'",
    )
    .run(productId);
  database
    .prepare(
      "update items set kind = 'Policies' where productId = ? and uid in (select uid from items where productId = ? order by kind <> 'Policies', uid limit ?)",
    )
    .run(productId, productId, REORDERED);
}

/** The fields of a dialog's form as a browser would send them. */
export async function formOf(ask, target, as) {
  const page = await ask(target, as);
  const html = [...page.text.matchAll(/<form[^>]*method="post"[^]*?<\/form>/g)]
    .map(([text]) => text)
    .find((text) => text.includes('name="base"'));
  if (html === undefined) throw new Error(`${target} has no form: ${page.status}`);
  const form = new URLSearchParams();
  const plain = (text) =>
    text
      .replaceAll("&quot;", '"')
      .replaceAll("&#x27;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  for (const [control] of html.matchAll(
    /<input[^>]*>|<textarea[^]*?<\/textarea>|<select[^]*?<\/select>/g,
  )) {
    const name = /\bname="([^"]*)"/.exec(control)?.[1];
    if (
      name === undefined ||
      (/type="(?:checkbox|radio)"/.test(control) && !/\bchecked=""/.test(control)) ||
      control.includes('type="file"')
    )
      continue;
    if (control.startsWith("<textarea"))
      form.append(name, plain(/>([^]*)<\/textarea>/.exec(control)?.[1] ?? "").replace(/^\n/, ""));
    else if (control.startsWith("<select"))
      form.append(
        name,
        plain(
          /<option value="([^"]*)" selected=""/.exec(control)?.[1] ??
            /<option[^>]*\bselected=""[^>]*value="([^"]*)"/.exec(control)?.[1] ??
            /<option value="([^"]*)"/.exec(control)?.[1] ??
            "",
        ),
      );
    else form.append(name, plain(/\bvalue="([^"]*)"/.exec(control)?.[1] ?? ""));
  }
  return form;
}
