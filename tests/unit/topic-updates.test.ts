import { describe, expect, test } from "vitest";
import { topicStates, topicTerms } from "#model/updates/topic-states.ts";
import { updateFaults, valuesOf, type UpdateWords } from "#model/updates/topic-updates.ts";
import { updateForm, updatePayload } from "#updates/updates/forms/updates.ts";
import { localTime, momentIn } from "#values/zoned-time.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const WORDS: UpdateWords = {
  topicId: null,
  subject: "A subject",
  category: "general",
  hidden: false,
  pinned: false,
  productIds: [],
  effectiveOn: "",
  objectionDays: "",
  message: "A message",
  audience: "public",
  statusPage: true,
  email: false,
  subscribers: false,
  source: "",
  profileId: "",
  emails: [],
  publishAt: null,
};
const mailed = { email: true, statusPage: false };
const listed = { ...mailed, source: "listed" };

/** Row by row: what is changed in a right update, and the field that is at fault; null: nothing is. */
const ROWS: [what: string, words: Partial<UpdateWords>, field: string | null][] = [
  ["everything that is needed", {}, null],
  ["no subject", { subject: "  " }, "subject"],
  ["a subject of one letter", { subject: "x" }, "subject"],
  ["a subject of 151 characters", { subject: "x".repeat(151) }, "subject"],
  ["a line break in the subject", { subject: "One\r\nBcc: x@y.example" }, "subject"],
  ["no category", { category: "" }, "category"],
  ["a category that is none of the five", { category: "weather" }, "category"],
  ...["compliance", "vulnerabilities", "incidents", "subprocessors", "general"].map(
    (category): [string, Partial<UpdateWords>, null] => [
      `the category ${category}`,
      { category },
      null,
    ],
  ),
  ["no message", { message: " \n " }, "message"],
  ["a message that is too long", { message: "x".repeat(20_001) }, "message"],
  ["another audience", { audience: "friends" }, "audience"],
  ["no channel", { statusPage: false }, "statusPage"],
  ["e-mail alone, to subscribers", { ...mailed, subscribers: true }, null],
  ["e-mail to nobody", mailed, "subscribers"],
  ["the page, and e-mail to nobody", { email: true }, "subscribers"],
  ["e-mail to accounts", { ...mailed, source: "accounts" }, null],
  ["an audience of subscribers", { ...mailed, source: "subscribers" }, null],
  ["a profile that is not named", { ...mailed, source: "profile" }, "profileId"],
  ["a profile", { ...mailed, source: "profile", profileId: "p" }, null],
  ["an unknown source", { ...mailed, source: "friends" }, "source"],
  ["a list without an address", listed, "emails"],
  ["a list with one address", { ...listed, emails: ["a@b.example"] }, null],
  ["an address of another script", { ...listed, emails: ["usuário@exämple.example"] }, null],
  ["a list with a word that is none", { ...listed, emails: ["a@b.example", "nobody"] }, "emails"],
  [
    "an address with a line break",
    { ...listed, emails: ["a@b.example\nBcc:c@d.example"] },
    "emails",
  ],
  [
    "an address of 400 characters",
    { ...listed, emails: [`${"a".repeat(60)}@${"b".repeat(60)}.${"c.".repeat(140)}example`] },
    "emails",
  ],
  [
    "more addresses than can be listed",
    { ...listed, emails: Array.from({ length: 1_001 }, (_, i) => `a${i}@b.example`) },
    "emails",
  ],
  [
    "recipients that do not count, because nothing is mailed",
    { source: "listed", emails: ["nobody"] },
    null,
  ],
  [
    "terms of a change of subprocessors",
    { category: "subprocessors", effectiveOn: "2026-12-24", objectionDays: "30" },
    null,
  ],
  ["an effective date elsewhere", { effectiveOn: "2026-12-24" }, "effectiveOn"],
  ["an objection window elsewhere", { objectionDays: "30" }, "objectionDays"],
  [
    "a day that does not exist",
    { category: "subprocessors", effectiveOn: "2026-02-30" },
    "effectiveOn",
  ],
  ["a window of no days", { category: "subprocessors", objectionDays: "0" }, "objectionDays"],
  ["a window of 366 days", { category: "subprocessors", objectionDays: "366" }, "objectionDays"],
  ["a window in words", { category: "subprocessors", objectionDays: "thirty" }, "objectionDays"],
  ["a time that is none", { publishAt: "invalid" }, "publishAt"],
  ["a time two years ahead", { publishAt: new Date("2028-11-20T10:00:00Z") }, "publishAt"],
  [
    "a time that has passed: it is published at once",
    { publishAt: new Date("2026-11-19T10:00:00Z") },
    null,
  ],
];

