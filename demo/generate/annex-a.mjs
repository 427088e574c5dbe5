/** The 93 controls of ISO/IEC 27001:2022, Annex A, by number and subject, and what Acme Cloud does about each. */

const OWNERS = {
  S: "CISO",
  C: "Compliance",
  P: "Platform Security",
  H: "Head of People",
  I: "Head of IT",
  R: "Director of Privacy",
  T: "CTO",
  L: "General counsel",
};
const REASONS = { r: "Risk treatment", l: "Law", c: "Contract", "-": "Excluded" };

/** Lines: number | subject | owner and reason by letter | implementation. */
export const ANNEX_A = [
  [
    "A.5  Organizational controls",
    `
5.1 | Policies for information security | Sr | POL-01 and 23 policies below it, reviewed each year
5.2 | Roles and responsibilities | Sr | Role descriptions, security committee every month
5.3 | Segregation of duties | Pr | 64 roles as code, none both changes and deploys
5.4 | Management responsibilities | Sr | Objectives and reviews by the board
5.5 | Contact with authorities | Lr | List of authorities, tested in exercises
5.6 | Contact with special interest groups | Pr | Two sharing groups, four CERTs
5.7 | Threat intelligence | Pr | Feeds mapped to detection rules, monthly briefing
5.8 | Security in project management | Tr | Security section in every design
5.9 | Inventory of information and assets | Ir | One inventory, discovered daily
5.10 | Acceptable use of information and assets | Cr | POL-03, accepted each year
5.11 | Return of assets | Hr | Within five business days
5.12 | Classification of information | Cr | Four classes, content is restricted
5.13 | Labeling of information | Cr | Labels in documents and email
5.14 | Information transfer | Cr | Links to named people, encryption
5.15 | Access control | Pr | POL-02
5.16 | Identity management | Pr | One identity a person, from the HR system
5.17 | Authentication information | Pr | FIDO2 keys for all staff
5.18 | Access rights | Pr | Quarterly review, end within one hour
5.19 | Security in supplier relationships | Cr | POL-14, three tiers
5.20 | Security in supplier agreements | Cc | Security annex
5.21 | Security in the ICT supply chain | Pr | Pinned, mirrored, provenance
5.22 | Monitoring and change of supplier services | Cr | Feeds, yearly reassessment
5.23 | Security for use of cloud services | Cr | Approval, baseline, exit plan
5.24 | Planning of incident management | Pr | POL-07
5.25 | Assessment of security events | Pr | Four levels, triage in one business day
5.26 | Response to incidents | Pr | Commander in 5 minutes for level 1
5.27 | Learning from incidents | Pr | Review in five business days
5.28 | Collection of evidence | Pr | Hashes, chain of custody, retainer
5.29 | Security during disruption | Cr | Same controls in recovery plans
5.30 | ICT readiness for continuity | Tc | Region in 8 hours, exercised each year
5.31 | Legal and contractual requirements | Ll | Register with owners and deadlines
5.32 | Intellectual property rights | Ll | License check in the pipeline
5.33 | Protection of records | Cl | Retention by category, append-only stores
5.34 | Privacy and protection of personal data | Rl | ISO/IEC 27701
5.35 | Independent review | Cc | SOC 2 and internal audits
5.36 | Compliance with policies and standards | Cr | Continuous checks, quarterly report
5.37 | Documented operating procedures | Tr | Run books, reviewed after use`,
  ],
  [
    "A.6  People controls",
    `
6.1 | Screening | Hr | Before the first day, as law allows
6.2 | Terms of employment | Hr | Confidentiality without an end date
6.3 | Awareness, education and training | Hr | First day and every year
6.4 | Disciplinary process | Hr | Graded, with the works council
6.5 | Duties after employment ends | Hr | Exit interview, reminder in writing
6.6 | Confidentiality agreements | Lc | Staff, suppliers, visitors
6.7 | Remote working | Ir | Zero trust, yearly self-check
6.8 | Reporting of security events | Pr | Mail, channel, telephone, no blame`,
  ],
  [
    "A.7  Physical controls",
    `
7.1 | Physical security perimeters | Ir | Offices, hosting providers' reports
7.2 | Physical entry | Ir | Badges, hosts for visitors
7.3 | Securing offices and rooms | Ir | Zones, safes for sealed accounts
7.4 | Physical security monitoring | Ir | Alarm in offices, video at providers
7.5 | Physical and environmental threats | Ir | Providers' reports, EN 50600
7.6 | Working in secure areas | Ir | Key ceremonies, two people
7.7 | Clear desk and clear screen | Ir | Lock after five minutes
7.8 | Siting and protection of equipment | Ir | No servers in offices
7.9 | Security of assets off premises | Ir | Disk encryption, remote wipe
7.10 | Storage media | Ir | Blocked on laptops
7.11 | Supporting utilities | Ir | Providers' reports
7.12 | Cabling security | I- | Acme Cloud runs no premises with such cabling
7.13 | Equipment maintenance | Ir | Contract with the maker
7.14 | Secure disposal or re-use of equipment | Ir | Wiped to NIST SP 800-88r1, refurbished`,
  ],
  [
    "A.8  Technological controls",
    `
8.1 | User end point devices | Ir | Enrolled, checked at each access
8.2 | Privileged access rights | Pr | Just in time, second person, 4 hours
8.3 | Information access restriction | Pr | Roles, row-level security
8.4 | Access to source code | Tr | By team, reviewed each quarter
8.5 | Secure authentication | Pr | FIDO2, single sign-on
8.6 | Capacity management | Tc | Scaling in two minutes, quarterly load test
8.7 | Protection against malware | Pr | Endpoints, servers, uploads
8.8 | Management of technical vulnerabilities | Pr | 3, 14, 30 or 90 days
8.9 | Configuration management | Tr | All of production as code
8.10 | Information deletion | Rl | Nightly jobs by category
8.11 | Data masking | Rr | Pseudonymized events, masks in Acme Data Lake
8.12 | Data leakage prevention | Pr | Email and sharing, browsers being rolled out
8.13 | Information backup | Tc | Log shipping, immutable copies
8.14 | Redundancy | Tc | Three zones, standby region
8.15 | Logging | Pr | 2.1 TB a day, write-once
8.16 | Monitoring activities | Pr | 310 rules, tested monthly
8.17 | Clock synchronization | Tr | Authenticated NTP, four sources
8.18 | Privileged utility programs | Pr | Through the access broker, recorded
8.19 | Installation of software on systems | Ir | Catalog of 140 titles, signed images
8.20 | Network security | Pr | Default deny, rules as code
8.21 | Security of network services | Pr | Contracts, monitoring
8.22 | Segregation of networks | Pr | Five zones per region
8.23 | Web filtering | Ir | Malicious categories blocked on devices
8.24 | Use of cryptography | Pr | POL-10
8.25 | Secure development life cycle | Tr | POL-08, NIST SSDF 1.1
8.26 | Application security requirements | Tr | In each design
8.27 | Secure architecture and engineering | Tr | Principles, threat models
8.28 | Secure coding | Tr | Standards, review, training
8.29 | Security testing | Tr | Static, dynamic, yearly penetration test
8.30 | Outsourced development | T- | All development is done by own staff
8.31 | Separation of environments | Tr | Accounts, identities, keys, networks
8.32 | Change management | Tr | Review, test, way back
8.33 | Test information | Tr | Generated, production data never leaves
8.34 | Protection during audit testing | Cr | Agreed scope and time, read-only`,
  ],
].map(([theme, lines]) => ({
  theme,
  controls: lines
    .trim()
    .split("\n")
    .map((line) => {
      const [id, subject, [owner, reason], implementation] = line.split(" | ");
      return {
        id: `A.${id}`,
        subject,
        applies: reason !== "-",
        reason: REASONS[reason],
        implementation,
        owner: OWNERS[owner],
      };
    }),
}));
