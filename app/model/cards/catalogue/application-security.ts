import type { CatalogueItem } from "./item.ts";

/** How the software is built, tested and repaired. */
export const APPLICATION_SECURITY: readonly CatalogueItem[] = [
  {
    uid: "ApplicationSecurity.responsibleDisclosure",
    title: "Responsible Disclosure",
    guidance:
      "Give the address for reports, the promised response time and safe harbor wording, and link the policy. The same facts belong in security.txt.",
    files: true,
    link: true,
    priority: true,
  },
  {
    uid: "ApplicationSecurity.bugBounty",
    title: "Bug Bounty",
    guidance:
      "Say whether the program is public or private, its scope and platform, and your average time to triage.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "ApplicationSecurity.sast",
    title: "Static Analysis (SAST)",
    guidance:
      "Name the tools, the languages covered, and whether a finding of high severity blocks a merge.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "ApplicationSecurity.dast",
    title: "Dynamic Analysis (DAST)",
    guidance:
      "Say how often running applications are scanned, whether scans are authenticated, and who triages the results.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "ApplicationSecurity.sca",
    title: "Dependency Scanning (SCA)",
    guidance:
      "Describe how third-party libraries are watched for vulnerabilities and licenses, and your deadlines for upgrading.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "ApplicationSecurity.sbom",
    title: "Software Bill of Materials",
    guidance:
      "State the format (CycloneDX or SPDX), whether it is made with every build, and how customers obtain it.",
    files: true,
    link: true,
    recurrence: true,
  },
  {
    uid: "ApplicationSecurity.codeReview",
    title: "Code Review",
    guidance:
      "Confirm that every change needs approval by someone other than its author and that branch protection enforces it.",
    files: true,
    maturity: true,
  },
  {
    uid: "ApplicationSecurity.secureDevelopment",
    title: "Secure Development Lifecycle",
    guidance:
      "Walk through the steps from design review to release, and name the standard you follow, such as NIST SSDF or OWASP SAMM.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "ApplicationSecurity.threatModeling",
    title: "Threat Modeling",
    guidance:
      "Say which changes trigger a threat model, the method used (such as STRIDE), and where outcomes are tracked.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "ApplicationSecurity.penetrationTesting",
    title: "Penetration Testing",
    guidance:
      "Give frequency, tester, scope and deadlines for fixing. Put the report itself in the Reports card.",
    files: true,
    link: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "ApplicationSecurity.vulnerabilityManagement",
    title: "Vulnerability & Patching",
    guidance:
      "State the time to fix per severity, for example critical in 7 days, and how compliance with it is measured.",
    files: true,
    link: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "ApplicationSecurity.secretScanning",
    title: "Secret Scanning",
    guidance:
      "Say whether pushes with credentials are blocked, which history was scanned, and how leaked ones are revoked.",
    files: true,
    maturity: true,
  },
  {
    uid: "ApplicationSecurity.credentialManagement",
    title: "Credential Storage",
    guidance:
      "Name the password hash (argon2id, scrypt or bcrypt) with its cost, and how tokens are stored.",
    files: true,
    maturity: true,
  },
  {
    uid: "ApplicationSecurity.waf",
    title: "Web Application Firewall",
    guidance:
      "Name the product, whether it blocks or only reports, and how rules are tuned and reviewed.",
    files: true,
    maturity: true,
  },
  {
    uid: "ApplicationSecurity.botProtection",
    title: "Rate & Bot Limiting",
    guidance:
      "Describe limits on sign-in and APIs, and the protection against credential stuffing.",
    files: true,
    maturity: true,
  },
  {
    uid: "ApplicationSecurity.owaspTop10",
    title: "OWASP Top 10",
    guidance:
      "Show how each category is addressed by framework, test or training. A table of ten lines convinces better than a claim.",
    files: true,
    link: true,
    recurrence: true,
  },
  {
    uid: "ApplicationSecurity.containerSecurity",
    title: "Container Security",
    guidance:
      "Describe base images, scanning, signing and running without root, and how old an image may become.",
    files: true,
    maturity: true,
  },
  {
    uid: "ApplicationSecurity.buildSecurity",
    title: "Build Pipeline Security",
    guidance:
      "Explain who can change the pipeline, how artifacts are signed, and the SLSA level that you reach.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "ApplicationSecurity.apiTesting",
    title: "API Security Testing",
    guidance:
      "Say how endpoints are inventoried and tested for broken authorization, which is where most API breaches begin.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "ApplicationSecurity.mobileSecurity",
    title: "Mobile App Security",
    guidance:
      "Describe local storage, certificate handling and testing against OWASP MASVS for each platform.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "ApplicationSecurity.environmentSeparation",
    title: "Environment Separation",
    guidance:
      "Confirm that development, test and production run in separate accounts with separate credentials and no shared data.",
    files: true,
    maturity: true,
  },
  {
    uid: "ApplicationSecurity.contentSecurity",
    title: "Security Headers",
    guidance:
      "State the content security policy, framing rules and cookies’ attributes, and link an external scan.",
    link: true,
    maturity: true,
  },
];
