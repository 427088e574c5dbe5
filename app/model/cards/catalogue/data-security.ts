import type { CatalogueItem } from "./item.ts";

/** How customer data is encrypted, separated, kept and deleted. */
export const DATA_SECURITY: readonly CatalogueItem[] = [
  {
    uid: "DataSecurity.encryptionAtRest",
    title: "Encryption at Rest",
    guidance:
      "Name the algorithm and key length (AES-256), where it applies (databases, object storage, backups, laptops) and who manages the keys.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "DataSecurity.encryptionInTransit",
    title: "Encryption in Transit",
    guidance:
      "State the minimum TLS version, HSTS, and that traffic between internal services is encrypted too.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "DataSecurity.keyManagement",
    title: "Key Management",
    guidance:
      "Say which key service or HSM is used, how keys are separated per environment, rotated and who can use them.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "DataSecurity.dataBackups",
    title: "Data Backups",
    guidance:
      "Give frequency, retention, location and encryption, and the date of the last restore test. Untested backups count as none.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "DataSecurity.dataErasure",
    title: "Data Erasure",
    guidance:
      "Say within how many days data is deleted after contract end, including backups, and whether you issue a certificate. Cite the method, such as NIST 800-88.",
    files: true,
    maturity: true,
  },
  {
    uid: "DataSecurity.dataClassification",
    title: "Data Classification",
    guidance:
      "List your levels and what handling each requires. Say which level customer data has. Reviewers expect the top one.",
    files: true,
    maturity: true,
  },
  {
    uid: "DataSecurity.tenantIsolation",
    title: "Tenant Isolation",
    guidance:
      "Explain how customers are separated (database, schema, row) and what tests prove that one tenant can’t read another’s data.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "DataSecurity.dataLossPrevention",
    title: "Data Loss Prevention",
    guidance:
      "Name the channels covered, such as email, endpoints and cloud drives, and whether you block or only alert.",
    files: true,
    maturity: true,
  },
  {
    uid: "DataSecurity.accessMonitoring",
    title: "Data Access Monitoring",
    guidance:
      "Say who can see production data, that each access is logged with a reason, and who reviews the log how often.",
    files: true,
    maturity: true,
  },
  {
    uid: "DataSecurity.removableMedia",
    title: "Removable Media",
    guidance:
      "State whether USB storage is blocked and, if data ever leaves on media, how it is encrypted and tracked.",
    files: true,
    maturity: true,
  },
  {
    uid: "DataSecurity.dataLocation",
    title: "Data Location",
    guidance:
      "Name the countries and providers for primary data, backups and logs. Keep this in step with the subprocessor list.",
    files: true,
    link: true,
  },
  {
    uid: "DataSecurity.productionDataUse",
    title: "Production Data Use",
    guidance:
      "Confirm that customer data is not used in test environments, or describe the masking applied before it is.",
    files: true,
    maturity: true,
  },
  {
    uid: "DataSecurity.secretsManagement",
    title: "Secrets Management",
    guidance:
      "Say where credentials live, how they reach services, how often they rotate and that repositories are scanned for them.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "DataSecurity.dataIntegrity",
    title: "Data Integrity",
    guidance:
      "Describe checksums, database constraints and immutable storage that reveal or prevent unwanted change.",
    files: true,
    maturity: true,
  },
  {
    uid: "DataSecurity.databaseSecurity",
    title: "Database Security",
    guidance:
      "Explain network exposure, authentication, privileged access and logging for the databases that hold customer data.",
    files: true,
    maturity: true,
  },
];
