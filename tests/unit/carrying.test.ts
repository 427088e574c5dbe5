import { describe, expect, test } from "vitest";
import { isCarried } from "#content/answers/rules/carrying.ts";
import { judge } from "#content/answers/rules/citing.ts";

const TRAINING = {
  heading: "Do you use our data to train AI models?",
  text: "Short answer: No.\nNo. Neither we nor our providers train models with customer content, and providers keep no copy of prompts or answers.",
};
const DEADLINES = {
  heading: "How quickly are vulnerabilities fixed?",
  text: "Critical ones within 3 days, high within 14, medium within 30 and low within 90 days after confirmation.",
};
const RECOVERY = {
  heading: "What are your recovery objectives?",
  text: "Acme Platform: 8 hours and 1 hour. Acme Data Lake: 24 hours and 12 hours.",
};
const STAFF = {
  heading: "Can your employees see our documents?",
  text: "Short answer: Partly.\nNo one has standing access. An engineer who needs to look at content requests it with a ticket.",
};
const TRANSFERS = {
  heading: "Is personal data transferred outside the EU?",
  text: "Content of European workspaces is stored in the EU. Support staff in the United States see it only with your consent.",
};
const KEYS = {
  heading: "Can we use our own encryption keys?",
  text: "Short answer: Yes.\nYes, in the Enterprise plan. The key stays in your key management service, and when you revoke it, your workspace becomes unreadable within 15 minutes.",
};
const TESTS = { heading: "Production data is not used for tests", text: "Tests use made-up data." };
const BACKUPS = {
  heading: "How are backups made, and are restores tested?",
  text: "Daily copies are immutable for 35 days at a second provider. Restores are tested every month.",
};

