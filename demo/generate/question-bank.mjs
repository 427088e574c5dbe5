/**
 * What Acme Cloud answers about itself, by the domains of the Cloud Controls Matrix. The wording of all questions
 * is our own. A line is: topic | how it is done | how it is verified. A topic that starts with `-` doesn't apply.
 */

export const DOMAINS = [
  {
    id: "AA",
    title: "Audit and assurance",
    policy: "POL-01 Information Security",
    owner: "Tomasz Wilk, Governance, Risk and Compliance",
    topics: `
independent audits | SOC 2 Type II every year since 2019; ISO/IEC 27001, 27017, 27018, 27701, 22301 and 42001; PCI DSS level 1 | Reports and certificates on trust.acme.example
internal audits | A three-year plan covers all controls. People audit what they don't run. There were 14 audits in 2025 | 23 findings in 2025, all closed
the follow-up of audit findings | Each has an owner and a date in the risk register. Overdue ones go to the security committee | Monthly report to the committee
the planning of audits around risk | Scope and depth follow the yearly risk assessment | Audit plan 2025 to 2027, approved by the board
customers' rights to audit | Reports first, and an inspection once a year with 30 days' notice where they don't suffice | Data processing agreement, section 8
evidence for supervised customers | Financial customers get the DORA addendum, register data and access for their supervisors | Regulator briefing on request`,
  },
  {
    id: "AIS",
    title: "Application and interface security",
    policy: "POL-08 Secure Development",
    owner: "Daniel Okafor, Platform Security",
    topics: `
security requirements in design | Each design names data, viewers and hostile parts. Authentication, encryption and tenancy need sign-off | Samples in SOC 2, CC8.1
code review | A second engineer for every change, two for security code, also enforced for administrators | Repository rules, sampled in SOC 2
static and dynamic testing | Static analysis on each pull request, dynamic scans of staging every night and of production every month | Blocking rules in the pipeline
security testing of APIs | 214 operations in the yearly penetration test, and fuzzing of parsers in the pipeline | Report RF-26-114-A
protection against the OWASP Top 10 | Mapped to controls and tested to ASVS 5.0 level 2 | Penetration test, June 2026
software composition and bills of materials | Dependencies pinned, mirrored and scanned daily, CycloneDX 1.6 with each build | Bill of materials in the administration area
the correction of application flaws | 3, 14, 30 or 90 days by severity | 100, 98, 96 and 94 percent met in twelve months`,
  },
  {
    id: "BCR",
    title: "Business continuity and operational resilience",
    policy: "POL-05 Business Continuity",
    owner: "Tomasz Wilk, Governance, Risk and Compliance",
    topics: `
business continuity planning | Certified to ISO 22301. It covers loss of a region, an office, a key supplier or a third of the staff | Certificate NK-BCM-19077
business impact analysis | Renewed every year and whenever a service is added | Minutes of the committee
disaster recovery | Region in 8 hours with at most 1 hour of data, with a standby in Stockholm | Test of 22 August 2026: 5 h 12 min, 34 s
backups | Log shipping with 7 days, and daily copies, immutable for 35 days, at a second provider | Coldharbour object lock, checked daily
restore tests | Three workspaces at random every month, compared byte by byte | 12 of 12 identical
continuity exercises | Office, region, zone and identity provider, at least once a year each | Exercise BCX-2026-1
redundancy of equipment and sites | Every component in three zones, two carry full load | Unannounced loss of a zone: 84 seconds`,
  },
  {
    id: "CCC",
    title: "Change control and configuration management",
    policy: "POL-06 Change Management",
    owner: "Matteo Ferri, CTO",
    topics: `
change management | Ticket, review, test and way back for each change, with about 160 deployments a week | 60 of 18,204 changes sampled in SOC 2
the testing of changes | 41,000 automated tests on each change cover 86 percent of branches, 100 in authorization code | Pipeline records
protection against unauthorized changes | Signed artifacts with provenance to SLSA level 3, verified at deployment | Admission logs
configuration baselines | All of production is code. Drift is detected every hour and undone or explained within a day | Drift report
roll-back | One command, under 4 minutes. Database changes are compatible with the version before | 1.4 percent rolled back in 2025
emergency changes | Review within one business day | Nine in 2025, all reviewed`,
  },
  {
    id: "CEK",
    title: "Cryptography, encryption and key management",
    policy: "POL-10 Cryptography",
    owner: "Daniel Okafor, Platform Security",
    topics: `
encryption at rest | AES-256-GCM for databases, objects, indexes, queues and backups | Whitepaper WP-02
encryption in transit | TLS 1.3, 1.2 for older clients, mutual TLS between services, HSTS preloaded | Monthly scan, rated A+
key generation and storage | Hardware security modules to FIPS 140-3 level 3 | Ceremony records
key rotation | Workspace keys 90 days, region master keys 12 months, certificates 60 days | Key inventory, checked each quarter
customer-managed keys | In the Enterprise plan, and the default in Acme Data Lake. A revocation takes effect within 15 minutes | Tested each quarter
separation of duties for keys | Two officers from two offices for export or destruction | Ceremony of 11 February 2026`,
  },
  {
    id: "DCS",
    title: "Data center security",
    policy: "POL-15 Physical Security",
    owner: "Matteo Ferri, CTO",
    topics: `
physical access to data centers | Hosting providers' staff only, with biometrics, escorts and video | Providers' SOC 2 and ISO/IEC 27001 reports, reviewed each year
environmental protection | Power, cooling, fire and water by the hosting providers, to EN 50600 in Europe | Providers' reports
asset records | Devices and cloud resources in one inventory, discovered daily | Quarterly reconciliation
the disposal of media | By the hosting providers to NIST SP 800-88r1. Laptops are wiped and refurbished | Destruction records
office security | Badges, and visitors with hosts. Offices have the network rights of a café | Site visits by the auditors
- cabling of own data centers | Acme Cloud runs no data center | Statement of applicability, A.7.12`,
  },
  {
    id: "DSP",
    title: "Data security and privacy",
    policy: "POL-12 Data Retention, POL-11 Privacy",
    owner: "Priya Raman, Director of Privacy",
    topics: `
data classification | Four classes. Customer content is restricted without exception | Sampled in ISO/IEC 27001
data inventories and flows | Records under Article 30, checked twice a year, and a data flow diagram | Document DFD-01
data location | Region chosen per workspace and enforced in the pipeline | Policy tests in the pipeline
retention and deletion | Owner, period and nightly job for each category | Audit log of deletions
data subject requests | Administrators search, export and erase by themselves. Other requests are passed on in two business days | Register of requests
privacy by design | No feature is scheduled without its section on personal data | 22 impact assessments
transfers | European content stays in the EU; support from elsewhere needs consent per case | Transfer impact assessment 2026`,
  },
  {
    id: "GRC",
    title: "Governance, risk and compliance",
    policy: "POL-01 Information Security",
    owner: "Ingrid Sommer, CISO",
    topics: `
the information security program | The CISO reports to the chief executive and leads 28 people in five groups | ISO/IEC 27001
risk management | ISO 27005, yearly and on change, with 61 risks, none critical | Risk register
policy review | 24 policies, reviewed each year and approved by the board | Document histories
exceptions to policies | In writing, with a compensating control and an end date of at most twelve months | List in the risk register
tracking of laws and regulations | DORA, NIS2, AI Act, Cyber Resilience Act and Data Act with owners and deadlines | Monthly report
contact with special interest groups | Member of two information sharing groups, reads advisories from four CERTs | Threat intelligence procedure`,
  },
  {
    id: "HRS",
    title: "Human resources",
    policy: "POL-13 Human Resources Security",
    owner: "Head of People",
    topics: `
background screening | Identity, right to work, education and references, and the criminal record for production, as the law allows | 25 of 148 joiners sampled
terms of employment | Confidentiality without an end date for customer data | Contract templates
security training | First day and every year: 99.4 percent in time, the others lost access | Training records
phishing simulations | Every month: 2.1 percent clicked, 71 percent reported | Monthly report
the end of employment | Access ends within one hour, and devices are returned within five business days | 25 of 97 leavers sampled
remote work | Managed devices, zero trust, yearly self-check of workplace and network | Self-check records`,
  },
  {
    id: "IAM",
    title: "Identity and access management",
    policy: "POL-02 Access Control",
    owner: "Daniel Okafor, Platform Security",
    topics: `
multi-factor authentication of staff | FIDO2 hardware keys for everyone since 2022, with no weaker fallback | Identity provider report
least privilege | 64 roles as code, none of which can both change and deploy | Role tests
access reviews | Each quarter in production, twice a year elsewhere. Unconfirmed rights are removed after ten days | Four reviews in SOC 2
privileged access | Just in time, second person, at most 4 hours, recorded | 40 of 3,912 grants sampled
staff access to customer content | One ticket, 4 hours, with the customer's consent in Enterprise | Review the next business day
single sign-on for customers | SAML 2.0, OpenID Connect and SCIM in every plan | Product documentation
service identities | Workload identities of 15 minutes, with eleven static credentials left | Quarterly review`,
  },
  {
    id: "IPY",
    title: "Interoperability and portability",
    policy: "POL-04 Asset Management",
    owner: "Head of Product",
    topics: `
export of data | Any time, original formats, JSON and BPMN 2.0, at no charge | Product documentation
documented interfaces | REST API with OpenAPI; versions live for 24 months | api.acme.example
help at the end of a contract | 30 days to export, help for up to 90 days | Master services agreement
protection of data in exports | TLS, links of one hour, optional encryption to the customer's key | Penetration test
standard formats | PDF/A, CSV, JSON, BPMN 2.0, Parquet | Product documentation
- portability of virtual machines | Acme Cloud offers software as a service only | Description of the system`,
  },
  {
    id: "IVS",
    title: "Infrastructure and virtualization security",
    policy: "POL-16 Network Security",
    owner: "Daniel Okafor, Platform Security",
    topics: `
network segmentation | Five zones per region. Services talk along declared paths only | 62 pairs of segments tested
hardening of hosts and images | CIS level 2, 96 percent or better, checked at each build | Build records
separation of environments | Development, staging and production are separate accounts, identities, keys and networks | Admission tests
tenant isolation | Four layers: routing, service, row policies, keys | 912 tests on every build
capacity planning | Scaling within two minutes, tested each quarter at three times the peak | Load test reports
protection against denial of service | Always on at the edge. The largest attack reached 410 Gbit/s | Edge reports`,
  },
  {
    id: "LOG",
    title: "Logging and monitoring",
    policy: "POL-17 Logging and Monitoring",
    owner: "Daniel Okafor, Detection and Response",
    topics: `
audit logging for customers | 172 kinds of events, 400 days, streamed within a minute | Product documentation
central log collection | 2.1 TB a day, write-once | Completeness check every hour
detection rules | 310, mapped to MITRE ATT&CK, each tested by a simulated attack every month | Test results
protection of logs | A separate account, append only, and two people to change retention | Access review
clock synchronization | Authenticated NTP from four sources, with an alert at 50 ms | Monitoring
monitoring of staff access | Each read of content logged with its ticket and reviewed the next business day | Review records`,
  },
  {
    id: "SEF",
    title: "Incident management and forensics",
    policy: "POL-07 Incident Response",
    owner: "Daniel Okafor, Detection and Response",
    topics: `
incident response | NIST SP 800-61r3, with four levels and a commander in 5 minutes for level 1 | All 7 incidents of levels 1 and 2 inspected in SOC 2
notice of breaches | Affected customers within 24 hours after confirmation | Exercise of 3 June 2026: 9 hours
incident exercises | A tabletop each quarter, two technical exercises a year | Nine improvements from the last, eight done
root cause analysis | Review without blame in five business days, shared with affected customers | Status history
forensic readiness | Images hashed at collection, chain of custody, retainer with 120 hours | Retainer contract
incident measures | Time to detect, contain and recover reported each quarter | Board report`,
  },
  {
    id: "STA",
    title: "Supply chain management and transparency",
    policy: "POL-14 Supplier Management",
    owner: "Tomasz Wilk, Governance, Risk and Compliance",
    topics: `
the assessment of suppliers | Three tiers, tier 1 every year with evidence | 14 tier 1 suppliers, all reassessed
the list of subprocessors | Public, with purpose and place. Changes are announced 30 days ahead | trust.acme.example
shared responsibility | Published per service, in the SOC 2 report and the documentation | SOC 2, section 3
contracts with suppliers | Security annex, audit rights, 24 hours for incidents, exit | Sampled in ISO/IEC 27001
supply chain of software | Pinned, mirrored, seven days of waiting, provenance | Pipeline rules
concentration of suppliers | An alternative and the time of a change for each tier 1 supplier | Yearly report`,
  },
  {
    id: "TVM",
    title: "Threat and vulnerability management",
    policy: "POL-09 Vulnerability Management",
    owner: "Daniel Okafor, Platform Security",
    topics: `
vulnerability management | CVSS 4.0, fixed in 3, 14, 30 or 90 days | 45 of 1,106 findings sampled
penetration testing | Every year, 46 person-days, retested | Letter RF-26-114-D
protection against malware | On all laptops and servers. Uploads are scanned before they are stored | Endpoint report
patching of devices | 7 days, 48 hours when exploited | Device compliance
the bug bounty | Public since 2022, 150 to 12,000 euros, first answer in 6 hours | hackerone.com/acme
- patching of customers' devices | Customers manage their own devices | Shared responsibility`,
  },
  {
    id: "UEM",
    title: "Universal endpoint management",
    policy: "POL-18 Endpoint Security",
    owner: "Head of IT",
    topics: `
device management | Enrolled before they are handed out, checked at each access | Device inventory
disk encryption | All laptops and phones. Others lose access within minutes | Device compliance, 100 percent
endpoint detection | Watched around the clock, with isolation in under 5 minutes | Quarterly exercise
removable media | Storage devices are blocked on all laptops | Device compliance
personal devices | Phones in a managed container. Personal computers get no access | Conditional access rules
remote wipe | Tested each quarter on ten devices | Test records`,
  },
].map((domain) => ({
  ...domain,
  topics: domain.topics
    .trim()
    .split("\n")
    .map((line) => readTopic(line)),
}));

