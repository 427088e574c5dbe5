/** Acme Cloud: questionnaires and the statement of applicability, as workbooks. */
import { ANNEX_A } from "./annex-a.mjs";
import { ASPECTS, DOMAINS } from "./question-bank.mjs";
import { FICTION } from "./issuers.mjs";

const COMPANY = "Acme Cloud GmbH, Lindenhof 12, 10999 Berlin, Germany";

/**
 * The first `count` questions of the bank, aspect by aspect so that a short questionnaire still touches each topic,
 * in the order of the domains.
 */
function questions(count) {
  const all = ASPECTS.flatMap((aspect, a) =>
    DOMAINS.flatMap((domain, d) =>
      domain.topics.map((topic, t) => ({ aspect, domain, topic, order: [d, t, a] })),
    ),
  );
  return all.slice(0, count).sort((one, two) => {
    const i = one.order.findIndex((value, at) => value !== two.order[at]);
    return i < 0 ? 0 : one.order[i] - two.order[i];
  });
}

function answered({ aspect, domain, topic }) {
  if (!topic.applies) return { answer: "N/A", comment: `${topic.practice}.` };
  return { answer: aspect.answer, comment: aspect.comment(topic, domain) };
}

function workbook({
  title,
  subtitle,
  classification,
  issued,
  version,
  count,
  columns,
  line,
  choices,
  numbering,
}) {
  const asked = questions(count);
  const perDomain = new Map();
  const body = asked.flatMap((question) => {
    const { domain } = question;
    const index = (perDomain.get(domain) ?? 0) + 1;
    perDomain.set(domain, index);
    const { answer, comment } = answered(question);
    const cells = line({
      id: numbering(domain, index),
      question: question.aspect.ask(question.topic),
      answer,
      comment,
      domain,
    });
    const row = cells.map((value) =>
      value === answer ? { value, style: answer === "Yes" ? "yes" : "no" } : value,
    );
    return index === 1
      ? [
          [
            { value: domain.title, style: "section" },
            ...columns.slice(1).map(() => ({ value: "", style: "section" })),
          ],
          row,
        ]
      : [row];
  });
  const answerColumn = String.fromCharCode(
    65 + columns.findIndex(([name]) => name === choices.column),
  );
  return {
    title,
    issued,
    sheets: [
      cover({
        title,
        subtitle,
        classification,
        version,
        facts: [
          ["Questions", String(asked.length)],
          ["Domains", String(DOMAINS.length)],
        ],
      }),
      {
        name: "Questions",
        widths: columns.map(([, width]) => width),
        headerRow: 1,
        choices: { column: answerColumn, values: choices.values },
        rows: [columns.map(([name]) => ({ value: name, style: "head" })), ...body],
      },
      summary(asked, answerColumn, body.length + 1, numbering),
    ],
  };
}

function cover({ title, subtitle, classification, version, facts }) {
  const line = (label, value) => [{ value: label, style: "label" }, value];
  return {
    name: "Cover",
    widths: [26, 92],
    rows: [
      [{ value: title, style: "title" }],
      [{ value: subtitle, style: "subtitle" }],
      [""],
      line("Company", COMPANY),
      line("Services", "Acme Platform, Acme Data Lake"),
      line("Version", version),
      line("Classification", classification),
      line("Answered by", "Tomasz Wilk, Governance, Risk and Compliance"),
      line("Contact", "trust@acme.example"),
      ...facts.map(([label, value]) => line(label, value)),
      [""],
      [
        { value: "", style: "note" },
        { value: FICTION, style: "note" },
      ],
    ],
  };
}

