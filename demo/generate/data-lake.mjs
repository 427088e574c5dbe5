/** Acme Data Lake's own documents. */

/** @type {import("./library.mjs").DocumentSource[]} */
export const dataLake = [
  {
    uid: "datalake-pentest-2026",
    name: "Acme Data Lake Penetration Test 2026.pdf",
    type: "Penetration test",
    accessType: "view-only",
    expiresOn: "in 135d",
    createdAt: "230d ago",
    issuer: "redfern",
    title: "Penetration Test: Acme Data Lake",
    subtitle:
      "Query engine, console and isolation of query workers: summary report for customers of Acme Cloud GmbH",
    classification: "Confidential: shared under NDA",
    issued: "2026-04-03",
    meta: [
      ["Client", "Acme Cloud GmbH"],
      ["Target", "Acme Data Lake 4.11"],
      ["Dates", "2 to 20 March 2026"],
      ["Effort", "18 person-days, 3 testers"],
      ["Reference", "RF-26-071"],
      ["Report", "3 April 2026, version 1.1"],
    ],
    body: `
# Result
We had the accounts of two customers. Our task was to reach from one into the other by SQL, by crafted files, by the console and from within a query worker. None of it succeeded. A worker that we controlled could reach the storage account of its own customer and nothing else.

!bars Critical 0 ; High 0 ; Medium 3 ; Low 4

# Findings
|= 0.8 3.4 1.1 1.3
| No. | Finding | Severity | State |
| L-01 | Column masks were not applied to the statistics of a table, which could tell smallest and largest values | [warn] Medium | [ok] Fixed in 4.12 |
| L-02 | A crafted file made a worker use all of its memory before the limit took effect | [warn] Medium | [ok] Fixed in 4.12 |
| L-03 | Query history showed literals to auditors without a right to the column | [warn] Medium | [ok] Fixed in 4.12.1 |
| L-04 | Console accepted a session of 25 hours with a changed clock | [info] Low | [ok] Fixed |
| L-05 | Error messages named internal hosts | [info] Low | [ok] Fixed |
| L-06 | No limit on the number of saved queries | [info] Low | [ok] Fixed |
| L-07 | Old cipher suite on the link to a metadata replica | [info] Low | [ok] Fixed |

The medium findings were retested on 2 April 2026 and are closed.

# Scenarios
|= 3 2.4 1
| Attack | What held | Reached |
| Functions and file formats to run code in a worker | Micro-VM, system call filter | [warn] Code |
| From there: another customer's worker | Separate pools, no shared hosts | [ok] No |
| From there: storage of another customer | Credentials of one account, 15 minutes | [ok] No |
| From there: the control plane | Signed, one-way results | [ok] No |
| After the key was revoked: read a table | Key service, 41 seconds for new queries | [ok] No |
| Around row policies by views, joins, user functions | Policies in the planner | [ok] No |

Code in a worker is part of the design: customers run their own functions there. We rated it as a starting point, not as a finding.

# Method
Gray-box, with design documents and a build with symbols. The console was tested to OWASP ASVS 5.0 level 2. A fuzzer tried the readers of four file formats with 190 million inputs. Production was not touched.
`,
  },
  {
    uid: "datalake-architecture",
    name: "Acme Data Lake Architecture.png",
    type: "Architecture diagram",
    createdAt: "142d ago",
    format: "png",
    diagram: "lake",
  },
  {
    uid: "datalake-soc2-scope",
    name: "Acme Data Lake SOC 2 Scope Note.pdf",
    type: "SOC 2 report",
    expiresOn: "in 314d",
    createdAt: "12d ago",
    issuer: "acme",
    title: "SOC 2 Scope Note: Acme Data Lake",
    subtitle: "Which systems, regions and controls of report MA-2026-0417 concern Acme Data Lake",
    classification: "Confidential: shared under NDA",
    issued: "2026-11-06",
    meta: [
      ["Report", "SOC 2 Type II, MA-2026-0417"],
      ["Period", "1 October 2025 to 30 September 2026"],
      ["Product", "Acme Data Lake"],
      ["Owner", "Tomasz Wilk, Compliance"],
      ["Issued", "6 November 2026"],
      ["Next", "With the next report"],
    ],
    body: `
# Purpose
One report covers both products of Acme Cloud. This note helps readers who use only Acme Data Lake to find what concerns them. It isn't part of the report and was not examined.

!figures 118 controls in the report ; 104 apply to Acme Data Lake ; 9 exist only for it ; 0 exceptions among them

# Systems and regions
|= 1.8 1.6 3
| System | Regions | Described in the report |
| Object storage, one account per customer | Frankfurt, Virginia | Section 3, storage plane |
| Catalog and policies | Frankfurt, Virginia | Section 3, catalog plane |
| Query workers | Frankfurt, Virginia | Section 3, query plane |
| Second copy, resilient plan | Stockholm | Carved out: Halden Compute |
| Metadata archive | Leipzig, Ohio | Carved out: Coldharbour Archive |
| Query planner | Frankfurt | Carved out: Querystone |

# Controls that exist only for Acme Data Lake
|= 0.8 3.6 1.4
| No. | Control | Result |
| DL-1 | Customer-managed keys are required unless the customer declines in writing | [ok] No exception |
| DL-2 | New queries stop within one minute after a key is revoked, running ones within five | [ok] No exception |
| DL-3 | Workers are discarded after each session | [ok] No exception |
| DL-4 | Pools of workers are not shared between customers | [ok] No exception |
| DL-5 | Credentials for storage live for 15 minutes and name one account | [ok] No exception |
| DL-6 | Row and column policies are enforced in the planner. Changes need two people. | [ok] No exception |
| DL-7 | Queries are recorded with user, tables, columns and bytes, for 400 days | [ok] No exception |
| DL-8 | Snapshots of tables are signed. Checksums are verified monthly. | [ok] No exception |
| DL-9 | Metadata is copied to a second provider every six hours and restored each quarter | [ok] No exception |

# Controls that don't apply
Fourteen controls concern the workflow engine, the mobile apps, Acme Assist and the standby region of Acme Platform. The exception in CC6.2 (a leaver's ticket) concerned the staff of both products.

# Complementary user entity controls
- Keep your key, its permissions and its rotation under your own change control.
- Assign row and column policies before data arrives. Tables are open to their owners by default.
- Review the query log, or stream it to your SIEM.
- Choose the resilient plan if the loss of a region must not interrupt the reading of files.
`,
  },
];
