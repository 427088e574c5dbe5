import type { CatalogueItem } from "./item.ts";

/** How the devices of staff are protected. */
export const ENDPOINT_SECURITY: readonly CatalogueItem[] = [
  {
    uid: "EndpointSecurity.diskEncryption",
    title: "Disk Encryption",
    guidance:
      "State that full-disk encryption is enforced on all laptops (FileVault, BitLocker), and how that is verified.",
    files: true,
    maturity: true,
  },
  {
    uid: "EndpointSecurity.edr",
    title: "Endpoint Detection & Response",
    guidance: "Name the product, coverage in percent, and who watches alerts outside office hours.",
    files: true,
    maturity: true,
  },
  {
    uid: "EndpointSecurity.antiMalware",
    title: "Anti-Malware",
    guidance: "Say what runs on laptops and on servers, and that users can’t switch it off.",
    files: true,
    maturity: true,
  },
  {
    uid: "EndpointSecurity.mdm",
    title: "Mobile Device Management",
    guidance: "List what is managed and enforced: lock, encryption, updates, remote wipe.",
    files: true,
    maturity: true,
  },
  {
    uid: "EndpointSecurity.patching",
    title: "Endpoint Patching",
    guidance:
      "Give deadlines for operating system and browser updates, and the share of devices that meet them.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "EndpointSecurity.byod",
    title: "Personal Devices",
    guidance:
      "Say whether private devices may reach company data, and the container or posture checks required.",
    files: true,
    maturity: true,
  },
  {
    uid: "EndpointSecurity.remoteWipe",
    title: "Remote Wipe",
    guidance:
      "Explain how quickly a lost device is locked and wiped, and that losses must be reported.",
    files: true,
    maturity: true,
  },
  {
    uid: "EndpointSecurity.dnsFiltering",
    title: "DNS Filtering",
    guidance:
      "Name the service and the categories blocked, for staff at home as well as in the office.",
    files: true,
    maturity: true,
  },
  {
    uid: "EndpointSecurity.usbControl",
    title: "USB Control",
    guidance: "State whether storage devices are blocked, and how exceptions are approved.",
    files: true,
    maturity: true,
  },
  {
    uid: "EndpointSecurity.hostFirewall",
    title: "Host Firewall",
    guidance: "Confirm that it is enabled centrally and that users can’t add inbound rules.",
    files: true,
    maturity: true,
  },
  {
    uid: "EndpointSecurity.softwareControl",
    title: "Software Control",
    guidance: "Say whether staff have administrator rights, and how new software is approved.",
    files: true,
    maturity: true,
  },
  {
    uid: "EndpointSecurity.threatHunting",
    title: "Threat Hunting",
    guidance: "Describe who hunts, how often, and what the latest hunts led to.",
    files: true,
    maturity: true,
    recurrence: true,
  },
];
