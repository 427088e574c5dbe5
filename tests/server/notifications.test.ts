import { describe, expect, test } from "vitest";
import { staffToNotify } from "#company/notifications/store/notifications.server.ts";
import { mails, minutes, Visitor } from "./access-world.ts";
import { actions } from "./staff-journeys.ts";
import { openWorld, type World } from "./world.ts";

const told = async (world: World) =>
  (await mails(world, "staff-access-request"))
    .map(({ toEmail, subject }) => `${toEmail} ${subject}`)
    .sort();
const choose = (world: World, as: string, wanted: readonly string[]) =>
  world.ask("/account", {
    as,
    form: new URLSearchParams([
      ["intent", "choose-notifications"],
      ...wanted.map((kind): [string, string] => ["wanted", kind]),
    ]),
  });

describe("mail to staff about requests", () => {
  test("goes to everyone who reviews, with what they need and a link to the request, and to nobody else", async () => {
    const world = await openWorld();
    await new Visitor(world).request();
    expect(await told(world)).toEqual(
      ["owner@acme.example", "reviewer@acme.example"].map(
        (email) => `${email} Access requested: jane@corp.example · Acme Cloud`,
      ),
    );
    const [mail] = await mails(world, "staff-access-request");
    const { id } = await world.services.store.read
      .selectFrom("accessRequests")
      .select("id")
      .where("email", "=", "jane@corp.example")
      .executeTakeFirstOrThrow();
    for (const words of ["Jane Miró", "Corp & Söhne", `http://localhost:3000/requests/${id}`])
      expect(mail?.text).toContain(words);
  });

  test("fifty identical requests are one mail to each", async () => {
    const world = await openWorld();
    await Promise.all(Array.from({ length: 50 }, () => new Visitor(world).request()));
    expect(await told(world)).toHaveLength(2);
  });

  test("what a rule decides, or what is known already, sends nothing", async () => {
    const world = await openWorld();
    for (const email of [
      "pat@partner.example",
      "x@competitor.example",
      "x@blocked.example",
      "sam@prospect.example",
      "riley@customer.example",
    ])
      await new Visitor(world).request({ email });
    expect(await told(world)).toEqual([]);
  });

  test("a member whose access ended and who asks again is told of as such, by form and by API", async () => {
    const world = await openWorld();
    const { id } = await world.services.store.read
      .selectFrom("members")
      .select("id")
      .where("email", "=", "kim@expired.example")
      .executeTakeFirstOrThrow();
    const answer = await world.ask(`/api/statuspage/share/${id}/external/extend-access`, {
      method: "POST",
    });
    expect(answer.status).toBe(200);
    await world.ask(`/api/statuspage/share/${id}/external/extend-access`, { method: "POST" });
    expect((await told(world)).map((line) => line.split(" ").slice(1).join(" "))).toEqual(
      Array(2).fill("Access requested again: kim@expired.example · Acme Cloud"),
    );
  });

  test("a note is told of, and those that follow within the hour are not", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.request();
    const note = (text: string) =>
      visitor.ask("/acme/get-access?accessStatus=pending-request", {
        form: { intent: "note", note: text },
      });
    await note(`We need it for an audit.\r\nBcc: x@evil.example ${"long ".repeat(100)}`);
    await note("And soon.");
    const notes = () =>
      mails(world, "staff-access-request").then((all) =>
        all.filter(({ subject }) => subject.startsWith("Note")),
      );
    expect(await notes()).toHaveLength(2);
    const quoted = (await notes())[0]?.text ?? "";
    expect(quoted).toContain("We need it for an audit. Bcc: x@evil.example");
    expect(quoted.length).toBeLessThan(1_200);
    await minutes(world, 61);
    await note("Still waiting.");
    expect(await notes()).toHaveLength(4);
  });
});

describe("the switches on the own page", () => {
  test("turn each kind of mail off and on again, for the current org alone, with an audit row each", async () => {
    const world = await openWorld();
    const page = await world.ask("/account", { as: "reviewer@acme.example" });
    expect(page.text).toContain("Access requests");
    expect(page.text).not.toContain("Expiring documents");
    expect((await choose(world, "reviewer@acme.example", ["comment"])).status).toBe(303);
    const acme = await world.orgId("acme");
    const names = async (kind: "access-request" | "comment" | "documents-expiring", org = acme) =>
      (await staffToNotify(world.services.store.read, org, kind)).map(({ email }) => email);
    expect(await names("access-request")).toEqual(["owner@acme.example"]);
    expect(await names("comment")).toEqual(["owner@acme.example", "reviewer@acme.example"]);
    await new Visitor(world).request();
    expect(await told(world)).toHaveLength(1);
    await choose(world, "reviewer@acme.example", ["comment", "access-request"]);
    expect(await names("access-request")).toEqual(["owner@acme.example", "reviewer@acme.example"]);
    await choose(world, "owner@acme.example", []);
    expect(await names("documents-expiring")).toEqual([]);
    expect(await names("access-request", await world.orgId("globex"))).toEqual([
      "owner@globex.example",
    ]);
    expect(
      (await actions(world, "acme")).filter((action) => action.startsWith("staff.notification")),
    ).toHaveLength(13);
  });

  test("a role without such mail sees no switches, and can't be given any by a form", async () => {
    const world = await openWorld();
    expect((await world.ask("/account", { as: "viewer@acme.example" })).text).not.toContain(
      "choose-notifications",
    );
    expect((await choose(world, "viewer@acme.example", ["access-request"])).status).toBe(303);
    expect((await choose(world, "viewer@acme.example", ["everything"])).status).toBe(400);
    expect(
      await world.services.store.read.selectFrom("mutedNotifications").selectAll().execute(),
    ).toEqual([]);
    expect(
      (
        await staffToNotify(world.services.store.read, await world.orgId("acme"), "access-request")
      ).map(({ email }) => email),
    ).not.toContain("viewer@acme.example");
  });
});