describe("a sentence made of its source's words alone", () => {
  test.each([
    ["drops a negation", "We and our providers train models with customer content.", TRAINING],
    ["drops another", "Providers keep a copy of prompts or answers.", TRAINING],
    ["takes the number of another kind", "Critical ones within 90 days.", DEADLINES],
    ["leaves out whose number it is", "Vulnerabilities are fixed within 3 days.", DEADLINES],
    ["takes the number of another product", "Acme Data Lake: 8 hours and 1 hour.", RECOVERY],
    ["gives one of two numbers", "Acme Platform: 8 hours.", RECOVERY],
    ["says of one what is said of no one", "An engineer has standing access.", STAFF],
    ["mixes two sentences", "Content is stored in the United States.", TRANSFERS],
    ["drops a condition", "Support staff in the United States see it.", TRANSFERS],
    ["affirms what a title asks", "Personal data is transferred outside the EU.", TRANSFERS],
    ["turns yours into ours", "The key stays in our key management service.", KEYS],
    ["affirms a title that denies", "Production data is used for tests.", TESTS],
    ["takes another unit", "Daily copies are immutable for 35 months.", BACKUPS],
    ["takes the word of another sentence", "Restores are tested daily.", BACKUPS],
    [
      "has one true sentence of two",
      "Restores are tested every month. Copies are tested.",
      BACKUPS,
    ],
  ])("is not carried where it %s", (_, said, source) => {
    expect(isCarried(said, source)).toBe(false);
    expect(judge(`${said.slice(0, -1)} [1].`, [source])).toBe("unfounded");
  });

  test.each<[string, string, { heading: string; text: string }, boolean?]>([
    ["as it is", "Restores are tested every month.", BACKUPS],
    [
      "in other light words",
      "We test: daily copies are kept immutable for 35 days.",
      BACKUPS,
      false,
    ],
    ["without its end", "Daily copies are immutable for 35 days.", BACKUPS],
    ["by its first half", "Neither we nor our providers train models.", TRAINING],
    ["with what its title says", "Restores from backups are tested every month.", BACKUPS, false],
    [
      "with a title that is said to be so",
      "You can use your own keys in the Enterprise plan.",
      KEYS,
    ],
    ["of a title that says something", "Production data is not used for tests.", TESTS],
    ["with each number", "Acme Data Lake: 24 hours and 12 hours.", RECOVERY],
  ])("is looked at %s", (_, said, source, isSo = true) => {
    expect(isCarried(said, source)).toBe(isSo);
  });

  test.each([
    "where possible",
    "wherever the system allows it",
    "whenever a customer asks",
    "upon a customer’s wish",
    "during an audit",
    "provided that a customer asks",
    "as long as a contract lasts",
    "subject to a contract",
    "depending on the system",
    "from 2027 on",
    "starting in spring",
  ])("keeps its condition: %s", (condition) => {
    const source = { heading: "Copies", text: `We encrypt laptops ${condition}.` };
    expect(isCarried("We encrypt laptops.", source)).toBe(false);
    expect(isCarried(source.text, source)).toBe(true);
  });

  const KEY = { heading: "Who holds our key?", type: "knowledge base" } as const;
  test.each([
    ["We hold the key.", "You hold the key."],
    ["We hold your key.", "You hold your key."],
    ["You hold the key.", "We hold your key."],
    ["Our administrators hold the key.", "Your administrators hold the key."],
    ["Our key is kept in the EU.", "We keep your key in the EU."],
    ["Sie verwahren den Schlüssel.", "Wir verwahren Ihren Schlüssel."],
  ])("says who does it, and whose it is: not ‘%s’ of ‘%s’", (said, text) => {
    expect(isCarried(said, { ...KEY, text })).toBe(false);
    expect(isCarried(text, { ...KEY, text })).toBe(true);
  });

  test("is said in the passive too", () => {
    const source = { ...KEY, text: "We keep your key in the EU." };
    expect(isCarried("Your key is kept in the EU.", source)).toBe(true);
  });

  test("puts nothing of its title in the place of what it speaks of", () => {
    const source = { heading: "Customer data", text: "We encrypt laptops of our staff." };
    expect(isCarried("We encrypt customer data.", source)).toBe(false);
    expect(isCarried("We encrypt laptops.", source)).toBe(true);
    const logs = { heading: "Customer data", text: "Logs are stored in Dublin." };
    const asked = "Where are logs stored?";
    expect(isCarried("Customer data is stored in Dublin.", logs, asked)).toBe(false);
    expect(isCarried("Logs are stored in Dublin.", logs, asked)).toBe(true);
  });

  test.each([
    ["Backups are kept for 400 days.", "Logs are kept for 400 days. Backups are kept for 35 days."],
    ["We keep backups for 400 days.", "Logs are kept for 400 days."],
    ["Logs are kept for 35 days.", "Logs are kept for 400 days, and backups are kept for 35 days."],
    ["Logs are kept for 400 days.", "We keep backups for 400 days."],
  ])("takes no thing of its title for another one: not ‘%s’ of ‘%s’", (said, text) => {
    const heading = "How long do you keep logs and backups?";
    expect(isCarried(said, { heading, text, type: "knowledge base" })).toBe(false);
  });

  test("turns nothing on that is off", () => {
    const text = "It is off until an administrator turns it on.";
    const source = { heading: "Can we keep it turned off?", text, type: "knowledge base" } as const;
    expect(isCarried("It is on until an administrator turns it off.", source)).toBe(false);
    expect(isCarried("It is on until an administrator turns it on.", source)).toBe(false);
    expect(isCarried(text, source)).toBe(true);
  });

  test("may name what its title is about where the source names nothing", () => {
    const heading = "How long do you keep logs and backups?";
    const source = {
      heading,
      text: "They are kept for 400 days.",
      type: "knowledge base",
    } as const;
    expect(isCarried("We keep logs and backups for 400 days.", source)).toBe(true);
    expect(isCarried("Logs and backups are kept for 400 days.", source)).toBe(true);
  });

  test("is no title whose text denies it", () => {
    const said = "There is a bug bounty.";
    expect(isCarried(said, { heading: "Bug bounty", text: "We run none." })).toBe(false);
    expect(isCarried(said, { heading: "Bug bounty", text: "It is open to everyone." })).toBe(true);
  });

  test("is none of what stands beside a text, nor of tables and questions in files", () => {
    const item = {
      heading: "Legal - Cyber Insurance",
      text: "The insurance covers 20 million euros per event.\nEvery year",
      details: "Every year",
    };
    expect(isCarried("Every year.", item)).toBe(false);
    expect(isCarried("The insurance covers 20 million euros per event.", item)).toBe(true);
    const row =
      "Roles Role Processing Clauses Processor Documents 6 Controller Account 7 Sites Site.";
    const file = {
      heading: "SIG.xlsx",
      text: `${row} By the board. The board meets four times a year.`,
    };
    for (const type of ["documents", "webpage"] as const) {
      expect(isCarried(row, { ...file, type })).toBe(false);
      expect(isCarried("By the board.", { ...file, type })).toBe(false);
      expect(isCarried("The board meets four times a year.", { ...file, type })).toBe(true);
    }
  });

  test("is nothing that an entry asks, in any language, nor what is in progress", () => {
    const asking = { heading: "データは海外に保存されますか？", text: "東京だけです。" };
    expect(isCarried("データは海外に保存されます。", asking)).toBe(false);
    const entry = { heading: "Copies abroad", text: "In Dublin.", type: "knowledge base" } as const;
    expect(isCarried("Copies abroad.", entry)).toBe(false);
    const item = { heading: "Certifications - ISO 42001", text: "The audit covers Assist." };
    expect(isCarried("The audit covers Assist.", item)).toBe(true);
    const later = { ...item, data: { isInProgress: true } } as const;
    expect(isCarried("The audit covers Assist.", later)).toBe(false);
  });

  test("begins without what the question says, and not without more", () => {
    const said = "Within 14 days.";
    const source = { heading: "Deadlines", text: "High ones are fixed within 14 days." };
    expect(isCarried(said, source, "How fast are high ones fixed?")).toBe(true);
    expect(isCarried(said, source, "How fast are low ones fixed?")).toBe(false);
  });

  test("is compared in other languages too", () => {
    const source = {
      heading: "Datensicherung",
      text: "Sicherungen werden nicht außerhalb der EU gespeichert.",
    };
    expect(isCarried("Sicherungen werden außerhalb der EU gespeichert.", source)).toBe(false);
    expect(isCarried("Sicherungen werden nicht außerhalb der EU gespeichert.", source)).toBe(true);
    const japanese = { heading: "保存", text: "データは東京に保存されません。" };
    expect(isCarried("データは東京に保存されません。", japanese)).toBe(true);
    expect(isCarried("データは東京に保存されます。", japanese)).toBe(false);
  });
});
