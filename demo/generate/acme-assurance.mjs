/** Acme Cloud: what its auditors report. */

const NDA = "Confidential: shared under NDA";

/** @type {import("./library.mjs").DocumentSource[]} */
export const assurance = [
  {
    uid: "soc2-type2-2026",
    name: "Acme Cloud SOC 2 Type II Report 2026.pdf",
    type: "SOC 2 report",
    accessType: "view-and-download",
    expiresOn: "in 314d",
    auditor: "Meridian Assurance",
    periodFrom: "2025-10-01",
    periodTo: "2026-09-30",
    releasedFacts: ["type", "year", "auditor", "period", "pages"],
    createdAt: "12d ago",
    issuer: "meridian",
    title: "SOC 2 Type II Report",
    subtitle:
      "Acme Platform and Acme Data Lake by Acme Cloud GmbH: security, availability and confidentiality",
    classification: NDA,
    issued: "2026-11-06",
    meta: [
      ["Service organization", "Acme Cloud GmbH"],
      ["Period", "1 October 2025 to 30 September 2026"],
      ["Criteria", "TSC 2017, points of focus 2022"],
      ["Opinion", "Unqualified"],
      ["Report", "MA-2026-0417"],
      ["Issued", "6 November 2026"],
    ],
    body: `
!contents

!figures 118 controls tested ; 117 without exception ; 1 exception ; 0 qualifications

# Independent service auditor's report
To the management of Acme Cloud GmbH ("Acme Cloud").

## Scope
We have examined Acme Cloud's description of its Acme Platform and Acme Data Lake system throughout the period 1 October 2025 to 30 September 2026. We have also examined the suitability of the design and the operating effectiveness of the controls stated in it. The controls are meant to provide reasonable assurance that Acme Cloud achieved its service commitments and system requirements. Our basis is the trust services criteria for security, availability and confidentiality.

Acme Cloud uses Stratavault Cloud for hosting, Halden Compute for standby capacity and Coldharbour Archive for off-site backups. The description presents the system with these subservice organizations carved out. It states the complementary controls that are expected of them. Our examination did not extend to their controls.

## Responsibilities
Acme Cloud is responsible for its commitments, for the description and for its assertion. It is also responsible for identifying the risks that threaten the commitments, and for designing, implementing and operating effective controls. Our responsibility is to express an opinion based on our examination. We conducted it in accordance with attestation standards. They require us to be independent and to comply with our ethical duties.

## Inherent limitations
Controls may not always operate effectively to meet the criteria. The projection of any conclusion to future periods is subject to the risk that conditions change or that compliance deteriorates.

## Opinion
> In our opinion, in all material respects, the description presents the system that was designed and implemented throughout the period. The controls stated in it were **suitably designed**, and they **operated effectively** throughout the period. They provide reasonable assurance that the service commitments and system requirements were achieved.

!sign Meridian Assurance LLP ; London ; 6 November 2026

# Management's assertion
We have prepared the description of Acme Platform and Acme Data Lake for the period 1 October 2025 to 30 September 2026. We confirm, to the best of our knowledge, that the description presents the system as designed and implemented. The controls were suitably designed. They operated effectively throughout that period, with the one exception described in section 4.

!sign Ingrid Sommer ; Chief Information Security Officer, Acme Cloud GmbH ; 6 November 2026

# Description of the system
Acme Platform runs the document and workflow automation of more than 2,100 organizations in 41 countries. Acme Data Lake stores and queries their analytical data. Acme Platform is offered from four regions, Acme Data Lake from Frankfurt and Virginia. A customer's data stays in the region chosen at the start.

|= 1.2 3
| Component | Description |
| Infrastructure | Four regions (Frankfurt, Dublin, Virginia, Sydney), each with three availability zones. Standby in Stockholm for European workspaces. |
| Software | Stateless web, API and worker services in containers. Relational databases, object storage, search index and queues, all encrypted with AES-256-GCM. |
| People | 640 staff, of whom 28 work in security, privacy and compliance. Support around the clock from Berlin, Austin and Melbourne. |
| Procedures | 24 policies, reviewed each year. Change, access, incident, vulnerability and supplier procedures put them into practice. |
| Data | Customer content, always classified as restricted, account data, and telemetry without content |

## Principal commitments
- Availability of 99.95% a month, with credits when it is missed. Measured over the period: 99.98%.
- Recovery of a lost region within 8 hours, with at most 1 hour of data lost.
- Notice of a confirmed personal data breach to affected customers within 24 hours.
- Erasure of content 30 days after the end of a contract, and of its backups within another 35 days.

## Complementary user entity controls
- Assigning roles in a workspace, and removing people who leave, directly or by SCIM.
- Requiring multi-factor authentication or single sign-on for members.
- Protecting API tokens and the keys of customer-managed encryption.
- Reviewing the workspace's audit log, which is kept for 400 days.

# Tests of controls and results
We tested 118 controls by inquiry, observation, inspection and re-performance. Samples were drawn from complete populations whose completeness we verified. Extract:

|= 0.8 2.6 2.6 1.5
| Criterion | Control | Test | Result |
| CC1.4 | Staff are screened before they start and trained within their first week | Inspected records of 25 of 148 joiners | [ok] No exception |
| CC2.2 | Security duties are accepted in writing each year | Inspected acceptances of 40 staff | [ok] No exception |
| CC3.2 | Risks are assessed each quarter. Treatment has an owner and a date. | Inspected four registers and minutes | [ok] No exception |
| CC6.1 | Production access needs SSO, a hardware key and a just-in-time grant of at most 4 hours | Re-performed, and inspected 40 of 3,912 grants | [ok] No exception |
| CC6.2 | Leavers lose access within one hour. The ticket with its evidence is closed within one business day. | Inspected 25 of 97 leavers | [warn] One exception |
| CC6.3 | Entitlements are reviewed each quarter by their owners | Inspected four reviews, 12 systems each | [ok] No exception |
| CC6.7 | Data in transit is protected by TLS 1.2 or later | Scanned 214 endpoints | [ok] No exception |
| CC7.1 | Vulnerabilities are fixed within 3, 14, 30 or 90 days by severity | Inspected 45 of 1,106 findings | [ok] No exception |
| CC7.4 | Incidents are classified, handled and reviewed | Inspected all 7 incidents of severity 1 and 2 | [ok] No exception |
| CC8.1 | Changes are reviewed by a second engineer and tested before release | Inspected 60 of 18,204 changes | [ok] No exception |
| A1.2 | Restores are rehearsed each month | Inspected 12 records and observed one restore | [ok] No exception |
| A1.3 | Loss of a region is exercised each year | Inspected plan, log and report of the exercise | [ok] No exception |
| C1.2 | Content is erased 30 days after the end of a contract | Inspected 25 of 163 endings | [ok] No exception |

**CC6.2, exception.** For one of 25 leavers, the ticket was closed one business day late. Access had ended within the hour. The late part was the removal of a license that gave no access to customer content.

# Other information provided by Acme Cloud
This section was not examined and is not covered by the opinion.

**Response to the exception in CC6.2.** The license in question was removed by hand because its vendor offers no provisioning interface. We replaced the product in August 2026. All systems that leavers must lose are now driven by the HR system. A daily comparison checks them and alerts on the first business day. Owner: Tomasz Wilk, Governance, Risk and Compliance. Closed on 28 August 2026.
`,
  },
  {
    uid: "soc2-type2-2025",
    name: "Acme Cloud SOC 2 Type II Report 2025.pdf",
    type: "SOC 2 report",
    accessType: "view-only",
    auditor: "Meridian Assurance",
    periodFrom: "2024-10-01",
    periodTo: "2025-09-30",
    releasedFacts: ["type", "year", "auditor", "period", "pages"],
    createdAt: "377d ago",
    issuer: "meridian",
    title: "SOC 2 Type II Report",
    subtitle: "Acme Platform and Acme Data Lake by Acme Cloud GmbH: preceding period, 2024 to 2025",
    classification: NDA,
    issued: "2025-11-05",
    meta: [
      ["Service organization", "Acme Cloud GmbH"],
      ["Period", "1 October 2024 to 30 September 2025"],
      ["Criteria", "Security, availability, confidentiality"],
      ["Opinion", "Unqualified"],
      ["Report", "MA-2025-0388"],
      ["Issued", "5 November 2025"],
    ],
    body: `
> This report is superseded by the report for 1 October 2025 to 30 September 2026 and is kept for reviews that need two consecutive periods.

!figures 112 controls tested ; 109 without exception ; 3 exceptions ; 0 qualifications

# Independent service auditor's report
We have examined Acme Cloud's description of its Acme Platform and Acme Data Lake system throughout the period 1 October 2024 to 30 September 2025. We have also examined the suitability of the design and the operating effectiveness of its controls. Our basis is the trust services criteria for security, availability and confidentiality. Subservice organizations are carved out.

> In our opinion, in all material respects, the description presents the system, and its controls were suitably designed and operated effectively throughout the period.

!sign Meridian Assurance LLP ; London ; 5 November 2025

# Exceptions and their follow-up
|= 0.8 3 3 1.3
| Criterion | Exception | Management's response | State |
| CC6.3 | One of four quarterly reviews of the support console was finished 11 days late | Reminders now escalate to the owner's manager after 5 days | [ok] Closed, Jan 2026 |
| CC7.2 | 2 of 40 alerts of medium priority were triaged after more than the target of 8 hours | Alerts routed to the follow-the-sun rota | [ok] Closed, Dec 2025 |
| CC9.2 | For 1 of 15 suppliers the yearly assessment lacked a review of the SOC report's carve-outs | Template extended, assessment repeated | [ok] Closed, Dec 2025 |

We tested the follow-up of all three in the course of the next examination and noted no further exception.

# Changes since the period before
- Acme Data Lake entered the scope on 1 October 2024, Acme Assist on 1 April 2025.
- The region Sydney was added on 12 February 2025.
- The management of device keys moved from passwords with one-time codes to FIDO2 hardware keys for all staff.

# Tests of controls
|= 3 2 1.2 1.2
| Category | Criteria | Controls | Exceptions |
| Control environment | CC1.1 to CC1.5 | 14 | 0 |
| Communication, risk, monitoring | CC2.1 to CC4.2 | 19 | 0 |
| Logical and physical access | CC6.1 to CC6.8 | 34 | 1 |
| System operations | CC7.1 to CC7.5 | 17 | 1 |
| Change and risk mitigation | CC8.1 to CC9.2 | 11 | 1 |
| Availability | A1.1 to A1.3 | 10 | 0 |
| Confidentiality | C1.1 to C1.2 | 7 | 0 |

The full matrix of tests, with populations and samples, is kept by Meridian Assurance and is shown to customers' auditors in a meeting.
`,
  },
  {
    uid: "soc3-2026",
    name: "Acme Cloud SOC 3 Report 2026.pdf",
    type: "Other",
    accessType: "view-and-download",
    expiresOn: "in 314d",
    createdAt: "12d ago",
    issuer: "meridian",
    title: "SOC 3 Report",
    subtitle: "Acme Platform and Acme Data Lake by Acme Cloud GmbH: for general use",
    classification: "Public: for general use",
    issued: "2026-11-06",
    meta: [
      ["Service organization", "Acme Cloud GmbH"],
      ["Period", "1 October 2025 to 30 September 2026"],
      ["Criteria", "Security, availability, confidentiality"],
      ["Opinion", "Unqualified"],
      ["Report", "MA-2026-0418"],
      ["Issued", "6 November 2026"],
    ],
    body: `
# Independent service auditor's report
To the management of Acme Cloud GmbH.

We have examined management's assertion that the controls within the Acme Platform and Acme Data Lake system were effective throughout the period 1 October 2025 to 30 September 2026. Effective controls provide reasonable assurance that Acme Cloud's service commitments and system requirements were achieved. Our basis is the trust services criteria for security, availability and confidentiality.

Our examination included understanding the commitments and the system, assessing the risks that controls were not effective, and performing procedures to obtain evidence. We believe that the evidence is sufficient and appropriate.

> In our opinion, management's assertion is fairly stated in all material respects.

!sign Meridian Assurance LLP ; London ; 6 November 2026

# Management's assertion
We are responsible for designing, implementing, operating and maintaining effective controls within Acme Platform and Acme Data Lake. We assert that the controls were effective throughout the period. There are inherent limitations in any system of internal control, including the possibility of human error and the circumvention of controls.

!sign Ingrid Sommer ; Chief Information Security Officer, Acme Cloud GmbH ; 6 November 2026

# Boundaries of the system
Acme Platform runs the document and workflow automation of organizations. Acme Data Lake stores and queries their analytical data. They run in Frankfurt, Dublin, Virginia and Sydney, at subservice organizations whose controls are not part of the system.

|= 1 3
| Commitment | What Acme Cloud promises its customers |
| Security | Access to content by role, by multi-factor authentication and, for its own staff, by time-limited grants that are recorded |
| Availability | 99.95% a month. Recovery from the loss of a region within 8 hours, with at most 1 hour of data lost. |
| Confidentiality | Encryption with keys of the workspace. Erasure 30 days after the end of a contract. |

A detailed description, the tests of controls and their results are in the SOC 2 Type II report, which is available under a non-disclosure agreement at trust.acme.example.
`,
  },
  {
    uid: "soc1-type2-2026",
    name: "Acme Cloud SOC 1 Type II Report 2026.pdf",
    type: "SOC 1 report",
    expiresOn: "in 314d",
    auditor: "Meridian Assurance",
    periodFrom: "2025-10-01",
    periodTo: "2026-09-30",
    releasedFacts: ["type", "year", "auditor", "period", "pages"],
    createdAt: "12d ago",
    issuer: "meridian",
    title: "SOC 1 Type II Report",
    subtitle:
      "Acme Cloud GmbH: controls relevant to user entities' internal control over financial reporting (ISAE 3402, SSAE 18)",
    classification: NDA,
    issued: "2026-11-06",
    meta: [
      ["Service organization", "Acme Cloud GmbH"],
      ["Period", "1 October 2025 to 30 September 2026"],
      ["Control objectives", "14, all achieved"],
      ["Opinion", "Unqualified"],
      ["Report", "MA-2026-0416"],
      ["Issued", "6 November 2026"],
    ],
    body: `
# Independent service auditor's assurance report
We were engaged to report on Acme Cloud's description of its workflow, invoice and payment approval services on Acme Platform throughout the period 1 October 2025 to 30 September 2026. We also report on the design and operation of the controls related to the control objectives stated in it.

The report is intended for Acme Cloud, for customers that used the services during the period, and for their auditors. They have a sufficient understanding to consider it along with other information, including the customers' own controls.

> In our opinion, in all material respects, the description fairly presents the services, and the controls were suitably designed. Those tested operated effectively, and provide reasonable assurance that the control objectives were achieved throughout the period.

!sign Meridian Assurance LLP ; London ; 6 November 2026

# Control objectives and results
|= 0.5 3.4 1 1.4
| No. | Controls provide reasonable assurance that ... | Controls | Result |
| 1 | approval rules are set up as authorized by the customer | 6 | [ok] Achieved |
| 2 | an invoice can't be approved by the person who entered it | 4 | [ok] Achieved |
| 3 | approval limits are enforced, also for deputies | 5 | [ok] Achieved |
| 4 | documents received are processed completely and once only | 6 | [ok] Achieved |
| 5 | amounts read from documents are validated before use | 4 | [ok] Achieved |
| 6 | payment files are complete, authorized and unaltered | 6 | [ok] Achieved |
| 7 | interfaces to customers' ledgers are complete and reconciled | 5 | [ok] Achieved |
| 8 | approvals and their reasons are recorded and can't be changed | 4 | [ok] Achieved |
| 9 | logical access is limited to authorized people | 9 | [ok] Achieved |
| 10 | changes are authorized, tested and approved | 7 | [ok] Achieved |
| 11 | new customers' settings are migrated completely | 3 | [ok] Achieved |
| 12 | operations are monitored and failures are resolved | 5 | [ok] Achieved |
| 13 | data is backed up and can be restored | 4 | [ok] Achieved |
| 14 | subservice organizations are monitored | 3 | [ok] Achieved |

# Tests in detail: segregation of duties (objective 2)
|= 2.6 2.8 1.2
| Control | Test | Result |
| The service refuses an approval by the user who entered or changed the invoice | Re-performed for 8 approval paths in production configuration | [ok] No exception |
| An administrator who changes an approval rule can't approve under it for 24 hours | Re-performed, and inspected code and change history | [ok] No exception |
| Staff of Acme Cloud have no function to approve in a customer's workspace | Inspected the entitlements of all 11 support roles | [ok] No exception |
| A monthly job compares approvals with entries and reports overlaps | Inspected 12 reports and recomputed 2 from raw data | [ok] No exception |

# Complementary user entity controls
- Approval rules, limits and deputies are authorized by management and reviewed at least once a year.
- The workspace's administrators don't approve invoices themselves.
- Rejected interface records are corrected and sent again. The reconciliation report is signed off each month.
- Leavers are removed from approval groups on their last day.

# Subservice organizations
|= 1.3 2.4 2.4
| Organization | Service | Expected controls |
| Stratavault Cloud | Hosting | Physical access, environment, hypervisor isolation |
| Coldharbour Archive | Immutable backups | Physical access, object lock |
| Paperlight OCR | Text recognition | Deletion within 60 seconds, change management |
`,
  },
  {
    uid: "soc2-bridge-letter-2026",
    name: "Acme Cloud SOC 2 Bridge Letter 2026.pdf",
    type: "Bridge letter",
    expiresOn: "in 80d",
    createdAt: "9d ago",
    issuer: "acme",
    title: "SOC 2 Bridge Letter",
    subtitle: "For the time from 1 October 2026 to the date of this letter",
    classification: NDA,
    issued: "2026-11-11",
    meta: [
      ["Report", "SOC 2 Type II, MA-2026-0417"],
      ["Report's period ended", "30 September 2026"],
      ["Covers", "1 October to 11 November 2026"],
      ["Signed by", "Ingrid Sommer, CISO"],
      ["Issued", "11 November 2026"],
      ["Next letter", "February 2027"],
    ],
    body: `
#- Letter
To our customers and their auditors,

Acme Cloud GmbH ("Acme Cloud") engaged Meridian Assurance LLP to examine its controls relevant to security, availability and confidentiality for Acme Platform and Acme Data Lake. The most recent SOC 2 Type II report covers the period from **1 October 2025 to 30 September 2026**.

From 1 October 2026 to the date of this letter, Acme Cloud has

- made no material change to the system described in section 3 of the report, or to the controls stated there;
- identified no material deficiency in the design or operation of those controls;
- experienced no security incident that would have changed the opinion expressed in the report.

The next examination is under way and will cover the period from 1 October 2026 to 30 September 2027 without a gap.

> This letter is not a substitute for the report. It is provided for the use of customers and their auditors and has not been examined by an independent auditor.

!sign Ingrid Sommer ; Chief Information Security Officer, Acme Cloud GmbH ; 11 November 2026

#- Changes that we considered
Each was assessed under the change procedure and found not to be material to the system described.

|= 1.2 3.6 1.4
| Date | Change | Assessment |
| 14 October 2026 | Statusbeacon announced as a subprocessor for the public status page. No customer content. | [info] Not material |
| 21 October 2026 | Wider rotation of internal TLS certificates, from 90 to 60 days | [info] Strengthens CC6.7 |
| 3 November 2026 | Second support team in Melbourne joins the on-call rota under unchanged procedures | [info] Not material |

Questions about this letter: trust@acme.example.
`,
  },
];
