/** Acme Cloud: policies. All end with the same three sections. */

function policy({
  uid,
  name,
  title,
  code,
  version,
  owner,
  createdAt = "180d ago",
  issued = "2026-05-22",
  expiresOn,
  subtitle,
  body,
  history,
}) {
  return {
    uid,
    name: `Acme Cloud ${name}.pdf`,
    type: "Policy",
    createdAt,
    expiresOn,
    issuer: "acme",
    title,
    subtitle,
    classification: "Confidential: shared under NDA",
    issued,
    meta: [
      ["Policy", code],
      ["Version", version],
      ["Owner", owner],
      ["Approved by", "Management board"],
      ["In force since", longDate(issued)],
      ["Review", "Every year, next by May 2027"],
    ],
    body: `${body}
# Exceptions and enforcement
Exceptions are requested in writing. They have a compensating control and an end date of at most twelve months, and are approved by the owner. Those that concern customer content are also approved by the CISO. They are listed in the risk register.

Violations are handled under the disciplinary rules of the country concerned and can lead to dismissal. Whoever reports a violation or a mistake in good faith, their own included, is protected.

# Document history
|= 0.8 1.4 3.4 1.4
| Version | Date | Change | Approved |
${history}
`,
  };
}

function longDate(iso) {
  return new Date(iso).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

/** @type {import("./library.mjs").DocumentSource[]} */
export const policies = [
  policy({
    uid: "policy-information-security",
    name: "Information Security Policy",
    title: "Information Security Policy",
    subtitle: "The frame for the 23 policies below it",
    code: "POL-01",
    version: "9.0",
    owner: "Ingrid Sommer, CISO",
    expiresOn: "in 260d",
    createdAt: "105d ago",
    issued: "2026-08-07",
    body: `
# Purpose and scope
This policy states what the management board of Acme Cloud wants to achieve in information security and how it is organized. It applies to all staff and contractors of Acme Cloud GmbH and its affiliates in Austin and Melbourne. It covers all information that they handle, and all systems that process it.

> Customers give us documents that they show to no one else. Protecting them comes before features, dates and revenue.

# Objectives
|= 2.6 2.4 1.4
| Objective | Measure | Target 2026 |
| Customer content is seen only by those whom the customer chose | Breaches of customer content | 0 |
| The service is there when it is needed | Availability a month | 99.95% |
| Weaknesses are found by us first | Findings closed in time, high and critical | 98% |
| People know what to do | Training finished in time | 99% |
| Suppliers hold the same line | Tier 1 reassessed in the year | 100% |

# Organization
|= 1.6 3.6
| Role | Responsibility |
| Management board | Approves this policy, the appetite for risk and the means. Reviews the system each year. |
| CISO | Leads the program, reports to the chief executive, may stop a release or a supplier |
| Security committee | Meets monthly. Decides on risks, exceptions and priorities. |
| Data protection officer | Advises and monitors, independent of instructions |
| Owners of systems | Classify, grant, review, repair |
| All staff | Follow the policies, report at once, speak up |

# Principles
1. **Least privilege.** Rights are given for a task and end with it.
2. **Defense in depth.** No protection is the only one.
3. **Secure by default.** The safe setting is the one that no one has to choose.
4. **Evidence.** A control that leaves no trace is a hope.
5. **Simplicity.** What can't be explained can't be protected.

# Classification
|= 1 2.6 2.6
| Class | Examples | Handling |
| Public | Website, this portal's public part | None |
| Internal | Handbook, plans | Staff only |
| Confidential | Contracts, source code, audit reports | Named groups, encrypted |
| Restricted | All customer content, keys, secrets | Time-limited grants, recorded, never outside production |

# Policies below this one
- **People and devices.** Acceptable use, endpoint security, human resources security, physical security, remote work.
- **Access and data.** Access control, asset management, cryptography, data classification, data retention, information transfer, privacy.
- **Operations.** Business continuity, change management, incident response, logging and monitoring, network security, threat intelligence, vulnerability management.
- **Development and suppliers.** Risk management, secure development, supplier management, use of AI.
`,
    history: `| 9.0 | 7 August 2026 | Objectives for 2026, office in Melbourne | Board |
| 8.0 | 11 August 2025 | Role of the AI board, alignment with NIS2 | Board |
| 7.0 | 5 August 2024 | Move to ISO/IEC 27001:2022 | Board |`,
  }),
  policy({
    uid: "policy-access-control",
    name: "Access Control Policy",
    title: "Access Control Policy",
    subtitle: "Who may use what, how it is granted, and how it ends",
    code: "POL-02",
    version: "7.1",
    owner: "Daniel Okafor, Platform Security",
    body: `
# Purpose and scope
This policy governs access by people and by services to the systems and information of Acme Cloud. Customers' own permissions in the product are not its subject.

# Identity and authentication
- Every person has one identity, created by the HR system. Every service has a workload identity with tokens of 15 minutes. Shared accounts are forbidden.
- All staff sign in with FIDO2 hardware keys. There is no weaker fallback. Anyone who loses both keys comes to an office or proves their identity to two colleagues on video.
- Where a system can't use single sign-on, passwords have at least 14 characters, are kept in the password manager and are compared with lists of leaked ones.
- Devices are managed and healthy, which is checked at each request.

# Granting
|= 1.8 1.8 1.4 1.6
| Access to | Approved by | For at most | Reviewed |
| Office systems, by role | Rule of the role | Employment | Twice a year |
| Source code, by team | Owner of the repository | Membership in the team | Each quarter |
| Production, operation | Second engineer on call | 4 hours | Each quarter |
| Customer content | A second person, in Enterprise the customer | 4 hours, one ticket | Next business day |
| Master keys | Two officers from two offices | One ceremony | Each ceremony |

Rights follow roles, which are defined as code: 64 roles, none of which can both change and deploy a service. A request names the reason. An approver never approves their own.

# Reviewing
Owners confirm each right in production every quarter, elsewhere twice a year. What isn't confirmed within ten days is removed automatically. Reviews of customer content access are done by someone outside the team.

# Ending
- Access ends within **one hour** after the last working minute, and at once when HR says so.
- Changing teams ends the rights of the former team within five business days.
- Grants end by themselves. No one has to remember.

# Break-glass
Two accounts, sealed, with keys in two safes. Use alerts the whole security team, is reviewed the same day and tested every quarter.

# Records
Each grant, use and end is recorded for 400 days in a log that its users can't change.
`,
    history: `| 7.1 | 22 May 2026 | Static credentials: eleven left, date of retirement each | CISO |
| 7.0 | 19 May 2025 | Consent of customers in Enterprise | Board |
| 6.0 | 21 May 2024 | One hour instead of one day for leavers | Board |`,
  }),
  policy({
    uid: "policy-incident-response",
    name: "Incident Response Policy",
    title: "Incident Response Policy",
    subtitle: "Roles, severity levels, deadlines and evidence",
    code: "POL-07",
    version: "8.0",
    owner: "Daniel Okafor, Detection and Response",
    body: `
# Purpose and scope
An incident is an event that harms, or may harm, the confidentiality, integrity or availability of information. This policy applies to all of them: attacks, mistakes, outages, losses. It follows NIST SP 800-61r3.

# Reporting
Everyone reports at once, to security@acme.example, the channel or the telephone number on the back of the badge. Don't wait because you have doubts. No one is blamed for a false alarm.

# Severity
|= 0.7 2.8 1.4 1.4
| Level | Meaning | Commander in | Update every |
| 1 | Customer data or a whole region affected | 5 minutes | 30 minutes |
| 2 | A main function fails for many | 15 minutes | 60 minutes |
| 3 | A function is impaired | 60 minutes | Day |
| 4 | No effect yet | Next business day | - |

When in doubt, the higher level. Only the commander lowers it.

# Roles
|= 1.6 3.6
| Role | Duty |
| Incident commander | Leads, decides and delegates, but does no hands-on work. Twelve are trained, two always on call. |
| Responders | Contain, investigate and recover: eight people, with a forensics firm on retainer |
| Communications | Status page, customers and staff, with one voice |
| Scribe | Times, decisions, reasons |
| Legal and privacy | Duties to notify, privilege, authorities |

# Phases
1. **Detect and declare.** From alerts, reports, customers, researchers.
2. **Contain.** Isolating a device takes under 5 minutes. Isolating a service takes one command. Evidence before repair, unless people or data are at risk.
3. **Recover.** From known good images. Keys and secrets that may have been seen are replaced.
4. **Learn.** A review without blame within five business days for levels 1 and 2, shared with the customers affected. Actions have owners and dates.

# Notification
|= 2 1.6 2.6
| Whom | When | How |
| Customers whose personal data is affected | Within 24 hours after confirmation | Security contact in the administration area. Content as in Article 33 GDPR. |
| Everyone, about an outage | First within 15 minutes | status.acme.example |
| Data protection authority, as controller | Within 72 hours | Data protection officer |
| Financial customers, major ICT incident | Within 4 hours after classification | As in the DORA addendum |
| Insurer | Within 48 hours | General counsel |

# Evidence
Disk and memory images, logs and messages are hashed at collection, kept apart from production, and handled by two people. The chain of custody is a form, not a memory.

# Exercises
There is a tabletop exercise each quarter, with management and legal once a year, and two technical exercises a year. Improvements are tracked like findings of an audit. The last tabletop, with management and legal, played extortion after the theft of a laptop: nine improvements, eight done.

# Measures
|= 3 1.4 1.4
| Measure, last twelve months | Target | Result |
| Alert of high priority to triage | 15 minutes | [ok] 6 minutes |
| Level 1 declared to contained | 4 hours | [ok] 1 h 50 min |
| Reviews within five business days | 100% | [ok] 100% |
| Actions from reviews closed in time | 90% | [ok] 93% |
`,
    history: `| 8.0 | 22 May 2026 | Deadlines of DORA; forensics retainer | Board |
| 7.2 | 16 June 2025 | Status page within 15 minutes | CISO |
| 7.0 | 19 May 2025 | NIST SP 800-61r3 | Board |`,
  }),
  policy({
    uid: "policy-business-continuity",
    name: "Business Continuity Policy",
    title: "Business Continuity Policy",
    subtitle: "What must go on, how soon, and how we know that it will",
    code: "POL-05",
    version: "6.2",
    owner: "Tomasz Wilk, Governance, Risk and Compliance",
    body: `
# Purpose and scope
This policy keeps Acme Cloud able to serve its customers when a region, an office, a key supplier or a third of the staff is lost. It is the top of the management system that is certified to ISO 22301.

# Priorities
|= 2.4 1.2 1.2 2
| Activity | Within | Data | How |
| Acme Platform, loss of a zone | 5 minutes | None | Three zones, two carry full load |
| Acme Platform, loss of a region | 8 hours | 1 hour | Standby in Stockholm, rebuild from code elsewhere |
| Acme Data Lake, queries | 24 hours | 12 hours | Catalog from archive, workers rebuilt |
| Acme Data Lake, reading of files | 4 hours | None, resilient plan | Second copy |
| Incident communication | 15 minutes | - | Status page hosted apart |
| Support, severity 1 | 30 minutes | - | Three offices, homes |
| Payroll and payments | 3 days | - | Provider, two signatories abroad |

The business impact analysis behind these figures is renewed every year and whenever a service is added.

# Plans
- **Recovery plans** say step by step who does what. They are kept outside of the systems that they recover, on paper in the safes as well.
- **Crisis plan**: management, deputies, bridge, first decisions.
- **Supplier plans**: for each dependency an alternative and the time that a change takes.

# Backups
Continuous log shipping allows a restore to any second of the last 7 days. Daily copies are immutable for 35 days at a second provider in the same jurisdiction. Three workspaces, chosen at random, are restored each month and compared byte by byte.

# Exercises
|= 2.6 1.4 2
| Exercise | Every | Last result |
| Loss of a region | Year | [ok] 5 h 12 min, target 8 h |
| Loss of a zone, unannounced | 6 months | [ok] 84 seconds, target 5 min |
| Loss of the identity provider | Year | [ok] 1 h 40 min, target 4 h |
| Loss of an office | Year | [ok] All objectives met |
| Restore of workspaces | Month | [ok] 12 of 12 identical |

# Declaration
A disaster is declared by the CISO and the CTO together, or by the deputy of either. Moving a region is a decision of the incident commander after the declaration, and takes one command.
`,
    history: `| 6.2 | 22 May 2026 | Targets of Acme Data Lake. Third office. | CISO |
| 6.0 | 19 May 2025 | Recovery of a region: 8 instead of 12 hours | Board |
| 5.0 | 21 May 2024 | Supplier plans | Board |`,
  }),
  policy({
    uid: "policy-acceptable-use",
    name: "Acceptable Use Policy",
    title: "Acceptable Use Policy",
    subtitle: "How staff use devices, accounts, networks and tools",
    code: "POL-03",
    version: "5.4",
    owner: "Tomasz Wilk, Governance, Risk and Compliance",
    body: `
# Purpose and scope
This policy tells everyone who works for Acme Cloud what they may do with the equipment and information they are given. It is accepted in the first week and each year.

# Devices
|= 1.8 1.7 1.7
| Subject | Company devices | Personal devices |
| Mail and calendar | Yes | Phones only, in the managed container |
| Documents, chat, code | Yes | No |
| Production | Yes, with a grant | Never |
| Private use | Within reason | - |
| Software | From the catalog of 140 titles | - |

- Lock the screen when you leave it. Never leave a device in a car.
- Report a lost or stolen device at once, day or night. Wiping it takes minutes, regretting the wait takes longer.
- Storage devices don't work on company laptops, and are not to be made to.

# Accounts
- Your hardware key is yours. No one from IT will ever ask for it, or for a code.
- Use the password manager for whatever single sign-on doesn't reach.
- Don't try to get around a control. If it is in the way, tell its owner.

# Information
- Customer content stays in production: not in tickets, chats, screenshots, notebooks or test data.
- Send confidential information by link to named people, not as an attachment.
- Talk about customers where others can't listen. A train is not such a place.

# Artificial intelligence
Four tools are approved. The list is on the intranet. None of them may be given customer content, secrets or personal data of others. What a tool writes is reviewed like a colleague's work, and it is you who is responsible for it.

# What is forbidden
- Anything unlawful, harassing or deceptive.
- Running servers, proxies or mining on company equipment.
- Testing the security of systems without a written order. Researchers among us use the bug bounty's rules.
- Speaking for the company without being asked to.

# Monitoring
Company devices and networks are monitored for security, by automatic means first. A person looks only at alerts, in pairs when private use may be visible, and under the agreement with the works council of 3 February 2025.
`,
    history: `| 5.4 | 22 May 2026 | Fourth approved AI tool. Device classes. | CISO |
| 5.3 | 19 May 2025 | Agreement with the works council | CISO |
| 5.0 | 21 May 2024 | Section on artificial intelligence | Board |`,
  }),
  policy({
    uid: "policy-vulnerability-management",
    name: "Vulnerability Management Policy",
    title: "Vulnerability Management Policy",
    subtitle: "Sources, severities and deadlines, and who may accept a risk",
    code: "POL-09",
    version: "6.0",
    owner: "Daniel Okafor, Platform Security",
    body: `
# Purpose and scope
This policy makes sure that weaknesses in what we build, run and use are found, judged and repaired in time. It covers code, dependencies, images, hosts, networks, devices and services of suppliers.

# Sources
|= 2 1.4 2.6
| Source | Every | Covers |
| Static analysis | Pull request | Own code. High findings block the merge. |
| Composition analysis | Day | Dependencies, images |
| Authenticated scans | Month | All production hosts |
| Dynamic scans | Night, month | Staging, production |
| Attack surface discovery | Day | Domains, addresses, certificates, storage |
| Penetration tests | Year, and before major features | Web, API, mobile, network |
| Bug bounty, reports | Always | Everything in public reach |

# Severity and deadlines
Severity comes from CVSS 4.0, raised by one level when a flaw is exploited in the wild or customer content is in reach without sign-in. It is lowered only with the reasons on record.

|= 1 1.2 2 2
| Severity | Fixed within | Who is told | Who may accept |
| Critical | 3 days | CISO, at once | CISO only |
| High | 14 days | Head of the product team | CISO |
| Medium | 30 days | Team | Director |
| Low | 90 days | Team | Owner of the system |

The clock starts at confirmation and doesn't stop. Laptops and phones update within 7 days, within 48 hours when a flaw is exploited.

> A deadline that can't be kept is reported before it passes, with what reduces the risk until then.

# Judging
- Findings are triaged within one business day by platform security.
- Reachability is considered. "not reachable" needs evidence and expires after 90 days.
- Duplicates are linked, not closed.

# Repairing
Fixes follow the normal way of changes, with an emergency way for critical ones (review within one business day). A fix is verified by whoever found the flaw, or by a test that fails without it.

# Disclosure
Researchers get a first answer within one business day (6 hours at the median) and a reward from 150 to 12,000 euros. We take no legal action against research in good faith. Flaws that concerned customers are disclosed to them, with what they should do, when the fix is out.

# Reporting
Open findings, age and deadlines met are reported to the security committee each month and to the board each quarter.
`,
    history: `| 6.0 | 22 May 2026 | CVSS 4.0. Who may accept a risk. | Board |
| 5.1 | 19 May 2025 | Critical: 3 instead of 7 days | CISO |
| 5.0 | 21 May 2024 | Dependencies wait 7 days before use | Board |`,
  }),
  policy({
    uid: "policy-data-retention",
    name: "Data Retention and Deletion Policy",
    title: "Data Retention and Deletion Policy",
    subtitle: "How long each kind of data is kept, and how it goes",
    code: "POL-12",
    version: "4.3",
    owner: "Priya Raman, Director of Privacy",
    createdAt: "160d ago",
    issued: "2026-06-12",
    body: `
# Purpose and scope
Data that is no longer needed is only a risk. This policy gives every category an owner, a period and an automatic way to go. It applies to data for which Acme Cloud is controller and, within customers' instructions, to data that it processes for them.

# Customers' data
|= 2.2 2 2.2
| Data | Kept | Then |
| Content of a workspace | As the customer decides. Contract + 30 days. | Erased with its keys |
| Items in the recycle bin | 30 days (0 to 90, as set) | Erased from database, storage and index |
| Backups | 35 days | Object lock ends, copies are erased |
| Audit log | 400 days | Erased by day |
| Prompts of Acme Assist | Not kept | - |
| Tables of Acme Data Lake | As set per table or partition | Files rewritten within 72 hours |

# Our own data
|= 2.2 2 2.2
| Data | Kept | Basis |
| Account: name, work email | Contract + 30 days | Contract |
| Sign-in times, addresses | 400 days | Security |
| Usage events, pseudonymized | 14 months, then groups of 20 or more | Legitimate interest |
| Support conversations | 3 years, attachments 90 days after closing | Contract |
| Invoices and books | 8 years, accounts 10 years | Tax and commercial law |
| Applications | 6 months after the decision | Equal treatment law |
| Personnel files | Employment + 3 years | Law, claims |
| Security incidents | 5 years | Accountability |

# Deletion
- A job deletes each category every night and writes what it deleted, by number, to the audit log. A job that fails alerts its owner.
- Deletion is irreversible: overwriting of keys for encrypted content, removal and compaction for others. Storage media are destroyed by the hosting providers under NIST SP 800-88r1. We review their records.
- A certificate of erasure is issued on request, within ten business days.

# Holds
Legal holds are ordered by the general counsel, name data and reason, and are reviewed every six months. A customer's hold in the product comes before the customer's retention rules.

# Exceptions by the privacy office
Longer periods need a purpose, a date and the approval of the privacy office. Ten are in force. The longest ends in March 2028.
`,
    history: `| 4.3 | 12 June 2026 | Prompts, Acme Data Lake | CISO |
| 4.2 | 16 June 2025 | Invoices: 8 years | CISO |
| 4.0 | 21 May 2024 | Groups of 20 | Board |`,
  }),
  policy({
    uid: "policy-secure-development",
    name: "Secure Development Policy",
    title: "Secure Development Policy",
    subtitle: "From the first sketch to the last deployment",
    code: "POL-08",
    version: "7.0",
    owner: "Daniel Okafor, Platform Security",
    body: `
# Purpose and scope
This policy applies to all software that Acme Cloud writes, for customers or for itself, and to all who write it. It is based on NIST SSDF 1.1.

# Design
- Each design names the data that it touches, who may see it, and what happens when a part is hostile. Without the section on personal data a feature isn't scheduled.
- New services are modeled with STRIDE, and the eight most critical ones are modeled every year.
- Whatever touches authentication, encryption or tenancy needs sign-off by platform security.

# Code
|= 1.8 3.4
| Rule | Detail |
| Review | A second engineer for every change, two for security code, one of them from the owning group. The repository enforces it, also for administrators. |
| Static analysis | On each pull request. High findings block. Suppressions have a reason and expire after 90 days. |
| Secrets | Scanned before each commit and across history. Any that is found is revoked automatically. |
| Dependencies | Pinned, mirrored, scanned daily. New releases wait 7 days, security fixes excepted. |
| Generated code | Reviewed like any other, with licenses checked |

# Tests
41,000 automated tests run on each change. Branch coverage is 86 percent, 100 in authorization code. Test data is generated. Production data never leaves production.

# Build
1. Builders are isolated and live for one build.
2. Artifacts are signed in a hardware-backed service and carry provenance to SLSA level 3.
3. Each build produces a CycloneDX 1.6 bill of materials.
4. Deployment verifies signature, provenance and policy. What fails doesn't start.

# Release
Releases reach 1, 10, 50 and 100 percent of workspaces in turn and stop by themselves when errors rise. A roll-back is one command and takes under four minutes. Database changes are compatible with the version before. Emergency changes may be reviewed within one business day. Nine were needed in 2025.

# Environments
Development, staging and production are separate accounts with separate identities, keys and networks. No role can both change and deploy a service.

# Training
Engineers take eight hours a year on the flaws that were found in our own code. Each of the 34 product teams has a security champion with a day a month.
`,
    history: `| 7.0 | 22 May 2026 | SLSA level 3 verified at deployment | Board |
| 6.1 | 19 May 2025 | Generated code | CISO |
| 6.0 | 21 May 2024 | NIST SSDF 1.1 | Board |`,
  }),
  policy({
    uid: "policy-vendor-management",
    name: "Supplier Management Policy",
    title: "Supplier Management Policy",
    subtitle: "Choosing, contracting, watching and leaving suppliers",
    code: "POL-14",
    version: "5.1",
    owner: "Tomasz Wilk, Governance, Risk and Compliance",
    body: `
# Purpose and scope
This policy covers all suppliers that handle our information or on which a service depends, subprocessors first of all. It follows NIST SP 800-161 and article 21 of NIS2.

# Tiers
|= 0.6 3 1.2 2
| Tier | Meaning | Suppliers | Reassessed |
| 1 | Handles customer content, or its failure stops the service | 14 | Every year, with evidence |
| 2 | Handles personal or confidential data | 47 | Every two years |
| 3 | Neither | 210 | On change |

# Before the first use
1. **Need.** What data, where and for how long? Could we do without it?
2. **Assessment.** Audit reports with their carve-outs, certificates, penetration tests, incidents, transfers, financial health. Answers alone are not enough for tier 1.
3. **Contract.** Security annex, audit rights, notice of incidents within 24 hours, location, deletion and exit. There is a data processing agreement, with standard contractual clauses where needed.
4. **Approval.** Owner, security and privacy, for tier 1 also the CISO. Two candidates were turned down in the last year.
5. **Notice.** New subprocessors are announced to customers 30 days ahead. Customers may object.

# During the relationship
|= 2 3.2
| What | How |
| Watching | Certificates, breaches and ratings by feed. Findings open a ticket. |
| Reassessment | By tier. SOC reports are read to the end, and our duties in them are mapped to controls. |
| Access | By name, with the same authentication as staff, for the time that is needed |
| Changes | Of place, ownership or subcontractors: assessed before they take effect |
| Concentration | For each tier 1 supplier an alternative and the time that a change takes |

# Ending
Data is returned and deleted, deletion is confirmed in writing, access and keys are removed the same day. The exit plan of each tier 1 supplier is rehearsed on paper every year. The plan for the content delivery network is rehearsed in practice.

# Software supply chain
Dependencies are also suppliers. Those on the critical path have a second maintainer we know, or are mirrored and ready to be taken over.
`,
    history: `| 5.1 | 22 May 2026 | Concentration, 24 hours for incidents | CISO |
| 5.0 | 19 May 2025 | NIS2, DORA register of information | Board |
| 4.0 | 21 May 2024 | Three tiers instead of two | Board |`,
  }),
];
