/** Acme Cloud: how things are built, for readers who want to know why. */

/** @type {import("./library.mjs").DocumentSource[]} */
export const whitepapers = [
  {
    uid: "data-flow-diagram",
    name: "Acme Platform Data Flow Diagram.pdf",
    type: "Architecture diagram",
    accessType: "view-only",
    createdAt: "152d ago",
    issuer: "acme",
    title: "Data Flow Diagram",
    subtitle:
      "How a document travels from upload to deletion, with every subprocessor that touches it",
    classification: "Confidential: shared under NDA",
    issued: "2026-06-19",
    meta: [
      ["Document", "DFD-01"],
      ["Version", "5.3"],
      ["Product", "Acme Platform"],
      ["Owner", "Priya Raman, Director of Privacy"],
      ["Issued", "19 June 2026"],
      ["Next review", "June 2027"],
    ],
    body: `
!diagram flow

# Flows
|= 0.4 2.2 2.4 2.2
| No. | Flow | Data | Protection |
| 1 | Member uploads or edits | Document, fields | TLS 1.3, session bound to the region |
| 2 | API hands to the pipeline | Document | Mutual TLS; malware scan inside the network, only hashes leave it |
| 3 | Pipeline stores | Document, preview, text | AES-256-GCM, key of the workspace |
| 4 | Daily copy | Ciphertext | Object lock of 35 days, no keys at the provider |
| 5 | Sign-in | Name, email, groups | SAML 2.0 or OpenID Connect, signed |
| 6 | Text and fields | Title, fields, text | Row-level security |
| 7 | Search index | Text | Index scoped and encrypted per workspace |
| 8 | Service logs | Identifiers, times | Redacted before they leave the region |
| 9 | Audit | Who, what, when | Append only, 400 days |
| 10 | Audit stream | Events as JSON | Customer's endpoint, HMAC-SHA-256 |
| 11 | Events for people | Title and link | No content |
| 12 | Notification | Title and link, address | Deleted after 3 days |

# Retention and deletion
- An item that a member deletes stays in the recycle bin for 30 days (0 to 90, as set). It then leaves the database, the object storage and the index at once.
- Backups follow within 35 days, when the object lock ends.
- At the end of a contract, content and keys are destroyed after 30 days. From then on, no one can read the backups.

# Optional flows
These exist only in workspaces that switch the feature on.

|= 1.4 2.2 3
| Feature | Subprocessor | Data and protection |
| Acme Assist | Lumenstack Inference, Vectormoor | Passages of documents, with zero retention, one index and one key per workspace |
| Hosted SSO connector | Keyhaven Identity | Name, email and groups, stored for the session |
| Scanned documents | Paperlight OCR | Page images, processed in memory and discarded within 60 seconds |
`,
  },
  {
    uid: "encryption-whitepaper",
    name: "Acme Cloud Encryption and Key Management Whitepaper.pdf",
    type: "Whitepaper",
    createdAt: "142d ago",
    issuer: "acme",
    title: "Encryption and Key Management",
    subtitle: "What is encrypted, with which keys, who can use them and how to take them away",
    classification: "Public",
    issued: "2026-07-01",
    meta: [
      ["Document", "WP-02"],
      ["Version", "6.0"],
      ["Products", "Acme Platform, Acme Data Lake"],
      ["Owner", "Daniel Okafor, Platform Security"],
      ["Issued", "1 July 2026"],
      ["Next review", "July 2027"],
    ],
    body: `
# In short
- **Everything at rest** is encrypted with AES-256-GCM: databases, object storage, search indexes, queues and backups.
- **Every workspace has its own data keys**, every table of Acme Data Lake as well. They are wrapped by keys that never leave a hardware security module.
- **You can hold the key.** With customer-managed keys, revoking yours makes the workspace unreadable, for us too, within 15 minutes.

# Hierarchy of keys
|= 1.8 1.3 1.3 2.6
| Key | Rotation | Held by | Purpose |
| Region master key | 12 months | HSM | Wraps the workspace keys of one region |
| Customer-managed key | customer's choice | customer | Takes the region master key's place for one workspace |
| Workspace data key | 90 days | service, wrapped | Wraps the object keys of one workspace |
| Object key | with each version | with the object, wrapped | Encrypts one document version, one index segment or one queue |
| TLS certificates | 60 days | edge | Server authentication |

The modules are validated to **FIPS 140-3 level 3**. No single person can export or destroy a master key. Both need two officers from two offices. Ceremonies are recorded and their records audited.

# At rest
An object's key is drawn from the system's random generator, used for one version only, and stored next to the ciphertext, wrapped by the workspace's data key. Nonces are 96 bits and never used twice with a key. The header of each object (workspace, object, version, chunk) is authenticated, so that a swapped or truncated chunk is noticed at reading.

Rotation wraps object keys again. Content is encrypted again when it changes, and at the latest after two years.

> Database disks are encrypted as well. We don't count on that layer: it protects against a lost disk, not against a wrong query.

# In transit
|= 1.8 1.6 3
| Path | Protocol | Details |
| Client to edge | TLS 1.3, 1.2 | Nothing below, HSTS preloaded, X25519 with ML-KEM-768 preferred |
| Edge to application | TLS 1.3 | Mutual authentication, pinned issuers |
| Service to service | TLS 1.3 | Mutual authentication, identities of 15 minutes |
| Region to standby | TLS 1.3 | Private circuit, content already encrypted |
| Data Lake workers | TLS 1.3 only | Also between workers of one query |

# Customer-managed keys
Available in the Enterprise plan of Acme Platform and the default in Acme Data Lake.

1. You create a key in your own key management service and allow our identity to wrap and unwrap, nothing else.
2. We wrap the workspace's data key with it. The unwrapped key lives in memory for at most 15 minutes.
3. Each use appears in your own log, with the workspace and our request's identifier.
4. When you revoke the permission, caches run out within 15 minutes. In Acme Data Lake, new queries stop within one minute and running ones within five.

Search, previews and exports stop with the key. Restoring the permission restores the workspace. Deleting the key destroys it for good, also in backups.

# Algorithms
|= 2 2.4 2
| Use | Algorithm | Reference |
| Content | AES-256-GCM | NIST SP 800-38D |
| Wrapping | AES-256-KWP | NIST SP 800-38F |
| Signatures of releases | Ed25519, ML-DSA-65 alongside | FIPS 186-5, FIPS 204 |
| Passwords | Argon2id, 64 MiB, 3 passes | RFC 9106 |
| Webhooks | HMAC-SHA-256 | FIPS 198-1 |

The list is reviewed each year against BSI TR-02102 and NIST SP 800-131A.

# Questions that reviewers ask
**Can an administrator of Acme Cloud read our documents?** Not by having access to storage. Reading content needs a support grant for one ticket, at most four hours, and in Enterprise your consent. Each read is in your audit log.

**Are backups encrypted with the same keys?** With their own object keys, wrapped by the workspace's data key as of the copy. The archive's provider holds none of them.

**Do you support our key in another jurisdiction?** Yes, as long as a wrap takes less than 300 milliseconds. Caches bridge pauses of up to 15 minutes, never longer.

**What about quantum computers?** Recorded traffic is the risk of today, so key agreement to the edge is already hybrid. Content at rest uses symmetric keys of 256 bits. Signatures follow as the products that verify them do. The plan is part of the cryptography policy.

**Who may see key material in a crash?** No one. Processes that hold unwrapped keys write no core files and lock their memory. A crash loses the keys, and they are unwrapped again.

**What happens if an HSM cluster fails?** Each region has three. Workspace keys that are in memory go on working, and a second cluster takes over within seconds.
`,
  },
  {
    uid: "security-whitepaper",
    name: "Acme Cloud Security Whitepaper.pdf",
    type: "Whitepaper",
    accessType: "view-and-download",
    createdAt: "88d ago",
    issuer: "acme",
    title: "Security Whitepaper",
    subtitle:
      "Our security program: organization, architecture, product controls, and how each is verified",
    classification: "Public",
    issued: "2026-08-24",
    meta: [
      ["Document", "WP-01"],
      ["Version", "11.0"],
      ["Products", "Acme Platform, Acme Data Lake"],
      ["Owner", "Ingrid Sommer, CISO"],
      ["Issued", "24 August 2026"],
      ["Next review", "August 2027"],
    ],
    body: `
!contents

!figures 28 people in security ; 99.98% measured availability ; 4 regions ; 2019 first SOC 2 report

# Organization
Security is led by Ingrid Sommer, who reports to the chief executive. Twenty-eight people work in five groups: platform security, detection and response, corporate security, compliance, privacy. A security committee with the CTO, the general counsel and the heads of product and people meets every month. Its minutes are kept for the auditors. Each of the 34 product teams has a security champion with a day a month for the task.

- **People.** Staff are screened before their first day, trained on it and tested every year. Access to production comes after 30 days and a second course at the earliest.
- **Policies.** Twenty-four, approved by the management board and reviewed each year.
- **Risk.** Assessed to ISO 27005: 61 risks, none critical, four high with a plan under way.

# Architecture
Acme Platform runs in Frankfurt, Dublin, Virginia and Sydney, at Stratavault Cloud. Each region is complete and shares no network with the others. Every component runs in three zones, of which two carry full load. European workspaces have a standby in Stockholm at a second provider.

All of production is described in code and reviewed like code. Drift is detected every hour and undone or explained within a day. There is no trusted network: identity, device and context decide at each request.

|= 1.4 3.6
| Layer | Controls |
| Edge | Web application firewall in blocking mode, protection against floods (largest seen: 410 Gbit/s), rate limits per account, token and address |
| Edge Shield | Ends every connection, checks it and opens a new one. It binds a session to the region of its workspace. |
| Application | Authorization in one library with complete branch coverage. Strict Content-Security-Policy and Trusted Types. |
| Data | Row-level security, a key per workspace, no route to the Internet |
| Hosts | Images to CIS level 2, no root, read-only file systems. Only signed images start. |

# Product controls
|= 1.6 3.4
| Need | What administrators have |
| Sign-in | SAML 2.0, OpenID Connect and SCIM in every plan, with multi-factor authentication and security keys |
| Permissions | Five standard roles and own ones, down to a folder or a workflow |
| Oversight | 172 kinds of audit events, 400 days, streamed to your SIEM within a minute |
| Boundaries | Address ranges, session limits, connectors allowed one by one |
| Retention | Rules by folder or class, legal hold, deletions listed before they happen |
| Exit | Export of everything at any time in original formats, JSON and BPMN 2.0, at no charge |

# Access by our staff
No employee has standing access to customer content. A grant is for one ticket and at most four hours, approved by a second person and recorded. In Enterprise, your administrators see who asks, why and for how long, and decide. Without an answer the request lapses after 24 hours. All staff sign in with FIDO2 hardware keys. There is no weaker fallback.

# Building software
Every change is reviewed by a second engineer, security code by two. 41,000 automated tests run on each change, among them more than 900 that try to cross the boundary between workspaces. Builds are isolated and carry provenance to SLSA level 3, which is verified at deployment. Releases reach 1, 10, 50 and 100 percent of workspaces in turn and stop by themselves when errors rise.

|= 1 1.2 2
| Severity | Fixed within | Met in the last twelve months |
| Critical | 3 days | [ok] 100% |
| High | 14 days | [ok] 98% |
| Medium | 30 days | [ok] 96% |
| Low | 90 days | [ok] 94% |

# Detection and response
2.1 TB of events a day pass 310 detection rules, mapped to MITRE ATT&CK and each tested by a simulated attack every month. Two incident commanders are always on call. Customers whose data is affected are told **within 24 hours** after confirmation. There has been no breach of customer data since the company was founded.

# Continuity
|= 2.2 1.4 1.4
| Event | Target | Last test |
| Loss of a region, time | 8 hours | [ok] 5 h 12 min |
| Loss of a region, data | 1 hour | [ok] 34 seconds |
| Loss of a zone | 5 minutes | [ok] 84 seconds |
| Full rebuild from code | 24 hours | [ok] 19 hours |

# How this is verified
|= 1.8 3.2
| Evidence | What it covers |
| SOC 2 Type II, SOC 1 Type II, SOC 3 | Twelve months to 30 September 2026, 118 controls, one exception |
| ISO/IEC 27001, 27017, 27018, 27701 | Management systems for security and privacy |
| ISO 22301, ISO/IEC 42001 | Continuity, artificial intelligence |
| PCI DSS 4.0.1, level 1 | Payment approval module |
| Penetration tests | 46 person-days a year, retested |
| Bug bounty | Public since 2022, with a first answer after 6 hours at the median |

Reports are available at trust.acme.example. Write to security@acme.example, day and night.
`,
  },
  {
    uid: "ai-governance-whitepaper",
    name: "Acme Cloud AI Governance Whitepaper.pdf",
    type: "Whitepaper",
    createdAt: "74d ago",
    issuer: "acme",
    title: "AI Governance",
    subtitle: "How Acme Assist is decided on, built, evaluated and supervised",
    classification: "Public",
    issued: "2026-09-07",
    meta: [
      ["Document", "WP-05"],
      ["Version", "2.1"],
      ["Feature", "Acme Assist"],
      ["Owner", "Priya Raman, chair of the AI board"],
      ["Issued", "7 September 2026"],
      ["Next review", "March 2027"],
    ],
    body: `
# Principles
- **Off until you say so.** Acme Assist is off in each workspace until an administrator switches it on, and can be kept from folders, groups or document classes.
- **Not for training.** Customer content is never used to train models: not ours, not our providers'. The contracts say so and exclude retention.
- **A person decides.** Acme Assist proposes. Nothing is sent, approved or deleted without a confirmation, which is logged.
- **Say what it is.** Generated text is labeled, names its sources with page numbers, and carries the label into exports.

# Who decides
An AI board of security, privacy, legal and product approves each use before it ships, on the basis of ISO/IEC 42001 and the NIST AI RMF. It meets every quarter and whenever a use changes its purpose.

!figures 13 uses approved ; 2 refused ; 11 languages evaluated ; 1,400 attack prompts a release

The refused uses were a score for the urgency of job applications and the detection of emotions in support conversations.

# Models and where they run
|= 1.2 2.2 2.4
| Task | Model | Place |
| Text | Open-weight models at Lumenstack Inference | Germany for European workspaces, United States for American ones |
| Search | Embedding model of our own | Our own network, with an index at Vectormoor, one per workspace |
| Text recognition | Paperlight OCR | Ireland, discarded within 60 seconds |

A change of model is announced 30 days ahead, with the results of the evaluation side by side.

# Safeguards
## Prompt injection
Document text is passed to models as data, without tools. Actions come only from a fixed list and run with the user's own permissions. Answers that contain links to hosts outside of the workspace's allow-list are shown without the links. 1,400 attack prompts run before each release. A release waits if any new one succeeds.

## Quality and fairness
Quality is measured in eleven languages on 6,200 sample documents. A release waits if any language loses more than two points against the release before.

!bars English 94.1% ; German 93.6% ; French 92.8% ; Spanish 92.7% ; Polish 90.9% ; Finnish 89.7%

Share of answers judged correct and complete by two reviewers, release 26.8. The chart shows six of the eleven languages.

## Isolation
One vector index and one encryption key per workspace. Prompts are processed in memory and leave no log at the provider. Conversations are kept in the workspace and follow its retention rules.

# Regulation
|= 1.6 3.4
| Rule | Where we stand |
| EU AI Act | Acme Assist is in the limited-risk class. Transparency duties are met, and the assessment is renewed each year. |
| GDPR | Data protection impact assessment done, template for customers |
| ISO/IEC 42001 | Certified since 29 April 2026 |
| DORA | Lumenstack is in the register of providers. The feature can be turned off without loss of data. |

# Answers to frequent questions
**Who owns what Acme Assist writes?** The customer. We claim no right in prompts or answers.

**Can we see what our members asked?** Administrators see that and when the assistant was used, by whom and on which document. Prompts stay with the member who wrote them unless the workspace's policy says otherwise.

**Is there an indemnity?** Enterprise contracts include one against claims that answers infringe the rights of third parties, when labels and sources were left on.

**How do we report a bad answer?** With the button below it. Reports reach the team within a day, become test cases when you allow it, and were answered within four business days at the median.

# What we don't claim
Models err. Acme Assist is built to make errors visible, by sources and by asking for a confirmation. It is not meant for decisions about people without a person who reads the sources.
`,
  },
  {
    uid: "tenant-isolation-whitepaper",
    name: "Acme Cloud Tenant Isolation Whitepaper.pdf",
    type: "Whitepaper",
    createdAt: "142d ago",
    issuer: "acme",
    title: "Tenant Isolation",
    subtitle: "How one customer's data is kept from another's, and how we know",
    classification: "Confidential: shared under NDA",
    issued: "2026-07-01",
    meta: [
      ["Document", "WP-03"],
      ["Version", "4.2"],
      ["Products", "Acme Platform, Acme Data Lake"],
      ["Owner", "Daniel Okafor, Platform Security"],
      ["Issued", "1 July 2026"],
      ["Next review", "July 2027"],
    ],
    body: `
# The question
Acme Platform is shared by many customers: processes serve requests of any workspace, databases hold rows of many. What keeps a mistake in one line of code from showing one customer's document to another?

The answer is not a single wall. A request passes four layers, each of which refuses another workspace's data without relying on the others.

!diagram isolation

# The layers
## Routing
A session carries a signed claim that names the workspace, the member and the region. The edge binds it to the region. The router compares it with host and path. A mismatch is answered like an unknown address, in form and in time.

## Service
The data library has no function that reads without a workspace. Its type takes the claim, not an identifier from the request: code that forgets it doesn't compile.

## Database
Each transaction runs under a role that is set from the claim. Row-level policies compare it with the row. A query without a condition returns the workspace's own rows, never all.

## Key
Content is encrypted with the workspace's data key, which the key service gives only to a request with that workspace's claim. A row that slipped through all else would be cipher.

# Acme Data Lake
|= 1.4 2.4 2.4
| Subject | Acme Platform | Acme Data Lake |
| Compute | Shared processes, claims per request | One pool of workers per customer, in micro-VMs that are discarded after each session |
| Storage | One prefix per workspace | One storage account per customer |
| Keys | One per workspace | One per table, customer-managed by default |
| Policies | Roles, folders, workflows | Row and column policies in the planner, for every client alike |

# How we know
!figures 912 tests that try to cross, on every build ; 0 successes in penetration tests since 2020 ; 4 layers

- **Two of everything.** Test fixtures always hold a second workspace with look-alike content. A test fails when anything of it shows.
- **Layers off.** Once a week the tests run with one layer turned off at a time. The other three must hold.
- **Outside eyes.** Testers get two workspaces and the task to cross. In 2026 they sent 1,860 requests with swapped identifiers and got 404 each time.
- **Production.** A canary workspace holds marked documents. Search, exports and logs of all others are watched for the marks.

# Limits
Isolation in caches, queues and search follows the same rules and is tested alike. Operators with a grant can read a workspace that they were let into. That is the subject of access control, not of isolation. Side channels between processes on one host are reduced, by dedicated hosts and by not sharing cores between customers of Acme Data Lake. We don't claim that they are impossible.
`,
  },
];