function readTopic(line) {
  const [topic, practice, evidence] = line.split(" | ");
  const applies = !topic.startsWith("- ");
  return { topic: topic.replace(/^- /, ""), practice, evidence, applies };
}

/** Six things that a reviewer asks about a topic; each questionnaire takes as many as it is long. */
export const ASPECTS = [
  {
    ask: ({ topic }) => `Are controls in place for ${topic}, and how do they work?`,
    answer: "Yes",
    comment: ({ practice }) => `${practice}.`,
  },
  {
    ask: ({ topic }) =>
      `Does a documented policy, approved by management and reviewed at least once a year, cover ${topic}?`,
    answer: "Yes",
    comment: (_, { policy }) => `${policy}. Reviewed each year by the management board.`,
  },
  {
    ask: ({ topic }) =>
      `Do you verify that the controls for ${topic} work, with evidence that a reviewer may see?`,
    answer: "Yes",
    comment: ({ evidence }) => `${evidence}.`,
  },
  {
    ask: ({ topic }) => `Is a named role accountable for ${topic}?`,
    answer: "Yes",
    comment: (_, { owner }) => `${owner}.`,
  },
  {
    ask: ({ topic }) => `Are deviations in ${topic} recorded, approved and limited in time?`,
    answer: "Yes",
    comment: () =>
      "In the risk register, with a compensating control and an end date of at most twelve months.",
  },
  {
    ask: ({ topic }) => `Are customers told of material changes to ${topic}?`,
    answer: "In part",
    comment: () =>
      "Through updates on trust.acme.example where customers are affected. Purely internal changes are not announced.",
  },
];
