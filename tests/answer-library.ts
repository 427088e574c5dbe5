/*
 * A library of 200 answers, as a company has them after some questionnaires, and 100 of its questions as
 * another customer asks them. All wording is our own. A line is: question | answer, and in every second
 * line the same question in other words.
 */

const LINES = `
Do you have an information security policy? | It is approved by the board and reviewed every year. | Has your management signed off on a written security policy?
How often are policies reviewed? | Each policy is reviewed once a year and after major changes.
Who is responsible for information security? | Our chief information security officer reports to the chief executive. | Which person is accountable for security at your company?
Do employees sign an acceptable use policy? | Everyone signs it on the first day and again every year.
Are background checks done before hiring? | Identity, education and criminal records are checked where the law allows it. | Do you screen candidates before they start work?
Do employees sign confidentiality agreements? | Contracts include confidentiality that continues after employment ends.
How do you train employees in security? | Everyone completes a course when joining and again every year. | What security awareness training does your staff receive?
Do developers get secure coding training? | Developers attend a two-day course on secure coding each year.
Do you run phishing simulations? | Simulated phishing emails are sent to all employees every month. | Are your people tested with fake phishing messages?
What happens when an employee leaves? | All accounts are closed within four hours and devices are returned.
What are the consequences of violating policies? | Violations lead to warnings and can end employment. | Is there a disciplinary process for breaches of policy?
Do you have an inventory of assets? | Devices, servers and software are registered with an owner.
How do you classify data? | Data is public, internal, confidential or restricted. | Which data classification levels do you use?
How is confidential paper destroyed? | Paper goes into locked bins and is shredded by a certified company.
Is customer data encrypted at rest? | Databases and files are encrypted with AES-256. | Do you use encryption for stored customer data?
Is data encrypted in transit? | All connections use TLS 1.2 or later.
How are encryption keys managed? | Keys are kept in a hardware security module and rotated every year. | Describe how you handle cryptographic keys.
Can customers bring their own encryption keys? | Enterprise customers can use a key from their own key management service.
How are passwords stored? | Passwords are hashed with Argon2id and a salt. | In which form do you keep user passwords?
What are your password requirements? | Passwords have at least 14 characters and are checked against leaked lists.
Do you require multi-factor authentication for employees? | Every employee uses a hardware security key. | Is MFA mandatory for your staff?
Do you offer single sign-on to customers? | Customers can connect an identity provider with SAML or OpenID Connect.
Do you support automatic user provisioning? | SCIM 2.0 creates and removes accounts. | Can we provision users through SCIM?
How is access to production granted? | Engineers request it for one task and a second person approves it.
How often are access rights reviewed? | Managers review all rights every quarter. | At which interval do you recertify user access?
Do you follow the principle of least privilege? | Roles have only the rights that a job needs.
Are administrator accounts separate from normal accounts? | Administrators have a second account that is used for nothing else. | Do privileged users have dedicated accounts?
Are shared accounts allowed? | Every account belongs to one person.
Are sessions ended after inactivity? | Sessions end after 30 minutes without activity. | Is there an idle timeout for user sessions?
Are accounts locked after failed sign-ins? | Five failed attempts lock an account for 15 minutes.
Which roles can customers assign? | There are roles for owner, editor, reviewer and viewer. | What permission levels exist in the product for our users?
Can customers restrict access by IP address? | Administrators can allow a list of networks.
Where is customer data stored? | Data is stored in data centers in Frankfurt and Dublin. | In which countries is our data hosted?
Can customers choose the region of their data? | The region is chosen when a workspace is created.
Which cloud provider do you use? | The service runs on Amazon Web Services. | Who hosts your infrastructure?
Do you use public cloud accounts for development? | Development uses separate accounts without customer data.
Are customers separated from each other? | Each customer has a database of its own. | How do you isolate tenants in your environment?
Are production and test environments separated? | They run in separate accounts and networks.
Is production data used for testing? | Tests use generated data only. | Do you ever test with real customer records?
Do you have a network diagram? | A diagram of networks and data flows is updated every quarter.
Do you use firewalls? | Each network segment is protected by a firewall that blocks traffic by default. | How is your network perimeter protected?
Do you use a web application firewall? | A web application firewall filters all requests.
How do you protect against denial of service attacks? | A content delivery network absorbs attacks and limits requests. | What DDoS protection is in place?
Do you have intrusion detection? | Sensors report unusual traffic to our security team.
Do you offer remote access to employees? | Remote access goes through a gateway that checks the device. | How do employees connect to your systems from home?
Is wireless access secured? | Office Wi-Fi uses WPA3 with certificates.
Are employee devices managed? | Laptops are enrolled in device management that enforces settings. | Do you use MDM on laptops?
Are laptops encrypted? | Every laptop has full-disk encryption.
Do you use antivirus software? | Endpoint detection runs on all laptops and servers. | Is malware protection installed on endpoints?
Can employees use private devices? | Work on private devices is not permitted.
Is removable media allowed? | USB storage is blocked on all devices. | Can employees copy data to USB sticks?
How do you prevent data loss? | Uploads of confidential data to unknown services are blocked.
How often do you scan for vulnerabilities? | Systems are scanned every day. | What is the frequency of your vulnerability scans?
How fast are vulnerabilities fixed? | Critical ones are fixed within 7 days and high ones within 30 days.
How often do you perform penetration tests? | An external company tests the service twice a year. | When is your application pentested by a third party?
Can customers read the penetration test report? | A summary is shared under a nondisclosure agreement.
Do you have a bug bounty program? | Researchers are rewarded through a public program. | Are external researchers paid for reporting bugs?
How can someone report a vulnerability? | Reports go to the address in our security.txt file.
How are systems patched? | Servers are rebuilt every week with the latest patches. | Describe your patch management process.
How are servers hardened? | Images follow the CIS benchmarks.
Do you have a secure development process? | Each change has a threat model, a review and automated tests. | What does your software development life cycle look like?
Is code reviewed before release? | A second engineer approves every change.
Do you use static code analysis? | Every pull request is scanned by a static analyzer. | Is source code scanned for security flaws automatically?
Do you use dynamic application testing? | A scanner tests the staging environment every night.
Do you check open source dependencies? | Dependencies are checked for known vulnerabilities on every build. | How are third-party libraries monitored for weaknesses?
Do you provide a software bill of materials? | A bill of materials in CycloneDX format is published with each release.
How do you manage changes? | Changes have a ticket, an approval and a plan to undo them. | Which steps does a production change go through?
Can you roll back a release? | Any release can be undone in five minutes.
Are customers told about changes? | Release notes are published, and breaking changes are announced 90 days before. | How much notice do we get before breaking changes?
How do you protect source code? | Repositories require multi-factor authentication and signed commits.
How do you keep secrets out of code? | A scanner rejects commits that contain secrets. | Are credentials prevented from ending up in repositories?
How do you validate user input? | Input is validated on the server against a schema.
Do you log security events? | Sign-ins, changes of rights and access to data are logged. | Which activities appear in your security logs?
How long are logs kept? | Logs are kept for 13 months.
Are logs protected from changes? | Logs are written to storage that does not allow changes. | Can administrators tamper with audit logs?
Do customers have an audit log? | Administrators can read and export an audit log.
Do you use a SIEM? | Events of all systems are correlated in a central system. | Is there central monitoring that correlates security events?
Is your security monitored around the clock? | A security operations center watches alerts 24 hours a day.
Do you have an incident response plan? | The plan names roles, steps and contacts and is tested twice a year. | How do you handle security incidents?
When are customers told about a breach? | Affected customers are told within 48 hours. | How quickly would you notify us of a data breach?
Have you had a security breach? | There has been no breach in the last five years.
Do you analyze incidents afterwards? | A report with causes and measures is written within ten days. | Is there a post-mortem after each incident?
Do you have a business continuity plan? | The plan covers loss of offices, people and providers.
How often is business continuity tested? | An exercise is held every year. | When was continuity planning last exercised, and how regularly?
Do you have a disaster recovery plan? | The service can be restored in a second region.
What is your recovery time objective? | The service is restored within four hours. | How long would it take to bring the service back after a disaster?
What is your recovery point objective? | At most 15 minutes of data are lost. | How much data could be lost in an outage?
How often is data backed up? | Databases are backed up every hour. | What is your backup schedule?
Are backups encrypted? | Backups are encrypted with a key of their own.
How often are backups tested? | A restore is tested every month. | Do you verify that backups can be restored?
How long are backups kept? | Backups are kept for 35 days.
Where are backups stored? | Backups are kept in another region and account. | In which place do you keep backup copies?
What availability do you guarantee? | The service level agreement promises 99.9 percent each month. | What uptime does your SLA commit to?
Do you have a status page? | Current and past incidents are shown on a public status page.
When do you perform maintenance? | Maintenance happens on Sundays between 2 and 4 UTC. | Are there scheduled maintenance windows?
How do you monitor capacity? | Load is measured, and servers are added automatically.
What support do you offer? | Support answers by email and chat on weekdays. | How can we reach your help desk?
How fast does support respond? | Urgent requests are answered within one hour.
Which certifications do you have? | We hold ISO 27001, ISO 27701 and SOC 2 Type II. | Are you ISO 27001 certified or SOC 2 audited?
Can customers audit you? | Customers can audit once a year with 30 days of notice.
How often are internal audits performed? | Internal audits cover all controls over three years. | Do you audit yourselves?
Do you assess risks? | Risks are assessed every quarter and kept in a register.
Who accepts risks? | The risk committee accepts or treats each risk. | Which body decides on residual risk?
Do you have cyber insurance? | Our policy covers 10 million euros for each case.
How do you choose suppliers? | Suppliers are assessed before a contract and every year after. | What due diligence do you do on vendors?
Do you have a list of subprocessors? | The list is published in the trust center.
How are customers told about new subprocessors? | An email is sent 30 days before a new one starts. | Will you inform us before adding a sub-processor?
Do suppliers sign security terms? | Contracts include security and audit clauses.
Are you compliant with the GDPR? | We process personal data under a data processing agreement. | Do you meet European data protection law?
Do you have a data protection officer? | Our data protection officer can be reached at the privacy address. | Who is your DPO?
Do you offer a data processing agreement? | The agreement with standard contractual clauses is on our website.
Which personal data do you process? | Names, email addresses and the content that users enter are processed. | What kinds of PII does the service collect?
Do you transfer data outside the European Union? | Support staff in Canada can see data under standard contractual clauses. | Are there cross-border data transfers?
How do you answer requests of data subjects? | Requests are forwarded to the customer within two days.
How long is customer data kept? | Data is kept while the contract lasts. | What is your data retention period?
Is data deleted at the end of the contract? | Data is deleted 30 days after the contract ends. | What happens to our data when we terminate?
Can customers export their data? | All data can be exported as CSV and JSON at any time. | How do we get our data out of your product?
How are storage media destroyed? | Our provider destroys disks as NIST 800-88 says.
Do you sell customer data? | Customer data is never sold or shared for advertising. | Is our data ever shared with advertisers?
Do you use customer data for analytics? | Only aggregated figures without personal data are analyzed.
Do you use artificial intelligence? | A model summarizes tickets, and customers can turn it off. | Which AI features does the product contain?
Is customer data used to train models? | No model is trained with customer data. | Do you train machine learning on our content?
Which model providers do you use? | Models of one provider run in our own cloud account.
How do you check the output of AI? | People review a sample of summaries each week. | Is there human oversight of AI results?
Do you have an AI policy? | The policy says which tools may be used with which data.
Are offices secured? | Doors open with badges, and visitors are accompanied. | How do you control physical entry to your premises?
Are there cameras in offices? | Cameras record entrances for 14 days.
Are data centers secured? | Data centers have guards, fences and biometric locks. | What physical protections exist at the hosting facility?
Do you have a clean desk policy? | Desks are cleared and screens are locked when people leave.
Do data centers have backup power? | Batteries and generators supply power for 72 hours. | What happens to your servers in a power failure?
Are data centers protected from fire? | Smoke detectors and gas extinguishers protect each hall.
Is there a process for visitors? | Visitors sign in and wear a badge. | How are guests handled in the office?
Do you accept credit cards? | Payments are processed by a PCI DSS certified provider.
Do you store card data? | Card numbers never reach our servers. | Are payment card numbers kept in your systems?
Are you subject to HIPAA? | We sign a business associate agreement with health organizations. | Will you sign a BAA?
Do you process health data? | Health data is processed only for customers with such an agreement.
Do you have an API? | A REST API is documented at our developer site. | Is there a programmatic interface for integrations?
How is the API protected? | Calls need a key and are limited to 100 a second.
How do clients authenticate to the API? | Each client uses OAuth 2.0 tokens that expire after one hour. | Which authentication method do API calls use?
Do you offer webhooks? | Events are sent to an address of the customer with a signature.
Which browsers are supported? | The two latest versions of Chrome, Edge, Firefox and Safari are supported. | What web browsers can our employees use?
Do you have a mobile app? | There are apps for iOS and Android.
Is the product accessible? | The product conforms to WCAG 2.2 level AA. | Do you have a VPAT or accessibility statement?
Which languages does the product have? | The product is available in English, German and French.
Do you use cookies? | Only cookies for signing in are set. | Which cookies does your site place?
How is email protected? | SPF, DKIM and DMARC are enforced for our domains.
Do you scan email attachments? | Attachments are opened in a sandbox before delivery. | Are incoming mails checked for malicious files?
How do you protect domain names? | Domains are locked at the registrar and use DNSSEC.
How do you manage certificates? | TLS certificates are renewed automatically every 60 days. | Who takes care of expiring SSL certificates?
Is time synchronized? | All servers use the same time source.
Do you have a configuration standard? | Settings are kept as code and deviations are reported. | How do you detect configuration drift?
Is infrastructure managed as code? | All infrastructure is described in code and reviewed.
Do you use containers? | Services run in containers with read-only file systems. | Are workloads containerized?
Are container images scanned? | Images are scanned before they are deployed.
How is database access controlled? | Only the application and two administrators can reach databases. | Who is able to query the database directly?
Are queries on databases logged? | Queries of administrators are recorded.
Do you have a whistleblowing channel? | Employees can report concerns anonymously to a lawyer. | Is there an anonymous way to report misconduct?
Do you have a code of conduct? | The code of conduct applies to employees and suppliers.
Do you have a policy against corruption? | Gifts above 50 euros are forbidden and must be reported. | What rules exist on bribery and gifts?
Do you publish a sustainability report? | A report on emissions is published every spring.
What is your carbon footprint? | We emitted 212 tons of carbon dioxide last year. | How many greenhouse gases does your company emit?
How many employees do you have? | We have 340 employees in three countries.
Who owns your company? | The founders hold the majority of shares. | What is your ownership structure?
Where is your head office? | Our head office is in Berlin.
When was the company founded? | The company was founded in 2011. | How many years has your business existed?
Are you financially stable? | Audited statements show a profit for six years.
Do you use contractors? | Contractors work under the same rules as employees. | Are freelancers bound by your security requirements?
Do you outsource development? | All code is written by our own engineers.
Do you have a plan for the end of the service? | Customers get 12 months of notice and help with moving. | What is your exit strategy if you stop the product?
Is the source code in escrow? | Source code is deposited with an escrow agent every quarter.
Who owns the data? | Customers own all data that they enter. | Do we keep ownership of what we upload?
Which law governs the contract? | German law governs the contract.
Can the contract be ended early? | Either side can end it with three months of notice. | What notice period applies to cancellation?
Do you carry liability for data loss? | Liability is limited to the fees of one year.
How do you answer requests of authorities? | Requests are checked by a lawyer and customers are told where the law allows it. | What do you do if police ask for customer information?
Have authorities asked for customer data? | There has never been such a request.
Do you have threat intelligence? | We get feeds from two providers and a national center. | Where do you learn about new threats?
Do you do threat modeling? | New features get a threat model before they are built.
Do you have red team exercises? | An attack by an outside team is simulated every year. | Are realistic attack simulations carried out?
Do you hunt for threats? | Analysts search for signs of attackers every month.
How do you secure virtual machines? | Machines are built from signed images and live at most a week. | What protects the virtual servers?
How is data masked? | Personal fields are masked for support staff.
Do support employees see customer data? | They see it only after the customer allows it in a ticket. | Can your support agents look into our workspace?
How is access to customer data recorded? | Each access has a reason and appears in the customer’s audit log.
Do you segregate duties? | Nobody can both write and deploy a change. | Is segregation of duties enforced?
How do you handle emergency access? | A sealed account is used and reviewed the next day.
Do you have a password manager? | All employees use a company password manager. | What tool do staff use to keep credentials?
Do you block weak passwords? | Common passwords are rejected.
How do you dispose of old devices? | Devices are wiped and recycled by a certified company. | What happens to laptops at end of life?
Do you have a company intranet? | Policies and guides are on an internal site that everyone can search.
Do you test fire alarms? | Alarms and evacuation are tested twice a year.
Do you have a travel policy? | Devices that go to some countries are wiped on return.
Do you limit printing? | Printers ask for a badge before they print.
Do you review suppliers' reports? | Their audit reports are read each year and gaps are followed up.
Do you have a committee for security? | It meets every month and reports to the board.
Do you measure security? | Twelve figures are reported to the board every quarter.
Do you have service accounts? | They have no password and are listed with an owner.
Do you label confidential documents? | Documents carry their class in the footer.
Do you keep a record of processing activities? | The record is reviewed by the data protection officer every half year.
Do you use DNS filtering? | Names of known harmful sites are not resolved on company devices.
`;

export interface LibraryAnswer {
  question: string;
  answer: string;
  /** The same question in other words; null where nobody asks it so. */
  asked: string | null;
}

export const LIBRARY: readonly LibraryAnswer[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [question = "", answer = "", asked = null] = line.split(" | ");
    return { question, answer, asked };
  });

/** Those that are asked in other words. */
export const ASKED = LIBRARY.flatMap(({ asked, ...own }) =>
  asked === null ? [] : [{ ...own, asked }],
);
