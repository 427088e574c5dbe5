import { describe, expect, test } from "vitest";
import { declineAccount } from "#auth/accounts/store/accounts.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { lastLink, mails, requestValues, RILEY, setting, Visitor } from "./access-world.ts";
import { actions } from "./staff-journeys.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";
import { testInFive } from "../in-turn.ts";

const KIM = "kim@expired.example";
const to = (status: string) => `/acme?accessStatus=${status}`;
const requests = (world: World) =>
  world.services.store.read
    .selectFrom("accessRequests")
    .selectAll()
    .orderBy("createdAt", "desc")
    .execute();
const json = (world: World, target: string, body: unknown, headers: Record<string, string> = {}) =>
  world.ask(target, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });

describe("a request for access", () => {
  test("of somebody unknown waits for staff: one row with every answer, one mail, the dialog 'Request sent'", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    const answer = await visitor.ask(
      "/acme/get-access?requestAccess=true&source=banner&itemUid=Reports.soc2&returnTo=%2Ffaq",
      {
        form: {
          intent: "request",
          ...(await requestValues(world, "acme", {
            source: "banner",
            itemUid: "Reports.soc2",
            itemKind: "Reports",
            statusPageCustomizationRevision: "3",
          })),
        },
      },
    );
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      "/acme/faq?accessStatus=request-sent&source=banner&itemUid=Reports.soc2",
    ]);
    const [row] = await requests(world);
    expect(row).toMatchObject({
      status: "pending",
      kind: "access",
      email: "jane@corp.example",
      firstName: "Jane",
      lastName: "Miró",
      companyName: "Corp & Söhne",
      jobTitle: "Security engineer",
      pointOfContact: "sales@acme.example",
      relationship: "prospective customer",
      country: "DE",
      agreed: 1,
      customCheckbox: 1,
      subscribed: 0,
      source: "banner",
      itemUid: "Reports.soc2",
      itemKind: "Reports",
      customizationRevision: 3,
      productId: await world.productId("acme"),
    });
    expect(await mails(world)).toMatchObject([
      { kind: "request-received", toEmail: "jane@corp.example" },
    ]);
    const page = await visitor.ask(answer.headers.location ?? "");
    expect(page.text).toMatch(/id="dialog-title"[^>]*>Request sent/);
    expect(page.text).toContain("jane@corp.example");
    expect(page.text).toContain("<title>Request sent · Acme Cloud Trust Center</title>");
    expect(await actions(world, "acme")).toContain("access-request.received");
  });

  test("names the item that it began at, and none that the visitor may not know of", async () => {
    const world = await openWorld();
    const asking = async (query: string) =>
      (await world.ask(`/acme?${query}`)).text.replaceAll("<!-- -->", "");
    for (const dialog of ["loginRequest=true", "requestAccess=true"]) {
      expect(await asking(`${dialog}&source=item&itemUid=Reports.soc2`)).toMatch(
        /You are requesting <strong[^>]*>SOC 2 Report<\/strong>/,
      );
      // Hidden from the public, another company's, and none at all.
      for (const uid of ["Reports.networkDiagram", "no-such-item", ""])
        expect(await asking(`${dialog}&source=item&itemUid=${uid}`)).not.toContain(
          "You are requesting",
        );
    }
  });

  test("sent again waits: the pending dialog, no second row, no second mail", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.request();
    const before = (await requests(world)).length;
    expect((await visitor.request({ email: "Jane+audit@Corp.example" })).headers.location).toBe(
      to("pending-request"),
    );
    expect([(await requests(world)).length, (await mails(world)).length]).toEqual([before, 1]);
    expect((await visitor.ask(to("pending-request"))).text).toContain(wording.requestPending);
  });

  test("fifty times at once is one row and one mail", async () => {
    const world = await openWorld();
    const before = (await requests(world)).length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => new Visitor(world).request()),
    );
    expect(answers.every(({ status }) => status === 303)).toBe(true);
    expect([(await requests(world)).length, (await mails(world)).length]).toEqual([before + 1, 1]);
  });

  test.each([
    ["a member with access", RILEY, "check-email", "sign-in-link"],
    ["a member whose access has ended", KIM, "access-expired", null],
    ["a pending member", "sam@prospect.example", "pending-request", null],
    ["a declined member", "lee@declined.example", "request-declined", null],
    ["an address that a rule approves", "pat@partner.example", "check-email", "access-approved"],
    [
      "an address of a subdomain that a rule declines",
      "x@labs.competitor.example",
      "request-declined",
      null,
    ],
    [
      "an address that a rule declines as a third party",
      "x@ratings.example",
      "request-declined",
      null,
    ],
    ["an address of a blocked domain", "x@blocked.example", "request-declined", null],
  ])("of %s leads to its dialog", async (_, email, status, mail) => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    expect((await visitor.request({ email })).headers.location).toBe(to(status));
    expect((await mails(world)).map(({ kind }) => kind)).toEqual(mail === null ? [] : [mail]);
    expect((await visitor.ask(to(status))).status).toBe(200);
  });

  test("declined by a rule says the rule's words, and is recorded with who decided", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.request({ email: "x@competitor.example" });
    expect((await visitor.ask(to("request-declined"))).text).toContain(
      "does not share these documents with competitors",
    );
    expect((await requests(world))[0]).toMatchObject({
      status: "declined",
      outcome: "request_access_auto_declined",
      decidedBy: "Rule: domain competitor.example",
    });
    expect(await actions(world, "acme")).toContain("access-request.declined-by-rule");
  });

  test("approved by a rule makes account, member and grant; a colleague joins the same account", async () => {
    const world = await openWorld();
    await new Visitor(world).request({ email: "pat@partner.example", companyName: "Partner" });
    await new Visitor(world).request({ email: "kit@partner.example", companyName: "Another name" });
    const read = world.services.store.read;
    const members = await read
      .selectFrom("members")
      .selectAll()
      .where("email", "like", "%@partner.example")
      .execute();
    expect(new Set(members.map(({ accountId }) => accountId)).size).toBe(1);
    expect(members.every(({ autoApproved }) => autoApproved === 1)).toBe(true);
    const grants = await read
      .selectFrom("grants")
      .selectAll()
      .where("accountId", "=", members[0]?.accountId ?? "")
      .execute();
    expect(grants).toHaveLength(1);
    expect(grants[0]?.ndaRequired).toBe(1);
    expect(await actions(world, "acme")).toContain("access-request.approved-by-rule");
    expect((await mails(world, "access-approved"))[0]?.text).toMatch(
      /\/sign-in-link\?token=[\w-]{43}/,
    );
  });

  test("is refused where requests are closed", async () => {
    const world = await openWorld();
    await setting(world, { accessRequestsEnabled: false });
    const answer = await new Visitor(world).request();
    expect(answer.status).toBe(400);
    expect((await json(world, "/api/share/acme/request", {})).status).toBe(403);
  });

  test("with the tick for updates asks the address to confirm them", async () => {
    const world = await openWorld();
    await new Visitor(world).request({ subscribe: "on" });
    expect((await mails(world)).map(({ kind }) => kind).sort()).toEqual([
      "request-received",
      "subscription-confirm",
    ]);
  });

  test.each([
    ["a free-mail address", "uma@gmail.com"],
    ["a blocked domain", "ivy@blocked.example"],
    ["an address that a rule declines", "ivy@competitor.example"],
    ["an address that staff declined", "lee@declined.example"],
  ])("that is refused subscribes nobody and mails nobody: %s", async (_, email) => {
    const world = await openWorld();
    const count = async () =>
      (await world.services.store.read.selectFrom("subscribers").select("id").execute()).length;
    const before = await count();
    await new Visitor(world).request({ email, subscribe: "on" });
    await json(world, "/api/share/acme/request", {
      ...(await requestValues(world, "acme", { email })),
      subscribe: true,
    });
    expect([await mails(world), await count()]).toEqual([[], before]);
  });

  test.each<[string, Record<string, string | undefined>, string]>([
    ["first name", { firstName: "" }, wording.firstNameRequired],
    ["last name", { lastName: undefined }, "Last name is required"],
    ["a long name", { firstName: "a".repeat(51) }, wording.atMost50Characters],
    ["brackets in a name", { lastName: "<b>" }, wording.allowedCharacters],
    ["a web address in a name", { lastName: "evil.example/x" }, "Leave web addresses out"],
    ["email", { email: "" }, "Email is required"],
    ["a wrong email", { email: "jane@" }, wording.invalidEmail],
    ["a free-mail address", { email: "jane@gmail.com" }, wording.workEmail],
    ["company", { companyName: "" }, wording.companyNameRequired],
    ["a short company", { companyName: "A" }, wording.atLeast2Characters],
    ["the terms", { agree: undefined }, "You must agree to the terms"],
    ["the custom checkbox", { customCheckbox: undefined }, wording.requiredField],
    ["job title", { jobTitleTextField: "" }, wording.requiredField],
    ["a wrong point of contact", { pointOfContactField: "nobody" }, "Please enter a valid email"],
    ["relationship", { relationshipDropdown: "" }, wording.requiredField],
    ["an unknown relationship", { relationshipDropdown: "friend" }, wording.requiredField],
    ["country", { countriesDropdown: "ZZ" }, wording.requiredField],
    ["products", { accountMemberRequestProducts: undefined }, "Please select at least one product"],
    ["product", { productId: "other" }, "No product id"],
  ])(
    "without or with a wrong %s shows the form again with the values and the message",
    async (_, changes, message) => {
      const world = await openWorld();
      const before = (await requests(world)).length;
      const answer = await new Visitor(world).request(changes);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(message);
      expect(answer.text).toContain("<title>Error: Get access to Acme Cloud&#x27;s Trust Center");
      if (changes.companyName === undefined)
        expect(answer.text).toContain('value="Corp &amp; Söhne"');
      expect((await requests(world)).length).toBe(before);
      const api = await json(world, "/api/share/acme/request", {
        ...(await requestValues(world, "acme", changes)),
      });
      expect([api.status, api.headers["content-type"]]).toEqual([400, "application/problem+json"]);
    },
  );

  test("asks for a contact only where the company says why", async () => {
    const world = await openWorld();
    const without = { pointOfContactField: "" };
    const open = await new Visitor(world).ask("/acme?requestAccess=true");
    expect(open.text).toContain("Optional. The email of the person you know there.");
    expect((await new Visitor(world).request(without)).status).toBe(303);
    expect((await requests(world))[0]?.pointOfContact).toBeNull();
    const reason = "Our account managers answer requests.";
    await setting(world, {
      requestForm: { pointOfContactField: { enabled: true, label: "Your contact", reason } },
    });
    expect((await new Visitor(world).ask("/acme?requestAccess=true")).text).toContain(reason);
    const refused = await new Visitor(world).request({ ...without, email: "joe@corp.example" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Enter your contact&#x27;s email within this organization");
  });

  test("carries names of every script", async () => {
    const world = await openWorld();
    expect(
      (
        await new Visitor(world).request({
          firstName: "Þórunn",
          lastName: "毛利",
          companyName: "Ωμέγα ΑΕ",
        })
      ).status,
    ).toBe(303);
    expect((await requests(world))[0]).toMatchObject({
      firstName: "Þórunn",
      lastName: "毛利",
      companyName: "Ωμέγα ΑΕ",
    });
  });
});