/** Counts by formula, with the values that a reader sees before anything is recalculated. */
function summary(asked, answerColumn, lastRow, numbering) {
  const head = ["Domain", "Yes", "In part", "N/A", "Total"].map((value) => ({
    value,
    style: "head",
  }));
  const totals = { Yes: 0, "In part": 0, "N/A": 0 };
  let row = 3;
  const rows = DOMAINS.map((domain) => {
    const own = asked.filter((question) => question.domain === domain);
    const start = row;
    const end = row + own.length - 1;
    row = end + 2;
    const counts = Object.keys(totals).map((answer) => {
      const value = own.filter((question) => answered(question).answer === answer).length;
      totals[answer] += value;
      return {
        value,
        formula: `COUNTIF(Questions!$${answerColumn}$${start}:$${answerColumn}$${end},"${answer}")`,
      };
    });
    return [
      `${numbering(domain, 1).split(/[-.]/)[0]}  ${domain.title}`,
      ...counts,
      {
        value: own.length,
        formula: `SUM(B${DOMAINS.indexOf(domain) + 2}:D${DOMAINS.indexOf(domain) + 2})`,
      },
    ];
  });
  const sum = ["B", "C", "D", "E"].map((column, i) => ({
    value: [...Object.values(totals), asked.length][i],
    style: "section",
    formula: `SUM(${column}2:${column}${DOMAINS.length + 1})`,
  }));
  if (row - 2 !== lastRow) throw new Error("the summary's ranges miss the questions");
  return {
    name: "Summary",
    widths: [52, 10, 10, 10, 10],
    headerRow: 1,
    rows: [head, ...rows, [{ value: "Total", style: "section" }, ...sum]],
  };
}

const base = { issuer: "acme", format: "xlsx", type: "Questionnaire" };
const YES_NO = { values: ["Yes", "No", "In part", "N/A"] };

