/**
 * Who signs the documents: the two companies of the demonstration and the firms that assess them. All are
 * invented; each has its own colours and its own motif, so that a report looks like its author's.
 */

/**
 * @typedef {object} Issuer
 * @property {string} name as in a wordmark
 * @property {string} legal as in a contract
 * @property {string} address
 * @property {string} ink darkest colour, for covers
 * @property {string} accent headings, rules, figures
 * @property {string} bright light accent that stands on ink
 * @property {string} tint background of tables and callouts
 * @property {keyof typeof import("./pdf-motifs.mjs").motifs} motif
 */

/** @type {Record<string, Issuer>} */
export const issuers = {
  acme: {
    name: "Acme Cloud",
    legal: "Acme Cloud GmbH",
    address: "Lindenhof 12, 10999 Berlin, Germany",
    ink: "#0c2a33",
    accent: "#0b5c6b",
    bright: "#5cc3c7",
    tint: "#eef5f5",
    motif: "peaks",
  },
  globex: {
    name: "Globex Health",
    legal: "Globex Health, Inc.",
    address: "210 Prairie Walk, Suite 1800, Chicago, IL 60601, United States",
    ink: "#331529",
    accent: "#6d2f5f",
    bright: "#d9a3c7",
    tint: "#f7f0f5",
    motif: "globe",
  },
  meridian: {
    name: "Meridian Assurance",
    legal: "Meridian Assurance LLP",
    address: "40 Chartwell Row, London EC3, United Kingdom",
    ink: "#16223f",
    accent: "#2a4a8a",
    bright: "#9db7ea",
    tint: "#f0f3fa",
    motif: "meridians",
  },
  nordkap: {
    name: "Nordkap Certification",
    legal: "Nordkap Certification AS",
    address: "Storgata 88, 9008 Tromsø, Norway",
    ink: "#1d3327",
    accent: "#2f6b4a",
    bright: "#a6d0b5",
    tint: "#f0f6f2",
    motif: "rings",
  },
  redfern: {
    name: "Redfern",
    legal: "Redfern Offensive Security Ltd",
    address: "Unit 4, Foundry Wharf, Bristol BS2, United Kingdom",
    ink: "#25201f",
    accent: "#a8401f",
    bright: "#f0a184",
    tint: "#faf2ee",
    motif: "grid",
  },
  fairhaven: {
    name: "Fairhaven Assurance",
    legal: "Fairhaven Assurance, PLLC",
    address: "77 Beacon Court, Columbus, OH 43215, United States",
    ink: "#251f3d",
    accent: "#57468c",
    bright: "#bdb0ea",
    tint: "#f4f2fa",
    motif: "arches",
  },
  harbourline: {
    name: "Harbourline Mutual",
    legal: "Harbourline Mutual Versicherungsverein a.G.",
    address: "Am Sandtor 22, 20457 Hamburg, Germany",
    ink: "#17304a",
    accent: "#1f5f8b",
    bright: "#9ecbe6",
    tint: "#eff5f9",
    motif: "waves",
  },
};

export const FICTION =
  "Sample content of Open Trust Center. Every company, person, certificate and finding named here is invented. This document attests to nothing.";