describe("a note and a withdrawal", () => {
  test("are for the browser that sent the request, and for the link of its mail", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.request();
    const noted = await visitor.ask("/acme/get-access?accessStatus=pending-request", {
      form: { intent: "note", note: "Our audit is in May." },
    });
    expect([noted.status, noted.headers.location]).toEqual([303, to("pending-request")]);
    const [mail] = await mails(world, "request-received");
    const link = new URL(/https?:\/\/\S+requestToken=\S+/.exec(mail?.text ?? "")?.[0] ?? "");
    const other = new Visitor(world);
    const page = await other.ask(link.pathname + link.search);
    expect(page.text).toContain("Withdraw request");
    expect((await requests(world))[0]?.note).toBe("Our audit is in May.");
    const withdrawn = await other.ask("/acme/get-access?accessStatus=pending-request", {
      form: { intent: "withdraw", requestToken: link.searchParams.get("requestToken") ?? "" },
    });
    expect(withdrawn.status).toBe(303);
    expect((await requests(world))[0]?.status).toBe("withdrawn");
    expect((await new Visitor(world).request()).headers.location).toBe(to("request-sent"));
  });

  test("are never for somebody who knows the address, nor for an altered link", async () => {
    const world = await openWorld();
    await new Visitor(world).request();
    const stranger = new Visitor(world);
    await stranger.logIn("jane@corp.example");
    expect((await stranger.ask(to("pending-request"))).text).not.toContain("Withdraw request");
    for (const requestToken of ["", "x.y", `${(await requests(world))[0]?.id}.${"A".repeat(43)}`]) {
      expect(
        (
          await stranger.ask("/acme/get-access?accessStatus=pending-request", {
            form: { intent: "withdraw", requestToken },
          })
        ).status,
      ).toBe(400);
    }
    expect((await requests(world))[0]?.status).toBe("pending");
    expect(
      (
        await stranger.ask("/acme/get-access?accessStatus=pending-request", {
          form: { intent: "mail-link" },
        })
      ).status,
    ).toBe(303);
    expect((await mails(world, "request-received")).map(({ toEmail }) => toEmail)).toEqual([
      "jane@corp.example",
      "jane@corp.example",
    ]);
  });
});