/** @type {import("./library.mjs").DocumentSource[]} */
export const questionnaires = [
  {
    ...base,
    uid: "iso-27001-soa",
    name: "Acme Cloud ISO IEC 27001 Statement of Applicability.xlsx",
    type: "Other",
    createdAt: "48d ago",
    issued: "2026-09-09",
    title: "Statement of Applicability",
    workbook: () => ({
      title: "Statement of Applicability",
      issued: "2026-09-09",
      sheets: [
        cover({
          title: "Statement of Applicability",
          subtitle: "ISO/IEC 27001:2022, Annex A",
          classification: "Confidential: shared under NDA",
          version: "8, 9 September 2026",
          facts: [
            ["Controls that apply", "91 of 93"],
            ["Certificate", "NK-ISMS-20417"],
          ],
        }),
        {
          name: "Controls",
          widths: [9, 40, 10, 20, 62, 24],
          headerRow: 1,
          rows: [
            ["Control", "Subject", "Applies", "Reason", "Implementation", "Owner"].map((value) => ({
              value,
              style: "head",
            })),
            ...ANNEX_A.flatMap(({ theme, controls }) => [
              [theme, "", "", "", "", ""].map((value) => ({ value, style: "section" })),
              ...controls.map(({ id, subject, applies, reason, implementation, owner }) => [
                id,
                subject,
                { value: applies ? "Yes" : "No", style: applies ? "yes" : "no" },
                reason,
                implementation,
                owner,
              ]),
            ]),
          ],
        },
      ],
    }),
  },
  {
    ...base,
    uid: "csa-star-caiq",
    name: "Acme Cloud CSA STAR CAIQ 2026.xlsx",
    accessType: "view-and-download",
    expiresOn: "in 290d",
    createdAt: "75d ago",
    title: "Consensus Assessment, CAIQ edition",
    workbook: () =>
      workbook({
        title: "Acme Cloud: CAIQ answers",
        subtitle:
          "By the domains of the Cloud Controls Matrix, version 4, with questions in our own words",
        classification: "Public",
        issued: "2026-09-04",
        version: "4.0.3, answers of 4 September 2026",
        count: 261,
        numbering: (domain, i) => `${domain.id}-${String(i).padStart(2, "0")}`,
        columns: [
          ["Question ID", 13],
          ["Question", 56],
          ["Answer", 10],
          ["Ownership", 22],
          ["How it is implemented", 62],
          ["Customer's part", 40],
        ],
        line: ({ id, question, answer, comment, domain }) => [
          id,
          question,
          answer,
          ownership(domain.id),
          comment,
          customersPart(domain.id),
        ],
        choices: { column: "Answer", ...YES_NO },
      }),
  },
  {
    ...base,
    uid: "sig-lite-2026",
    name: "Acme Cloud SIG Lite 2026.xlsx",
    expiresOn: "in 120d",
    createdAt: "245d ago",
    title: "SIG Lite",
    workbook: () => sig({ edition: "Lite", count: 128 }),
  },
  {
    ...base,
    uid: "sig-core-2026",
    name: "Acme Cloud SIG Core 2026.xlsx",
    expiresOn: "in 120d",
    createdAt: "245d ago",
    title: "SIG Core",
    workbook: () => sig({ edition: "Core", count: 627 }),
  },
  {
    ...base,
    uid: "hecvat-4",
    name: "Acme Cloud HECVAT 4.xlsx",
    expiresOn: "in 86d",
    createdAt: "279d ago",
    title: "HECVAT 4",
    workbook: () =>
      workbook({
        title: "Acme Cloud: HECVAT 4",
        subtitle: "For universities and colleges, full edition, with questions in our own words",
        classification: "Public",
        issued: "2026-02-13",
        version: "4.0, answers of 13 February 2026",
        count: 212,
        numbering: (domain, i) => `${domain.id}${String(i).padStart(2, "0")}`,
        columns: [
          ["Item", 10],
          ["Question", 60],
          ["Vendor answer", 14],
          ["Additional information", 74],
          ["Analyst notes", 30],
        ],
        line: ({ id, question, answer, comment }) => [id, question, answer, comment, ""],
        choices: { column: "Vendor answer", ...YES_NO },
      }),
  },
  {
    ...base,
    uid: "vsa-full",
    name: "Acme Cloud VSA Full 2025.xlsx",
    expiresOn: "40d ago",
    createdAt: "405d ago",
    title: "VSA Full",
    workbook: () =>
      workbook({
        title: "Acme Cloud: Vendor Security Alliance, full questionnaire",
        subtitle: "Edition 2025, with questions in our own words",
        classification: "Confidential: shared under NDA",
        issued: "2025-10-10",
        version: "2025, answers of 10 October 2025, valid for one year",
        count: 159,
        numbering: (domain, i) => `${DOMAINS.indexOf(domain) + 1}.${i}`,
        columns: [
          ["No.", 8],
          ["Question", 62],
          ["Answer", 12],
          ["Explanation", 76],
        ],
        line: ({ id, question, answer, comment }) => [id, question, answer, comment],
        choices: { column: "Answer", ...YES_NO },
      }),
  },
];

function sig({ edition, count }) {
  return workbook({
    title: `Acme Cloud: SIG ${edition}`,
    subtitle: "Standardized information gathering, 2026, with questions in our own words",
    classification: "Confidential: shared under NDA",
    issued: "2026-03-20",
    version: "2026, answers of 20 March 2026",
    count,
    numbering: (domain, i) => `${"ABCDEFGHIJKLMNOPQ"[DOMAINS.indexOf(domain)]}.${i}`,
    columns: [
      ["Ser. no.", 10],
      ["Question", 60],
      ["Response", 12],
      ["Additional information", 70],
      ["Policy", 34],
    ],
    line: ({ id, question, answer, comment, domain }) => [
      id,
      question,
      answer,
      comment,
      domain.policy,
    ],
    choices: { column: "Response", ...YES_NO },
  });
}

function ownership(domain) {
  if (domain === "DCS") return "Hosting provider, overseen by us";
  return ["IAM", "DSP", "LOG", "UEM"].includes(domain) ? "Shared with the customer" : "Acme Cloud";
}

function customersPart(domain) {
  return (
    {
      IAM: "Assign roles, require multi-factor authentication, remove leavers",
      DSP: "Choose the region, set retention rules, decide what is uploaded",
      LOG: "Review the workspace's audit log or stream it",
      UEM: "Protect the devices of the workspace's members",
    }[domain] ?? ""
  );
}
