/** Acme Cloud: what is kept as plain text and as Markdown, because programs read it, too. */

const SUITES = [
  ["TLS 1.3", "TLS_AES_256_GCM_SHA384", "X25519MLKEM768"],
  ["TLS 1.3", "TLS_CHACHA20_POLY1305_SHA256", "X25519MLKEM768"],
  ["TLS 1.3", "TLS_AES_128_GCM_SHA256", "X25519"],
  ["TLS 1.2", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "X25519"],
  ["TLS 1.2", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "X25519"],
  ["TLS 1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "secp256r1"],
];

const HOSTS = [
  "app.acme.example",
  "api.acme.example",
  "files.acme.example",
  "lake.acme.example",
  "trust.acme.example",
];

/** What the monthly scan prints. @param {number} run its number @param {string} note what differs from the run before */
function scan(run, note) {
  const line = (...cells) =>
    cells
      .map((cell, i) => cell.padEnd([9, 47, 16][i] ?? 0))
      .join("  ")
      .trimEnd();
  const answers = HOSTS.map(
    (host) => `  ${host.padEnd(20)}  A+   certificate ECDSA P-256, chain complete, OCSP stapled`,
  );
  return `ACME CLOUD: TLS CONFIGURATION SCAN, RUN ${run}
Made by the monthly scan of all public endpoints, and valid until the next run.

Hosts and grades
${answers.join("\n")}

Accepted protocols and cipher suites, in the server’s order
  ${line("Protocol", "Suite", "Key exchange")}
  ${line("-".repeat(9), "-".repeat(47), "-".repeat(16))}
${SUITES.map((suite) => `  ${line(...suite)}`).join("\n")}

Refused: SSL 2, SSL 3, TLS 1.0, TLS 1.1, RSA key exchange, CBC, RC4, 3DES, renegotiation by the client, compression.

HTTP headers on every host
  Strict-Transport-Security: max-age=63072000; includeSubDomains; preload
  Redirects from port 80 answer 308 and carry no body

Findings
  high 0, medium 0, low 0
  ${note}

Questions: security@acme.example
`;
}

const disclosure = `# Vulnerability Disclosure Policy

This policy says how to report a weakness in a product of Acme Cloud, what you can expect from us, and what we ask of you. It applies to everyone. No account is needed.

## How to report

Write to **security@acme.example**, in English or German, and encrypt with the key in our [security.txt](https://trust.acme.example/.well-known/security.txt). Please include:

1. the address, the application or the version that is concerned,
2. the steps that lead there, with requests and answers,
3. what someone could do with it, in your view.

A short text is enough:

    Host:    api.acme.example
    Request: GET /v2/workspaces/{id}/exports
    Effect:  an export is listed after the member has left the workspace

## What you can expect

| After | We |
|---|---|
| 1 business day | answer, with the name of the engineer who looks after it |
| 5 business days | confirm the weakness, or say why it isn’t one |
| 3, 14, 30 or 90 days | have fixed it: critical, high, medium, low |
| the fix | agree with you on a date to publish, and name you if you like |

Rewards are paid through our bug bounty program, from 150 to 12,000 euros.

## In scope

- app.acme.example, api.acme.example, files.acme.example, lake.acme.example
- the mobile apps and the desktop client, in versions of the last twelve months
- our published libraries

## Out of scope

- denial of service, spam, and anything that aims at people or at premises
- reports of scanners without a way to use what they found
- services of others that we merely link to

## Safe harbor

We take no legal action against research in good faith, and we say so to others who ask. In good faith means:

- Use accounts and workspaces of your own.
- Stop as soon as you see someone else’s data, tell us, and erase it.
- Give us the time above before you publish.

> If you are unsure whether something is covered, ask first. We answer within a business day.

*Version 4, approved by the Chief Information Security Officer. Earlier versions are available on request.*
`;

const base = { type: "Other", accessType: "view-and-download" };

/** @type {import("./library.mjs").DocumentSource[]} */
export const texts = [
  {
    ...base,
    uid: "vulnerability-disclosure-policy",
    name: "Acme Cloud Vulnerability Disclosure Policy.md",
    format: "md",
    type: "Policy",
    createdAt: "50d ago",
    text: disclosure,
  },
  {
    ...base,
    uid: "tls-scan",
    name: "Acme Cloud TLS Configuration Scan.txt",
    format: "txt",
    expiresOn: "in 21d",
    createdAt: "9d ago",
    text: scan(47, "No change since run 46."),
  },
  {
    ...base,
    uid: "tls-scan-before",
    name: "Acme Cloud TLS Configuration Scan (month before).txt",
    format: "txt",
    expiresOn: "9d ago",
    createdAt: "39d ago",
    text: scan(46, "New since run 45: key exchange X25519MLKEM768 on all hosts."),
  },
];