describe("a login", () => {
  test.each([
    [KIM, to("access-expired")],
    ["sam@prospect.example", to("pending-request")],
    ["lee@declined.example", to("request-declined")],
    ["nobody@corp.example", "/acme?requestAccess=true&unknown=true"],
    ["x@blocked.example", "/acme?requestAccess=true&unknown=true"],
    [RILEY, to("check-email")],
    ["Riley+x@Customer.example", to("check-email")],
  ])("of %s leads to %s", async (email, location) => {
    const world = await openWorld();
    const answer = await new Visitor(world).logIn(email);
    expect([answer.status, answer.headers.location]).toEqual([303, location]);
  });

  test("of an unknown address carries it over to the request tab", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    const { headers } = await visitor.logIn("nobody@corp.example");
    expect((await visitor.ask(headers.location ?? "")).text).toContain(
      'value="nobody@corp.example"',
    );
  });

  test.each(["nobody@corp.example", "x@blocked.example"])(
    "of %s says why the long form opens",
    async (email) => {
      const world = await openWorld();
      const visitor = new Visitor(world);
      const { headers } = await visitor.logIn(email);
      const { text } = await visitor.ask(headers.location ?? "");
      expect(text.replace(/<!-- -->|<[^>]+>/g, "")).toMatch(
        new RegExp(
          `${email} doesn’t have access yet\\. Tell Acme Cloud who you are\\. Most requests are`,
        ),
      );
    },
  );

  test.each(["", "&source=mail&email=nobody%40corp.example"])(
    "that nobody tried is not said to have failed: requestAccess=true%s",
    async (more) => {
      const world = await openWorld();
      const { text } = await world.ask(`/acme?requestAccess=true${more}`);
      expect(text).not.toContain("have access yet");
    },
  );

  test.each([
    ["", "You must provide an email."],
    ["riley@", wording.invalidEmail],
    ["riley@gmail.com", wording.workEmail],
  ])("of '%s' says what is wrong at the field", async (email, message) => {
    const world = await openWorld();
    const answer = await new Visitor(world).logIn(email);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`id="access-login-email-error"`);
    expect(answer.text).toContain(message);
  });

  test("answers programs with the specification's codes", async () => {
    const world = await openWorld();
    const code = async (email: string) => {
      const answer = await json(world, "/api/share/acme/login", { email });
      return [answer.status, (JSON.parse(answer.text) as { code?: string }).code ?? null];
    };
    expect(await code(KIM)).toEqual([403, "AccessExpired"]);
    expect(await code("sam@prospect.example")).toEqual([403, "PendingRequest"]);
    expect(await code("lee@declined.example")).toEqual([403, "RequestDeclined"]);
    expect(await code("nobody@corp.example")).toEqual([404, "UnrecognizedEmail"]);
    expect(await code("x@blocked.example")).toEqual([404, "RequestDeclinedBlockedDomain"]);
    expect(await code("x@gmail.com")).toEqual([400, "NotWorkEmail"]);
    expect(await code(RILEY)).toEqual([200, null]);
    await new Visitor(world).request({ email: "x@competitor.example" });
    await new Visitor(world).request({ email: "x@ratings.example" });
    expect(await code("x@competitor.example")).toEqual([403, "RequestDeclinedAuto"]);
    expect(await code("x@ratings.example")).toEqual([403, "RequestDeclinedThirdParty"]);
  });

  test("answers a program's request with status or feedback", async () => {
    const world = await openWorld();
    const ask = async (email: string) => {
      const answer = await json(
        world,
        "/api/share/acme/request",
        await requestValues(world, "acme", { email }),
      );
      const { status, code } = JSON.parse(answer.text) as { status?: unknown; code?: string };
      return [answer.status, code ?? status];
    };
    expect(await ask("jane@corp.example")).toEqual([200, "pending"]);
    expect(await ask("jane@corp.example")).toEqual([409, "pending_request"]);
    expect(await ask("pat@partner.example")).toEqual([200, "approved"]);
    expect(await ask(RILEY)).toEqual([409, "account_already_exists"]);
    expect(await ask(KIM)).toEqual([409, "access_expired"]);
    expect(await ask("lee@declined.example")).toEqual([403, "request_declined"]);
    expect(await ask("x@blocked.example")).toEqual([403, "request_declined_blocked_domain"]);
    expect(await ask("x@ratings.example")).toEqual([403, "request_declined_third_party"]);
    expect(await ask("x@competitor.example")).toEqual([403, "request_access_auto_declined"]);
    expect(await ask("x@gmail.com")).toEqual([400, "not_work_email"]);
  });

  testInFive(
    "with discreet sign-in is answered alike for everybody; the mail says the rest",
    async () => {
      const world = await openWorld();
      await setting(world, { discreetSignIn: true });
      const seen = new Set<string>();
      for (const email of [
        RILEY,
        KIM,
        "sam@prospect.example",
        "lee@declined.example",
        "nobody@corp.example",
        "x@blocked.example",
        "nobody@gmail.com",
      ]) {
        const visitor = new Visitor(world);
        const answer = await visitor.logIn(email);
        const page = await visitor.ask(answer.headers.location ?? "");
        const plain = page.text.replaceAll(email, "ADDRESS").replace(/\d{6}(?=<\/p>)/, "CODE");
        seen.add(
          JSON.stringify([
            answer.status,
            answer.headers.location,
            Math.abs((visitor.cookie("otc_browser") ?? "").length - email.length * (4 / 3)) < 200,
            plain.replace(/value="[^"]*"/g, ""),
          ]),
        );
        const wrong = await visitor.ask("/acme/get-access?accessStatus=check-email", {
          form: { intent: "code", code: "000000" },
        });
        expect(wrong.status).toBe(400);
        const request = await new Visitor(world).request({ email });
        expect(request.headers.location).toBe(to("request-sent"));
      }
      expect(seen.size).toBe(1);
      expect(new Set((await mails(world)).map(({ kind }) => kind))).toEqual(
        new Set(["sign-in-link", "access-answer", "access-declined", "request-received"]),
      );
    },
  );

  test("fifty times at once sends one mail, and too many are told to wait", async () => {
    const world = await openWorld();
    await Promise.all(Array.from({ length: 50 }, () => new Visitor(world).logIn(RILEY)));
    expect(await mails(world)).toHaveLength(1);
    const answers = [];
    for (let i = 0; i < 12; i++) answers.push(await new Visitor(world).logIn(RILEY));
    const last = answers.at(-1);
    expect([last?.status, Number(last?.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(last?.text).toContain("Too many attempts");
  });
});

describe("extend-access", () => {
  const extend = async (world: World, reviewId: string) => {
    const answer = await world.ask(`/api/statuspage/share/${reviewId}/external/extend-access`, {
      method: "POST",
    });
    return [answer.status, JSON.parse(answer.text) as Record<string, string>] as const;
  };

  test("has its four results, for programs", async () => {
    const world = await openWorld();
    const { reviewId } = JSON.parse(
      (await json(world, "/api/share/acme/login", { email: KIM })).text,
    ) as { reviewId: string };
    expect(await extend(world, reviewId)).toMatchObject([
      200,
      { status: "success", code: "success", email: KIM },
    ]);
    expect(await extend(world, reviewId)).toMatchObject([
      409,
      { code: "already-requested", title: "You have already requested access to this account." },
    ]);
    const own = await world.services.store.read
      .selectFrom("accessRequests")
      .select("id")
      .where("email", "=", RILEY)
      .executeTakeFirstOrThrow();
    expect(await extend(world, own.id)).toMatchObject([
      409,
      { code: "already-has-access", title: "You already have access." },
    ]);
    const declined = await world.services.store.read
      .selectFrom("accessRequests")
      .select("id")
      .where("email", "=", "lee@declined.example")
      .executeTakeFirstOrThrow();
    expect(await extend(world, declined.id)).toMatchObject([
      400,
      { code: "error", title: "An error occurred, please try again." },
    ]);
    expect((await extend(world, "no-such-review"))[0]).toBe(404);
    expect((await requests(world)).filter(({ kind }) => kind === "extension")).toMatchObject([
      { email: KIM, status: "pending" },
    ]);
  });

  test("by the dialog's button leads to 'Request sent' with the account's address", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.logIn(KIM);
    expect((await visitor.ask(to("access-expired"))).text).toContain(wording.accessExpired);
    const answer = await visitor.ask("/acme/get-access?accessStatus=access-expired", {
      form: { intent: "extend" },
    });
    expect(answer.headers.location).toBe(to("request-sent"));
    expect((await visitor.ask(to("request-sent"))).text).toContain(KIM);
    // The form once more, as by the Back button: the same browser is told what every other one is.
    const again = await visitor.ask("/acme/get-access?accessStatus=access-expired", {
      form: { intent: "extend" },
    });
    expect(again.status).toBe(400);
    expect(again.text).toContain("You have already requested access to this account.");
    expect(again.text).not.toContain("An error occurred");
    expect(
      (
        await new Visitor(world).ask("/acme/get-access?accessStatus=access-expired", {
          form: { intent: "extend" },
        })
      ).text,
    ).toContain("An error occurred, please try again.");
  });
});

