import fc from "fast-check";
import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { setupSchema, signInSchema } from "#model/auth/forms/staff-forms.ts";
import { StorageUnavailable } from "#db/store.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { formFailed, parseForm, readSubmission } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { MAX_FIELD_BYTES, MAX_FIELDS, readForm } from "#platform/http/request/read-form.ts";
import { wording } from "../wording.ts";
import { testInFive } from "../in-turn.ts";

const URLENCODED = "application/x-www-form-urlencoded";

function post(body: BodyInit | null, type: string | null = URLENCODED): Request {
  const request = new Request("http://localhost/form", {
    method: "POST",
    body,
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  } as RequestInit);
  if (type === null) request.headers.delete("Content-Type");
  else request.headers.set("Content-Type", type);
  return request;
}

async function statusOf(request: Request): Promise<number> {
  try {
    await readForm(request);
    return 200;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status;
    throw thrown;
  }
}

function entries(form: FormData): [string, string][] {
  return [...form].map(([name, value]) => [name, String(value)]);
}

describe("readForm", () => {
  test("gives the fields in order, decoded", async () => {
    const form = await readForm(
      post(
        "name=Acme+Cloud&mark=%E2%9C%93&tag=a&tag=b&empty=&nested.key%5B0%5D=x",
        `${URLENCODED}; charset=UTF-8`,
      ),
    );
    expect(entries(form)).toEqual([
      ["name", "Acme Cloud"],
      ["mark", "✓"],
      ["tag", "a"],
      ["tag", "b"],
      ["empty", ""],
      ["nested.key[0]", "x"],
    ]);
  });

  test.each([
    "text/plain",
    "application/json",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencodedx",
    "x",
  ])("refuses %s with 415", async (type) => {
    expect(await statusOf(post("a=b", type))).toBe(415);
  });

  test("takes no body for an empty form", async () => {
    expect(entries(await readForm(post(null, null)))).toEqual([]);
    expect(entries(await readForm(post("")))).toEqual([]);
    expect(await statusOf(post("a=b", null))).toBe(415);
  });

  test("refuses more fields and bytes than a form can have, at once", async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, i) => `f${i}=`).join("&");
    expect(await statusOf(post(fields(MAX_FIELDS)))).toBe(200);
    expect(await statusOf(post(fields(MAX_FIELDS + 1)))).toBe(400);
    expect(await statusOf(post("&".repeat(100_000)))).toBe(400);
    expect(await statusOf(post(`a=${"x".repeat(MAX_FIELD_BYTES)}`))).toBe(200);
    expect(await statusOf(post(`a=${"x".repeat(MAX_FIELD_BYTES + 1)}`))).toBe(413);
    expect(await statusOf(post(`a=${"%E2%9C%93".repeat(MAX_FIELD_BYTES / 3 + 1)}`))).toBe(413);
    expect(await statusOf(post(`a=${"x".repeat(1_000_000)}`))).toBe(413);
  });

  test("stops reading a stream that is too long, and one that breaks off", async () => {
    let pulled = 0;
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(64 * 1024).fill(97));
      },
    });
    expect(await statusOf(post(endless))).toBe(413);
    expect(pulled).toBeLessThan(12);
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error("gone")),
    });
    expect(await statusOf(post(broken))).toBe(400);
  });

  test("drops names that no form of ours has", async () => {
    const hostile = [
      "__proto__",
      "__proto__.admin",
      "a.__proto__.b",
      "constructor",
      "constructor.prototype.x",
      "toString",
      "a[toString]",
      "a.hasOwnProperty",
      "__intent__",
      "__state__",
      "",
      " ",
      "a[999999999]",
      "a[4294967295]",
      "a[-1]",
      "a[b]",
      "a..b",
      "[0]",
      "0",
      "a b",
      "a\u0000",
      "ä",
      "x".repeat(101),
    ];
    const body = [...hostile, "kept"].map((name) => `${encodeURIComponent(name)}=1`).join("&");
    expect(entries(await readForm(post(body)))).toEqual([["kept", "1"]]);
    expect(({} as { admin?: string }).admin).toBeUndefined();
  });
});

