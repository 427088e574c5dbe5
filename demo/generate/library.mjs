/** All documents of the demonstration, by org, and how each becomes a file. */
import { assurance } from "./acme-assurance.mjs";
import { certificates } from "./acme-certificates.mjs";
import { company } from "./acme-company.mjs";
import { legal } from "./acme-legal.mjs";
import { policies } from "./acme-policies.mjs";
import { tests } from "./acme-tests.mjs";
import { whitepapers } from "./acme-whitepapers.mjs";
import { dataLake } from "./data-lake.mjs";
import { diagramSvg } from "./diagrams.mjs";
import { makeDocx } from "./docx.mjs";
import { globex } from "./globex.mjs";
import { makePdf } from "./pdf.mjs";
import { svgToPng } from "./png.mjs";
import { questionnaires } from "./questionnaires.mjs";
import { texts } from "./texts.mjs";
import { makeXlsx } from "./xlsx.mjs";

/**
 * @typedef {object} Row what documents.yaml says (documentsFileSchema)
 * @property {string} uid
 * @property {string} name
 * @property {string} type one of DOCUMENT_TYPES
 * @property {"view-only" | "view-and-download"} [accessType]
 * @property {"password"} [encryptedType]
 * @property {string} [expiresOn]
 * @property {string} [auditor]
 * @property {string} [periodFrom]
 * @property {string} [periodTo]
 * @property {string[]} [releasedFacts] some of DOCUMENT_FACTS
 * @property {string} createdAt
 *
 * @typedef {Row & Partial<import("./pdf.mjs").PdfSource> & {
 *   format?: "pdf" | "docx" | "xlsx" | "png" | "txt" | "md",
 *   text?: string,
 *   diagram?: string,
 *   workbook?: () => { title: string, issued: string, sheets: import("./xlsx.mjs").Sheet[] },
 * }} DocumentSource
 */

const DIAGRAM_WIDTH = 1600;

const diagrams = [
  {
    uid: "network-diagram",
    name: "Acme Platform Network Diagram.png",
    accessType: "view-only",
    diagram: "network",
  },
  {
    uid: "architecture-overview",
    name: "Acme Platform Architecture Overview.png",
    diagram: "architecture",
  },
].map((one) => ({ ...one, type: "Architecture diagram", createdAt: "152d ago", format: "png" }));

/** @type {Record<string, DocumentSource[]>} */
export const library = {
  acme: [
    ...assurance,
    ...certificates,
    ...tests,
    ...questionnaires,
    ...diagrams,
    ...whitepapers,
    ...legal,
    ...company,
    ...policies,
    ...texts,
    ...dataLake,
  ],
  globex,
};

/** @param {DocumentSource} source @returns {Promise<Buffer>} */
export async function makeDocument(source) {
  switch (source.format) {
    case "png":
      return svgToPng(diagramSvg(source.diagram), DIAGRAM_WIDTH);
    case "xlsx":
      return makeXlsx({ issuer: source.issuer, ...source.workbook() });
    case "docx":
      return makeDocx(source);
    case "txt":
    case "md":
      return Buffer.from(source.text, "utf8");
    default:
      return makePdf(source);
  }
}

/** @param {DocumentSource} source */
export function fileName({ uid, format = "pdf" }) {
  return `${uid}.${format}`;
}
