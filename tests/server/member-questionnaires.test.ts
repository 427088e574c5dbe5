import { expect, test } from "vitest";
import { newId } from "#db/ids.ts";
import { inOrg } from "#db/tenant.ts";
import { setting } from "./access-world.ts";
import { memberKeyIn, namesOf, staffKeyIn } from "./api-names.ts";
import { multipart } from "./multipart.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const LIST = "/api/v1/portal/questionnaires";
const REVIEWER = "reviewer@acme.example";
const CSV =
  "Question,Response,Justification,Question Type\r\nDo you encrypt?,,,Text\r\nDo you back up?,,,Text\r\n";

interface Told {
  id: string;
  code: string;
  content: string | null;
  data: { id: string }[];
  errors: Record<string, string[]>;
}

const json = ({ text }: Answer) => JSON.parse(text) as Told;

function deskOf(world: World, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  return {
    read: (target = "") => world.ask(`${LIST}${target}`, { headers }),
    send: (
      fields: Record<string, string> = {},
      { bytes = CSV, name = null as string | null } = {},
    ) => {
      const form = multipart(bytes === "" ? [] : [{ name: "Check.csv", bytes }], fields);
      const named: Record<string, string> = name === null ? {} : { "idempotency-key": name };
      return world.ask(LIST, {
        method: "POST",
        body: form.body,
        headers: { ...headers, ...form.headers, ...named },
      });
    },
  };
}

const press = (world: World, address: string, form: Record<string, string> = {}) =>
  world.ask(address, { as: REVIEWER, form });

test("a member’s key sends a questionnaire, follows it, and gets the answered file", async () => {
  const world = await openWorld();
  const { account = "", product = "" } = await namesOf(world);
  const { read, send } = deskOf(world, await memberKeyIn(world));
  const sent = await send({ dueOn: "2027-01-31", note: "For our renewal" }, { name: "q-1" });
  expect([sent.status, json(sent)]).toMatchObject([
    201,
    {
      fileName: "Check.csv",
      productId: product,
      state: "received",
      questions: 2,
      answered: 0,
      dueOn: "2027-01-31",
      content: null,
    },
  ]);
  const { id } = json(sent);
  expect(sent.headers.location).toBe(`${LIST}/${id}`);
  const again = await send({ dueOn: "2027-01-31", note: "For our renewal" }, { name: "q-1" });
  expect([again.text, again.headers["idempotent-replayed"]]).toEqual([sent.text, "true"]);
  expect(json(await read()).data.map((one) => one.id)).toEqual([id]);
  const early = await read(`/${id}/content`);
  expect([early.status, json(early).code]).toEqual([409, "not_released"]);

  const page = `/questionnaires/${id}`;
  await press(world, `${page}/questions/1`, { version: "1", answer: "Yes, at rest" });
  expect(json(await read(`/${id}`))).toMatchObject({ state: "inProgress", answered: 1 });
  await press(world, `${page}/finish`);
  expect(json(await read(`/${id}`))).toMatchObject({ state: "answered", content: null });
  expect((await read(`/${id}/content`)).status).toBe(409);
  await press(world, `${page}/release`);
  const released = json(await read(`/${id}`));
  expect(released).toMatchObject({ state: "released", content: `${LIST}/${id}/content` });
  const file = await read(`/${id}/content`);
  expect([file.status, file.text.includes('Do you encrypt?,"Yes, at rest",')]).toEqual([200, true]);
  const { read: db } = world.services.store;
  const orgId = await world.orgId("acme");
  const [event] = await inOrg(db, orgId)
    .selectFrom("events")
    .select(["detailJson", "memberId"])
    .where("detailJson", "like", "%Vendor review%")
    .execute();
  expect(event).toMatchObject({ memberId: expect.any(String) });
  const [row] = await inOrg(db, orgId)
    .selectFrom("audit")
    .select("actorName")
    .where("action", "=", "questionnaire.added")
    .where("subject", "=", id)
    .execute();
  expect(row?.actorName).toBe("Riley Novak (key: Vendor review)");
  // Answers say what the portal shows under the NDA alone.
  await world.services.store.write(async (trx) => {
    await inOrg(trx, orgId).updateTable("grants").set({ ndaRequired: 1 }).execute();
    // Of another product, so that the key goes on to open something.
    const grant = await inOrg(trx, orgId)
      .selectFrom("grants")
      .selectAll()
      .where("accountId", "=", account)
      .executeTakeFirstOrThrow();
    const other = await inOrg(trx, orgId)
      .selectFrom("products")
      .select("id")
      .where("id", "!=", product)
      .executeTakeFirstOrThrow();
    const values = { ...grant, id: newId(), productId: other.id, ndaRequired: 0 as const };
    await trx.insertInto("grants").values(values).execute();
    await inOrg(trx, orgId).deleteFrom("ndaSignatures").execute();
  });
  const unsigned = await read(`/${id}/content`);
  expect([unsigned.status, JSON.parse(unsigned.text)]).toMatchObject([
    403,
    { code: "nda", nda: expect.stringMatching(/\/nda$/) },
  ]);
});

test("questionnaires by members’ keys are refused in words, and what is others’ isn’t there", async () => {
  const world = await openWorld();
  const { account = "", product = "" } = await namesOf(world);
  const { read, send } = deskOf(world, await memberKeyIn(world));
  for (const [fields, bytes, field, status] of [
    [{ dueOn: "soon" }, CSV, "dueOn", 400],
    [{ productId: "no-such" }, CSV, "productId", 409],
    [{}, "", "file", 400],
    [{}, "\u0000\u0001", "file", 400],
  ] as const) {
    const refused = await send(fields, { bytes });
    expect([refused.status, Object.keys(json(refused).errors)]).toEqual([status, [field]]);
  }
  expect((await send({ accountId: account })).status).toBe(400);
  // What the team added for the account is the team's.
  const staff = await staffKeyIn(world, { email: REVIEWER });
  const form = multipart([{ name: "Check.csv", bytes: CSV }], { accountId: account });
  const added = await world.ask("/api/v1/questionnaires", {
    method: "POST",
    body: form.body,
    headers: { ...form.headers, authorization: `Bearer ${staff}` },
  });
  const { id } = (JSON.parse(added.text) as { questionnaire: { id: string } }).questionnaire;
  for (const target of [`/${id}`, `/${id}/content`, "/no-such"])
    expect((await read(target)).status).toBe(404);
  expect(json(await read()).data).toEqual([]);

  const own = json(await send({ productId: product }));
  const orgId = await world.orgId("acme");
  const other = await inOrg(world.services.store.read, orgId)
    .selectFrom("products")
    .select("id")
    .where("id", "!=", product)
    .executeTakeFirstOrThrow();
  const bound = deskOf(world, await memberKeyIn(world, { products: [product] }));
  expect((await bound.read(`/${own.id}`)).status).toBe(200);
  await world.services.store.write((trx) =>
    inOrg(trx, orgId)
      .updateTable("questionnaires")
      .set({ productId: other.id })
      .where("id", "=", own.id)
      .execute(),
  );
  expect((await bound.read(`/${own.id}`)).status).toBe(404);
  expect((await read(`/${own.id}`)).status).toBe(200);

  const reader = deskOf(world, await memberKeyIn(world, { scopes: ["portal:read"] }));
  for (const refused of [await reader.read(), await reader.send()])
    expect([refused.status, json(refused).code]).toEqual([403, "missing_scope"]);
  await setting(world, { questionnaireUploads: "off" });
  for (const gone of [await read(), await read(`/${own.id}`), await send()])
    expect(gone.status).toBe(404);
});