describe("a page's form", () => {
  const context = () => new RouterContextProvider();

  test("gives the schema's fields alone", async () => {
    const submitted = await readSubmission(
      {
        request: post("email=A%40Acme.example&password=secret&role=owner&isAdmin=1"),
        context: context(),
      },
      signInSchema,
    );
    expect(submitted.ok && submitted.value).toEqual({
      email: "a@acme.example",
      password: "secret",
    });
  });

  test("is shown again with status 400, its values, its messages, and never its password", async () => {
    const place = context();
    const submitted = await readSubmission(
      { request: post("email=nobody&password=my+secret"), context: place },
      signInSchema,
      { hide: ["password"] },
    );
    if (submitted.ok) throw new Error("this form is wrong");
    expect(submitted.answer.init?.status).toBe(400);
    expect(submitted.answer.data.result.initialValue).toEqual({ email: "nobody" });
    expect(submitted.answer.data.result.error).toEqual({
      email: ["Enter an email address such as name@example.com"],
    });
    expect(JSON.stringify(submitted.answer)).not.toContain("my secret");
    expect(formFailed(place)).toBe(true);
  });

  test("that a rule refuses later keeps its values, too", async () => {
    const place = context();
    const submitted = parseForm(
      place,
      await readForm(post("email=a%40acme.example&password=my+secret")),
      signInSchema,
      { hide: ["password"] },
    );
    if (!submitted.ok) throw new Error("this form is right");
    expect(formFailed(place)).toBe(false);
    const answer = submitted.refuse(
      { form: [wording.wrongPassword] },
      { status: 429, headers: { "Retry-After": "60" } },
    );
    expect(answer.init).toEqual({ status: 429, headers: { "Retry-After": "60" } });
    expect(answer.data.result.initialValue).toEqual({ email: "a@acme.example" });
    expect(answer.data.result.error).toMatchObject({ "": [wording.wrongPassword] });
    expect(formFailed(place)).toBe(true);
  });

  test("that comes too often, or finds the database busy, is shown again with the time to come back; other errors are not swallowed", async () => {
    const submitted = parseForm(
      context(),
      await readForm(post("email=a%40acme.example&password=my+secret")),
      signInSchema,
      { hide: ["password"] },
    );
    if (!submitted.ok) throw new Error("this form is right");
    expect(submitted.respond(new TooManyRequests(90)).init).toEqual({
      status: 429,
      headers: { "Retry-After": "90" },
    });
    expect(submitted.respond(new StorageUnavailable(503)).init).toEqual({
      status: 503,
      headers: { "Retry-After": "5" },
    });
    const full = submitted.respond(new StorageUnavailable(507));
    expect(full.init?.status).toBe(507);
    expect(full.data.result).toMatchObject({
      initialValue: { email: "a@acme.example" },
      error: { "": [expect.stringContaining("no room")] },
    });
    expect(() => submitted.respond(new Error("a fault of ours"))).toThrow("a fault of ours");
  });

  test("that can't be read is shown again, saying why", async () => {
    const place = context();
    const submitted = await readSubmission(
      { request: post("{}", "application/json"), context: place },
      signInSchema,
    );
    if (submitted.ok) throw new Error("this form is unreadable");
    expect(submitted.answer.init?.status).toBe(415);
    expect(submitted.answer.data.result.error?.[""]).toHaveLength(1);
    expect(formFailed(place)).toBe(true);
  });

  testInFive("never fails otherwise, whatever is sent", async () => {
    const name = fc.oneof(
      fc.constantFrom(
        "email",
        "password",
        "redirectTo",
        "orgName",
        "slug",
        "email[0]",
        "email.x",
        "email[]",
        "__proto__",
        "__intent__",
        "toString",
      ),
      fc.string(),
    );
    const pair = fc.tuple(name, fc.string({ unit: "binary" }));
    const body = fc.oneof(
      fc.array(pair, { maxLength: 12 }).map((pairs) => new URLSearchParams(pairs).toString()),
      fc.string({ unit: "binary" }),
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("latin1")),
    );
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.constantFrom<z.ZodType>(signInSchema, setupSchema),
        async (text, schema) => {
          const submitted = await readSubmission(
            { request: post(text), context: context() },
            schema,
            { hide: ["password"] },
          );
          if (submitted.ok) return;
          expect(submitted.answer.init?.status).toBeGreaterThanOrEqual(400);
          expect(submitted.answer.init?.status).toBeLessThan(500);
          structuredClone(submitted.answer.data);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe("what a schema says of its fields", () => {
  const text = z.string().trim().max(40);

  test("is which must be there and how long each may be, below whatever is made of it", () => {
    const schema = z
      .object({
        name: text.min(1),
        note: text.optional().transform((note) => note ?? null),
        mail: text.optional().pipe(z.email().optional()),
        box: z.unknown().transform((value) => value === "on"),
        many: z.array(z.string()).min(1),
        group: z.object({ label: z.preprocess((value) => value ?? "", text) }),
      })
      .transform(({ name }) => name);
    expect(formConstraint(schema)).toEqual({
      name: { required: true, maxLength: 40 },
      note: { required: false, maxLength: 40 },
      mail: { required: false, maxLength: 40 },
      box: { required: false },
      many: { required: false },
      group: { required: true },
      "group.label": { required: false, maxLength: 40 },
    });
  });

  test("of a choice of forms is what each of them asks", () => {
    const schema = z.discriminatedUnion("intent", [
      z.object({ intent: z.literal("add"), host: text }),
      z.object({ intent: z.literal("remove"), host: text.optional() }),
    ]);
    expect(formConstraint(schema)).toEqual({
      intent: { required: true },
      host: { required: false, maxLength: 40 },
    });
  });
});
