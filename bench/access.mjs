// Access requests and sign-ins through the handler, in this process; the limit is the same writes in the same
// transactions on a copy of the database, and a request to a route that does nothing.
import { inProcess } from "./in-process.mjs";
import { row } from "./table.mjs";

const perSecond = (count, ms) =>
  `${Math.round(count / (ms / 1_000)).toLocaleString("en")} a second`;

/**
 * Access requests and sign-ins a second, one after the other.
 * @param folder a data folder with the demo, which stays as it is
 */
export function access(folder, count) {
  return inProcess(
    folder,
    (database) => plantMembers(database, count),
    async ({ ask, store, compare, planted }) => {
      const rows = [];
      for (const [what, step] of [
        ["access requests", requests(ask, planted)],
        ["sign-ins", await signIns(ask, store, count)],
      ]) {
        const { ours, theirs } = await compare(count, step);
        rows.push(
          row(
            `${what}, through the handler`,
            perSecond(count, ours),
            `${perSecond(count, theirs)} as bare writes and a no-op route`,
            theirs / ours,
          ),
        );
      }
      return rows;
    },
  );
}

/** Members of an approved account of acme, the same in each database. */
function plantMembers(database, count) {
  const { orgId, accountId } = database
    .prepare("select orgId, accountId from members where email = 'riley@customer.example'")
    .get();
  const model = database
    .prepare("select * from members where email = 'riley@customer.example'")
    .get();
  const columns = Object.keys(model);
  const insert = database.prepare(
    `insert into members (${columns.map((name) => `"${name}"`).join(", ")}) values (${columns.map(() => "?").join(", ")})`,
  );
  for (let i = 0; i < count; i += 1) {
    const email = `bench-${i}@customer.example`;
    const own = {
      ...model,
      id: `bench-member-${i}`,
      email,
      ...("emailKey" in model ? { emailKey: email } : {}),
    };
    insert.run(...columns.map((name) => own[name]));
  }
  const { id: productId } = database
    .prepare("select id from products where orgId = ? and isDefault = 1")
    .get(orgId);
  return { orgId, accountId, productId };
}

/** One access request each, of a person whom nobody knows. */
function requests(ask, { productId }) {
  return async (i) => {
    const values = {
      firstName: "Jane",
      lastName: "Miró",
      email: `jane-${i}@corp-${i}.example`,
      companyName: "Corp",
      jobTitleTextField: "Engineer",
      pointOfContactField: "sales@acme.example",
      relationshipDropdown: "prospective customer",
      countriesDropdown: "DE",
      accountMemberRequestProducts: productId,
      customCheckbox: "on",
      agree: "on",
      productId,
    };
    const answer = await ask("/api/share/acme/request", {
      body: JSON.stringify(values),
      headers: { "content-type": "application/json" },
    });
    if (answer.status !== 200)
      throw new Error(`an access request was answered with ${answer.status}: ${answer.text}`);
  };
}

/** The button behind a mailed link each; asking for the links is not measured. */
async function signIns(ask, store, count) {
  const ready = [];
  for (let i = 0; i < count; i += 1) {
    const email = `bench-${i}@customer.example`;
    const asked = await ask("/acme/get-access?loginRequest=true", {
      body: new URLSearchParams({ intent: "login", email }).toString(),
    });
    const mail = await store.read
      .selectFrom("outbox")
      .select("text")
      .where("toEmail", "=", email)
      .executeTakeFirst();
    const link = /https?:\/\/\S+sign-in-link\?token=[\w-]+/.exec(mail?.text ?? "")?.[0];
    if (link === undefined)
      throw new Error(`a login was answered with ${asked.status}, and no link was mailed`);
    const { pathname, search } = new URL(link);
    const cookie = asked.cookies.join("; ");
    const page = await ask(pathname + search, { headers: { cookie } });
    ready.push({
      target: pathname + search,
      cookie,
      body: new URLSearchParams({
        intent: "sign-in",
        proof: /name="proof" value="([^"]*)"/.exec(page.text)?.[1] ?? "",
      }).toString(),
    });
  }
  return async (i) => {
    const { target, cookie, body } = ready[i];
    const answer = await ask(target, { body, headers: { cookie } });
    if (answer.status !== 303 || !answer.cookies.some((pair) => pair.startsWith("otc_member=")))
      throw new Error(`a sign-in was answered with ${answer.status}`);
  };
}