describe("an update", () => {
  test.each(ROWS)("with %s", (_what, change, field) => {
    const faults = updateFaults({ ...WORDS, ...change }, { followsUp: false, now: NOW });
    expect(faults.map((fault) => fault.field)).toEqual(field === null ? [] : [field]);
  });

  test("that follows up is asked for nothing of its topic, and has nothing of it", () => {
    const words = { ...WORDS, topicId: "t", subject: "", category: "" };
    expect(updateFaults(words, { followsUp: true, now: NOW })).toEqual([]);
    expect(valuesOf(words, { followsUp: true })).toMatchObject({ topicId: "t", topic: null });
  });

  test("by form and by API has the same values; hidden is false unless said", () => {
    const form = updateForm({ topicId: null, timeZone: "Europe/Berlin", now: NOW }).parse({
      subject: "A subject",
      category: "general",
      message: "A message\r\nof two lines",
      statusPage: "on",
      email: "on",
      subscribers: "on",
      source: "listed",
      emails: "A@B.example, c@d.example\na@b.example",
      publishAt: "2026-12-01T09:00",
      intent: "save",
    });
    const api = updatePayload({ timeZone: "Europe/Berlin", now: NOW }).parse({
      subject: "A subject",
      category: "general",
      message: "A message\nof two lines",
      approve: true,
      spAudience: "public",
      channelSp: true,
      channelEmail: {
        subscribers: true,
        audience: { source: "listed", emails: ["a@b.example", "c@d.example"] },
      },
      publishAt: "2026-12-01T08:00:00Z",
    });
    expect(api.values).toEqual(form.values);
    expect(form.values.topic?.hidden).toBe(false);
  });

  test("by API says at which part of the payload a fault is", () => {
    const fault = (change: object) =>
      updatePayload({ timeZone: "UTC", now: NOW })
        .safeParse({
          subject: "A subject",
          category: "general",
          message: "m",
          channelSp: true,
          ...change,
        })
        .error?.issues.map((issue) => issue.path.join("."));
    expect(fault({ channelSp: false })).toEqual(["channelSp"]);
    expect(fault({ spAudience: "x" })).toEqual(["spAudience"]);
    expect(fault({ channelEmail: {} })).toEqual(["channelEmail.subscribers"]);
    expect(fault({ channelEmail: { audience: { source: "listed", emails: [] } } })).toEqual([
      "channelEmail.audience.emails",
    ]);
    expect(fault({ channelEmail: { audience: { source: "accounts", emails: [] } } })).toEqual([
      "channelEmail.audience.emails",
    ]);
    expect(fault({ message: 7 })).toEqual(["message"]);
    expect(fault({ __proto__: { admin: true } })).toBeUndefined();
    expect(fault({ unknown: true })).toEqual([""]);
  });
});

describe("a time in the org's zone", () => {
  test.each([
    ["2026-12-01T09:00", "Europe/Berlin", "2026-12-01T08:00:00.000Z"],
    ["2026-07-01 09:00", "Europe/Berlin", "2026-07-01T07:00:00.000Z"],
    ["2026-07-01T09:00", "America/Chicago", "2026-07-01T14:00:00.000Z"],
    ["2026-07-01T00:30", "Pacific/Auckland", "2026-06-30T12:30:00.000Z"],
    // The clock goes from 2:00 to 3:00, and from 3:00 back to 2:00.
    ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    ["2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
  ])("%s in %s is %s", (local, zone, iso) => {
    expect(momentIn(local, zone)?.toISOString()).toBe(iso);
  });

  test.each([
    "",
    "tomorrow",
    "2026-02-30T10:00",
    "2026-12-01T24:00",
    "2026-12-01",
    "99999-12-01T10:00",
  ])("'%s' is none", (text) => {
    expect(momentIn(text, "UTC")).toBeNull();
  });

  test("comes back as it was written", () => {
    for (const zone of ["UTC", "Asia/Kolkata", "America/St_Johns", "Pacific/Kiritimati"])
      expect(localTime(momentIn("2026-12-01T09:00", zone) ?? NOW, zone)).toBe("2026-12-01T09:00");
  });
});

describe("a topic", () => {
  const now = NOW.toISOString();
  const [past, future] = ["2026-11-19T10:00:00.000Z", "2026-11-21T10:00:00.000Z"];
  const update = (createdAt: string, unpublishedAt: string | null = null) => ({
    createdAt,
    unpublishedAt,
  });
  test.each([
    [{ hidden: false, updates: [], drafts: [] }, ["draft"]],
    [{ hidden: false, updates: [], drafts: [{ waiting: true }] }, ["waiting"]],
    [{ hidden: false, updates: [update(past)], drafts: [] }, ["published"]],
    [
      { hidden: false, updates: [update(past), update(future)], drafts: [{ waiting: false }] },
      ["draft", "scheduled", "published"],
    ],
    [{ hidden: true, updates: [update(past)], drafts: [] }, ["hidden"]],
    [{ hidden: false, updates: [update(past, past)], drafts: [] }, ["unpublished"]],
    [{ hidden: false, updates: [update(past, past), update(past)], drafts: [] }, ["published"]],
  ])("%j is %j", (topic, states) => {
    expect(topicStates(topic, now)).toEqual(states);
  });

  test("may be objected to for so many days from its publication, counted in the org's zone", () => {
    expect(
      topicTerms(
        { effectiveOn: "2026-12-24", objectionDays: 30 },
        "2026-11-20T23:30:00Z",
        "Europe/Berlin",
      ),
    ).toEqual({ effectiveOn: "2026-12-24", objection: { days: 30, until: "2026-12-21" } });
  });
});
