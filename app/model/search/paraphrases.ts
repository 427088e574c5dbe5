import { widened } from "./thesaurus.ts";

/**
 * What questions say instead of a term of the thesaurus, by the first term of its group: more than a
 * browser can be sent. Each term stands in one group alone, of the thesaurus or here.
 */
const PARAPHRASES = `
mfa: second authentication factor, additional factor, two-stage sign-in,
  phishing-resistant authentication, one-time code;
rbac: permission levels, roles and rights, user permission levels, role assignments, assign roles;
least privilege: minimum privileges, only the access that they need, restricted to what the job needs;
access review: recertify user access, recertify access, review of user rights, access rights reviewed,
  revalidation of access, entitlement recertification, attest access, review of permissions;
pam: privileged rights, elevated access, elevated privileges, elevated rights, administrative rights,
  administrative accounts, emergency access, firecall account;
iam: access lifecycle, account lifecycle, joiners movers and leavers, starters and leavers,
  movers and leavers;
offboarding: leavers, employee leaves, staff who leave, employee exit, departing employees,
  exit of employees, terminated employees, former employees, people leave the company,
  departure of staff, resignation;
session timeout: session length, session lifetime, sessions expire, inactive sessions, session limits;
account lockout: wrong password, failed sign-ins, failed attempts, unsuccessful login attempts,
  guessing of passwords, invalid logon attempts;
password hashing: stored passwords, form of stored passwords, keep passwords, salted hashes;
service accounts: robot accounts, bot accounts, application accounts, system accounts;
segregation of duties: split of duties, division of duties, four-eyes, dual control,
  incompatible duties, conflicting duties, two-person rule;
ip allow list: ip whitelist, restrict ip addresses, ip filtering, ip range, allowed ip addresses;
password manager: credential vault for staff, keep credentials, password safe, password storage tool;
customer support access: support staff access, support agents, support engineers access,
  see customer data, look into our workspace, view our data, impersonate users;
access request: request access, approve access, grant access, access authorization, access is granted;
encryption at rest: data in storage encrypted, encrypted data stores, stored in encrypted form,
  encryption in storage, data encrypted on disk, stored customer data encrypted, encrypt stored data,
  full disk encryption;
encryption in transit: encrypted in transmission, encryption during transmission, data in motion,
  encrypt traffic, encrypted channel, secure channel, wire encryption, encrypt communication;
key management: handle cryptographic keys, key lifecycle, key handling, key generation;
byok: bring our own keys, control our own keys;
key rotation: rotate encryption keys, key replacement, change of keys, renewal of keys;
secrets management: secrets in code, credentials in code, credentials in repositories, manage secrets,
  api secrets, keep secrets out of code, secrets out of code, hardcoded passwords;
certificate management: expiring certificates, certificate renewal, certificate expiry,
  renewal of certificates, renew certificates;
pentest: security test by a third party, external security test, hire hackers, tested by hackers;
vulnerability scanning: scan cadence, infrastructure scans, scan systems, scanning of systems,
  scan frequency;
vulnerability management: patch deadlines, vulnerability treatment, treatment of vulnerabilities;
patch management: apply patches, patch cycle, patch cadence, system patching, patches applied,
  patched systems, update process for systems, security fixes, install updates;
bug bounty: reward researchers, rewards for bugs, paid for reporting bugs, researchers paid,
  pay researchers, bounties;
sast: source code scanned, scan source code, automated code review, code scanned for flaws,
  scanning of code;
dast: application scanner, scan the web application, scan running application, runtime scanning;
sca: third-party components, open source libraries, open source software, package vulnerabilities,
  outdated libraries, libraries monitored, monitor libraries, open source dependencies;
sdlc: software development life cycle, development life cycle, secure development life cycle,
  application development process, secure software lifecycle, security in development;
code review: second engineer, reviewed by a second person, code is reviewed, approve code,
  reviewed before merge, reviewer approves;
red team: realistic attack, simulated attack, adversary emulation, red team exercises;
threat modeling: abuse cases, design review for security;
container security: containerized, workloads in containers;
test data: real data for testing, real customer records, real data in tests, live data for testing,
  test with customer data, customer data in test, synthetic data, generated data;
separate environments: separate test environment, test and production separated, production and test,
  dev and prod, development separate from production, segregated environments, separation of production;
rollback: undo a release, undo changes, roll a change back, back out a change, revert a deployment,
  revert changes;
siem: central monitoring, correlate events, event correlation, correlate security events,
  correlation of events, collect logs centrally, log collection, log server;
logging: logged events, security logs, security event logs, what is logged, recorded events,
  tamper with logs;
incident response: handle security incidents, handle incidents, incident playbook, incident procedures,
  deal with incidents;
soc team: monitored around the clock, security analysts, watch alerts, security monitoring team,
  24 hours a day;
antivirus: malware scanner, malicious files, endpoint malware, virus protection software;
ids: detect intrusions, detection of intrusions, attack detection, network sensors, intrusion sensors;
threat intelligence: new threats, emerging threats, threat sources, learn about threats, threat news,
  threat information sources;
dlp: prevent data leaks, leakage of data, prevent data loss, stop data leaving;
tabletop exercise: tabletop, dry run, walkthrough of the plan, incident rehearsal, mock incident,
  practice the plan, rehearsal of incidents, simulated incident;
incident notification: told about incidents, notify us of an incident, inform customers of an incident,
  informed of a breach, notify us of a breach, told about a breach, notify us of a data breach,
  breach notification time;
post-incident review: after-action review, incident review, analyze incidents, analysis of incidents,
  learn from incidents, incident retrospective;
severity levels: severity of incidents, classify incidents, triage, incident priority;
on-call: rota, on-call rota, on-call rotation, standby duty, duty roster, pager, out of hours;
phishing: fake emails, scam emails, spear phishing, whaling, smishing, vishing;
email security: incoming mails, mail filtering, mail security, email attachments, scan attachments,
  spoofed emails, sender policy framework, mail gateway;
incident history: breaches in the past, incidents in the past, security breach in the last;
firewall: network perimeter, perimeter protection, perimeter security, network boundary, block traffic;
ddos: traffic flood, flooding attacks, volumetric attack, attack on availability;
vpn: from home, remote connection, connect remotely, remote employees, access from outside,
  remote staff, remote login;
network segmentation: separated networks, isolated networks, segment the network, network partitioning;
multi-tenancy: customers separated, separate customers, isolate customers, separation of customers,
  separate tenants, isolated tenants, commingled, kept apart from other customers,
  data segmented by customer;
data center: server farm, server location, hosting center;
physical security: physical entry, physical protection, physical controls, entry to premises,
  premises security, access to the building, entry controls, doors and badges;
hosting: hosts your infrastructure, host the service, hosted on, where is the service hosted,
  cloud hosting, cloud platform, cloud vendor, hyperscaler;
mdm: manage laptops, laptop management, central device management, device enrollment,
  employee devices managed;
byod: employee-owned devices, own phones, own laptops;
hardening: harden servers, server hardening, secure settings, hardened images, secure build,
  standard build;
usb: usb ports, usb storage, memory sticks, thumb drives, flash drives, pen drives, external drives,
  portable drives;
wireless security: wireless access, guest wifi, wireless lan;
environmental controls: smoke detectors, fire alarm, fire extinguishers, sprinklers, fire protection;
uninterruptible power supply: power failure, power outage, power cut, power loss, loss of power,
  electricity failure, power supply failure, blackout, backup generators, generators;
visitor management: visitors, guests in the office, handle visitors, accompanied visitors,
  visitor badges;
media sanitization: old devices, dispose of devices, dispose of old laptops, dispose of hardware,
  destroyed disks, shredding of disks, wipe disks, recycled devices, retired hardware,
  decommissioned hardware;
business continuity: kontinuität, continuité, continuidad, business resilience, operational resilience, keep the business running,
  continuity arrangements, contingency planning;
disaster recovery: recover from a disaster, recovery procedures, disaster plan, disaster scenario,
  site failure, regional outage, recovery strategy;
rto: bring the service back, back in service, service restored, restored within,
  how quickly can you recover, time until the service is back, resume service, hours to recover;
rpo: data could be lost, how much data is lost, data lost in an outage, minutes of data,
  loss of data in a disaster;
backup: back up, backup copies, backup schedule, backup cadence, how often backups, backup interval,
  copies of data;
sla: uptime guarantee, uptime commitment, guaranteed availability, availability guarantee,
  committed uptime, availability commitment, agreed service levels;
uptime: scheduled maintenance, planned downtime, service availability, system availability;
test of backups: verify backups, backups can be restored, restore backups, recover from backup;
source code escrow: code deposited, deposit of source code, escrow agent;
exit plan: end of the service, stop the product, discontinue the product, discontinue the service,
  when we terminate, if we terminate, we end the contract, leave the service, end of the contract,
  contract ends, notice of cancellation, cancellation period, wind down;
customer support: reach support, contact support, reach your help desk, support channels, offer support,
  support team, customer service, technical assistance;
off-site backup: location of backups, place of backups,
  keep backup copies, second location;
capacity management: enough capacity, scale up, autoscaling, auto-scaling, elastic scaling,
  monitor capacity, growth in demand;
iso 27001: iso certified, iso 27001 certified, certified isms;
auditor: audit firm;
internal audit: audit yourselves, self-audit, audit your own controls, own audits,
  internal reviews of controls;
gdpr: european data protection law, european privacy law, eu data protection law,
  european data protection, eu privacy rules;
dpa: article 28 contract, processor contract, contract for processing;
dpia: privacy risk assessment, data protection assessment;
dpo: data protection lead, responsible for privacy, responsible for data protection,
  chief privacy officer, head of privacy;
dsar: requests of data subjects, subject requests, requests from individuals,
  access and erasure requests, rights requests;
scc: outside the european union, outside the eu, outside the eea, transfers abroad,
  transfer data abroad, cross-border data transfers, international data transfers, third countries,
  leave the eu, leave the country;
personal data: kinds of pii, types of personal data, personal data elements,
  categories of personal data, what personal data, personal details;
subprocessor: subcontracted processors, third-party processors, other processors, downstream processors,
  add a subprocessor, new subprocessors;
data residency: in which country is data stored, daten gespeichert, stockées nos données,
  almacenan los datos, countries of storage;
data retention: how long data is kept, retained data, storage duration, length of storage,
  aufbewahrt, données conservées, conservan los datos;
data deletion: delete data, purge data, data purge, erased data, wiping data, data removed,
  delete our data, remove our data, destroy data, deletion of data;
data portability: get our data out, get data out, take our data with us, take our data out,
  extract our data, retrieve our data, data in a machine-readable format, data takeout;
data classification: classify data, classify information, classification levels, data classes,
  sensitivity levels, information classes;
anonymization: mask data, aggregated data;
consent management: site cookies, tracking cookies, set cookies;
law enforcement requests: requests of authorities, requests from authorities, authorities ask,
  police ask, police requests, police, court order, requests from government, state authorities;
sale of data: sold to third parties, shared with advertisers, share data with advertisers,
  sell our data, advertisers, data brokers, advertising purposes, sell customer data;
information security policy: written security policy, security rules, policy for security,
  signed off security policy, documented security program;
ciso: responsible for information security, accountable for security, in charge of security,
  leads security, person responsible for security, head of information security, security manager;
headcount: how many people work, how many employees, workforce size, staff size, number of staff;
headquarters: main office, company seat;
risk assessment: assess risks, risk evaluation, identify risks, risk identification, risk reviews,
  evaluate risks;
tprm: choose suppliers, supplier selection, selection of suppliers, select vendors, choose vendors,
  due diligence on vendors, due diligence on suppliers, vet suppliers, vet vendors, supplier assessment,
  assess suppliers, assess vendors, vendor security reviews, evaluate suppliers, supplier due diligence;
security awareness: train employees, employees trained, staff training in security, security education,
  security course, awareness campaigns, train staff, trained in security;
phishing simulation: fake phishing, fake phishing messages, phishing campaigns, phishing drills,
  test people with phishing, simulated phishing emails;
secure coding training: train developers, training for developers, training for engineers;
background check: screen candidates, candidate screening, screening of candidates, screen employees,
  screening of staff, applicant screening, screened before employment, screening before hire,
  verify candidates, police check, credit check, employment history;
nda: sign confidentiality, confidentiality obligations, secrecy obligation, sworn to secrecy;
change management: manage changes, controlled changes, change procedures, steps of a change,
  change tickets, changes to production, approve changes, authorise changes;
asset management: inventory of devices, list of assets, asset tracking, register of assets,
  track assets, inventory of hardware and software;
acceptable use policy: acceptable use rules, rules for using company devices, it usage rules;
code of conduct: rules of conduct, conduct policy, ethical standards, ethical conduct;
cyber insurance: insured against cyber attacks, insurance cover, cyber cover, insured against breaches,
  cyber policy, insurance policy;
esg: sustainability report, environmental policy, emissions report;
accessibility: accessible to people with disabilities, accessibility statement, disabled users,
  users with disabilities, assistive technology;
onboarding: induction, joiners, new staff;
right to audit: audit you, audit by customers, customer can audit, audit your company,
  inspect your premises;
security contact: reach the security team, reach your security team, contact the security team,
  security mailbox;
policy exceptions: waiver, deviations from policy, exemptions from policies;
disciplinary process: violating policies, violation of policy, policy violations, breaches of policy,
  consequences of violations, penalties for employees, sanctions for employees, violations of rules;
whistleblower: report misconduct, report concerns, anonymous reporting, report wrongdoing,
  anonymous channel, reporting channel, concerns anonymously, whistleblowing channel;
bribery: gifts, hospitality gifts, kickbacks, anti-bribery policy, bribes, policy against corruption;
net zero: reduce emissions, emission targets, climate goals;
company registration: legal name, official company name, registered name, incorporation;
ownership structure: who owns your company, who owns the company, owns your company,
  owners of the company, majority shareholder, majority of shares, held by investors, privately held;
financial statements: financially stable, financial health, audited accounts, profitable, solvency,
  financial situation;
freelancers: contractor staff, contract workers, consultants, external workers, self-employed,
  agency workers, third-party staff;
ai: ai functions, ai in the product, use of ai, ai capabilities, ai systems;
api: developer interface, application programming interface, web api;
ai training: train machine learning, train your models, train on our content, used to train,
  our content to train, learn from our data, fine-tuning, model fine-tuning, training of models;
human oversight: check the output of ai, reviewed by humans, oversight of ai, ai results checked,
  human control of ai, people check ai;
integrations: integrate with, integration with other tools, connects to other systems;
`;

/** The thesaurus with the paraphrases, for the server. */
export const WIDE_THESAURUS: readonly (readonly string[])[] = widened(paraphraseRows());

/** The paraphrases by the first term of their group. */
export function paraphraseRows(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    PARAPHRASES.split(";")
      .map((row) => row.replaceAll(/\s+/g, " ").trim())
      .filter((row) => row !== "")
      .map((row) => {
        const end = row.indexOf(": ");
        return [row.slice(0, end), row.slice(end + 2).split(", ")] as const;
      }),
  );
}
