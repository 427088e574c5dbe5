import type { CatalogueItem } from "./item.ts";

/** Where and on what the product runs. */
export const INFRASTRUCTURE: readonly CatalogueItem[] = [
  {
    uid: "Infrastructure.statusMonitoring",
    title: "Status Monitoring",
    guidance:
      "Link your public status page and the uptime of the last year. Include past incidents. A spotless page is not believed.",
    link: true,
    priority: true,
  },
  {
    uid: "Infrastructure.hosting",
    title: "Hosting",
    guidance:
      "Name the provider and regions, and link their compliance page for physical controls that you inherit.",
    files: true,
    link: true,
  },
  {
    uid: "Infrastructure.amazonWebServices",
    title: "Amazon Web Services",
    guidance:
      "List the services and regions that hold customer data, and the account structure that separates environments.",
    files: true,
    link: true,
  },
  {
    uid: "Infrastructure.azure",
    title: "Microsoft Azure",
    guidance:
      "List the services and regions that hold customer data, and how subscriptions separate environments.",
    files: true,
    link: true,
  },
  {
    uid: "Infrastructure.googleCloud",
    title: "Google Cloud",
    guidance:
      "List the services and regions that hold customer data, and how projects separate environments.",
    files: true,
    link: true,
  },
  {
    uid: "Infrastructure.dataCenters",
    title: "Data Centers",
    guidance:
      "Name operators, locations and tier, with their SOC 2 or ISO 27001 reports if you may share them.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "Infrastructure.availabilityZones",
    title: "Availability Zones",
    guidance:
      "State across how many zones the service runs, and what happens to users when one fails.",
    files: true,
    link: true,
  },
  {
    uid: "Infrastructure.productionEnvironment",
    title: "Production Environment",
    guidance:
      "Confirm separate accounts and networks for production, and who can cross the boundary.",
    files: true,
    maturity: true,
  },
  {
    uid: "Infrastructure.infrastructureAsCode",
    title: "Infrastructure as Code",
    guidance:
      "Say which share is defined in code, reviewed and scanned, and how drift is detected.",
    files: true,
    maturity: true,
  },
  {
    uid: "Infrastructure.ddosProtection",
    title: "DDoS Protection",
    guidance: "Name the layer 3/4 and layer 7 protection and any attack it has withstood.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "Infrastructure.loadBalancing",
    title: "Scaling & Load Balancing",
    guidance: "Describe how capacity grows under load and the headroom you keep.",
    files: true,
  },
  {
    uid: "Infrastructure.containerOrchestration",
    title: "Container Orchestration",
    guidance: "Name the platform, who patches it, and the policies for admission and network.",
    files: true,
    maturity: true,
  },
  {
    uid: "Infrastructure.serverless",
    title: "Serverless",
    guidance: "Say which workloads run on managed functions and what the provider patches for you.",
    files: true,
  },
  {
    uid: "Infrastructure.failover",
    title: "Failover",
    guidance:
      "Explain the failover between zones or regions, whether it is automatic, and when it was last exercised.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "Infrastructure.timeSync",
    title: "Time Synchronization",
    guidance:
      "Confirm that all systems use a common trusted time source. Auditors need it to trust logs.",
    files: true,
  },
  {
    uid: "Infrastructure.hardening",
    title: "System Hardening",
    guidance: "Name the baseline, such as CIS Benchmarks, and how deviation is found and fixed.",
    files: true,
    maturity: true,
    recurrence: true,
  },
];