describe("the view and the NDA's state", () => {
  test("say who looks, by mode", async () => {
    const world = await openWorld();
    const get = async (path: string, as?: string) =>
      JSON.parse((await world.ask(path, as === undefined ? {} : { as })).text) as Record<
        string,
        unknown
      >;
    const { accountId } = await world.services.store.read
      .selectFrom("members")
      .select("accountId")
      .where("email", "=", RILEY)
      .executeTakeFirstOrThrow();
    expect(await get("/api/share/acme/view")).toMatchObject({
      org: { slug: "acme" },
      mode: "public",
      account: null,
      products: [{ name: "Acme Platform" }, { name: "Acme Data Lake" }],
      defaultProductId: await world.productId("acme"),
    });
    expect(await get(`/api/statuspage/share/${accountId}/external/view`, RILEY)).toMatchObject({
      mode: "accountExternal",
      account: { id: accountId, name: "Customer Inc" },
    });
    expect(await get("/api/trust-center/view", "owner@acme.example")).toMatchObject({
      mode: "main",
    });
    const own = JSON.stringify(
      await get(
        `/api/statuspage/share/${accountId}/external/view/${await world.productId("acme")}`,
        RILEY,
      ),
    );
    const publicly = JSON.stringify(
      await get(`/api/share/acme/view/${await world.productId("acme")}`),
    );
    expect([own.includes("Network Diagram"), publicly.includes("Network Diagram")]).toEqual([
      true,
      false,
    ]);
    const product = `/${await world.productId("acme")}`;
    const shown = await get(`/api/share/acme/view${product}`);
    expect(shown).toMatchObject({
      productId: await world.productId("acme"),
      revision: expect.any(Number) as number,
      mapper: { Reports: expect.any(String) as string },
      kinds: expect.arrayContaining(["Reports", "Overview"]) as string[],
      productLinks: expect.any(Array) as unknown[],
      partners: [],
      services: { features: expect.arrayContaining(["genAi"]) as string[] },
      customization: {
        portalTitle: "Trust Center",
        publicAccessLevel: expect.any(String) as string,
        bannerSize: "medium",
        contactSupport: { onClickAction: "send_email", supportUrl: null },
        reportIssue: {
          onClickAction: "direct_to_site",
          reportUrl: "https://www.acme.example/security/report",
        },
        revision: expect.any(Number) as number,
      },
    });
    const items = shown.items as { itemUid: string; kind: string; publicAccess: boolean }[];
    expect(
      new Set(items.map(({ kind }) => typeof (shown.mapper as object)[kind as never])),
    ).toEqual(new Set(["string"]));
    const ownItems = (
      await get(`/api/statuspage/share/${accountId}/external/view${product}`, RILEY)
    ).items as { itemUid: string; hidden: boolean }[];
    const hidden = ownItems.filter((item) => item.hidden).map(({ itemUid }) => itemUid);
    expect(hidden.length).toBeGreaterThan(0);
    expect(items.filter(({ itemUid }) => hidden.includes(itemUid))).toEqual([]);
    expect(Object.keys(shown.customization as object)).not.toContain("blockedDomains");
    expect(await get("/api/share/acme/nda")).toEqual({
      passed: false,
      provider: "clickwrap",
      email: null,
    });
    expect(await get(`/api/statuspage/share/${accountId}/external/nda`, RILEY)).toEqual({
      passed: true,
      provider: "clickwrap",
      email: RILEY,
    });
  });
});

describe("access that ends between mail and button", () => {
  test("signs nobody in", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.logIn(RILEY);
    const { link } = await lastLink(world);
    const member = await world.services.store.read
      .selectFrom("members")
      .selectAll()
      .where("email", "=", RILEY)
      .executeTakeFirstOrThrow();
    await world.services.store.write((trx) =>
      declineAccount({ trx, orgId: member.orgId, by: SYSTEM, now: world.time }, member.accountId),
    );
    expect((await visitor.openLink(link)).status).toBe(400);
    expect(visitor.cookie("otc_member")).toBeUndefined();
  });
});
