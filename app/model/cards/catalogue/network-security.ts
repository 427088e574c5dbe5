import type { CatalogueItem } from "./item.ts";

/** How networks are separated, filtered and watched. */
export const NETWORK_SECURITY: readonly CatalogueItem[] = [
  {
    uid: "NetworkSecurity.firewall",
    title: "Firewall",
    guidance:
      "Confirm deny-by-default, name who may change rules and how often rules are reviewed.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "NetworkSecurity.segmentation",
    title: "Network Segmentation",
    guidance:
      "Explain which zones exist and what separates databases from the internet. The network diagram belongs in Reports.",
    files: true,
    maturity: true,
  },
  {
    uid: "NetworkSecurity.idsIps",
    title: "Intrusion Detection",
    guidance:
      "Name the sensors, such as GuardDuty, Suricata or the like, and who reacts to alerts around the clock.",
    files: true,
    maturity: true,
  },
  {
    uid: "NetworkSecurity.siem",
    title: "SIEM",
    guidance: "List log sources, retention and coverage, and the time to look at a critical alert.",
    files: true,
    maturity: true,
  },
  {
    uid: "NetworkSecurity.vpn",
    title: "VPN",
    guidance: "Say who needs it, that MFA is required, and whether split tunneling is allowed.",
    files: true,
    maturity: true,
  },
  {
    uid: "NetworkSecurity.zeroTrust",
    title: "Zero Trust",
    guidance:
      "Describe how user, device and context are checked on each access. Avoid the slogan. Give the product and scope.",
    files: true,
    maturity: true,
  },
  {
    uid: "NetworkSecurity.egressFiltering",
    title: "Egress Filtering",
    guidance: "Say which outbound traffic production may send and how exceptions are approved.",
    files: true,
    maturity: true,
  },
  {
    uid: "NetworkSecurity.dnssec",
    title: "DNSSEC",
    guidance: "Name the zones signed. A tester will check in seconds, so claim only what resolves.",
    link: true,
  },
  {
    uid: "NetworkSecurity.emailSecurity",
    title: "Email Authentication",
    guidance:
      "State SPF, DKIM and the DMARC policy per domain; “p=none” is read as not implemented.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "NetworkSecurity.wirelessSecurity",
    title: "Wireless Security",
    guidance:
      "Describe WPA3 or 802.1X in offices, separate guest networks, and that offices have no path to production.",
    files: true,
    maturity: true,
  },
  {
    uid: "NetworkSecurity.attackSurface",
    title: "External Attack Surface",
    guidance: "Say how you find forgotten hosts and open ports, and how often.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "NetworkSecurity.tlsConfiguration",
    title: "TLS Configuration",
    guidance: "Give minimum version and ciphers, and link a public test such as SSL Labs.",
    files: true,
    link: true,
    recurrence: true,
  },
  {
    uid: "NetworkSecurity.bastion",
    title: "Bastion Hosts",
    guidance:
      "Explain how administrators reach servers, with session recording and no shared keys.",
    files: true,
    maturity: true,
  },
];
