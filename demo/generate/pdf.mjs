/** A PDF from its source: cover, pages, running lines; tagged, with outline and language, the same bytes each time. */
import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import { drawDiagram } from "./diagrams.mjs";
import { issuers } from "./issuers.mjs";
import { parseMarkup } from "./markup.mjs";
import { Flow } from "./pdf-blocks.mjs";
import { drawCertificate, drawCover } from "./pdf-cover.mjs";
import { BOLD, REGULAR, breakLines, showLine } from "./pdf-text.mjs";

const require = createRequire(import.meta.url);
const GREY = "#5b6970";
const MARGIN = 62;

/**
 * @typedef {object} PdfSource
 * @property {string} issuer key of issuers
 * @property {string} title
 * @property {string} [subtitle]
 * @property {string} classification
 * @property {string} issued ISO date
 * @property {Array<[label: string, value: string]>} meta
 * @property {string} body markup
 * @property {string} [password] needed to open it
 * @property {{ holder: string, holderAddress: string, standard: string, standardTitle: string, scope: string }} [certificate]
 */

/** Set closer when a last page would stand nearly empty. @param {PdfSource} source @returns {Promise<Buffer>} */
export async function makePdf(source) {
  const open = await settle(source, 1);
  if (open.lastPage > 0.28) return open.bytes;
  for (const density of [0.95, 0.9, 0.85]) {
    const closer = await settle(source, density);
    if (closer.count < open.count) return closer.bytes;
  }
  return open.bytes;
}

/** With contents it takes two runs: the first finds the pages. */
async function settle(source, density) {
  const draft = await render(source, new Map(), density);
  if (!source.body.includes("!contents")) return draft;
  const pages = new Map(draft.headings.map((heading) => [heading.text, heading]));
  return render(source, pages, density);
}

async function render(source, pages, density) {
  const restore = source.password ? fixRandomness() : () => {};
  const issuer = issuers[source.issuer];
  const moment = new Date(`${source.issued}T09:00:00Z`);
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    bufferPages: true,
    tagged: true,
    lang: "en",
    displayTitle: true,
    pdfVersion: source.password ? "1.7ext3" : "1.7",
    info: {
      Title: source.title,
      Author: issuer.legal,
      Subject: source.subtitle ?? "",
      CreationDate: moment,
      ModDate: moment,
    },
    ...(source.password && {
      userPassword: source.password,
      ownerPassword: `owner of ${source.password}`,
      permissions: { printing: "highResolution", contentAccessibility: true },
    }),
  });
  const done = collect(doc);
  doc.registerFont(
    REGULAR,
    require.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  );
  doc.registerFont(
    BOLD,
    require.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
  );

  const root = doc.struct("Document");
  doc.addStructure(root);
  (source.certificate ? drawCertificate : drawCover)(doc, source, root);
  const blocks = parseMarkup(source.body);
  const wide = blocks[0].kind === "diagram" && drawDiagram(blocks[0].name, null).landscape;
  doc.addPage({ size: "A4", margin: 0, layout: wide ? "landscape" : "portrait" });
  const flow = new Flow(doc, issuer, root, pages, density);
  flow.set(blocks);
  drawRunningLines(doc, source, issuer);
  root.end();
  const { count } = doc.bufferedPageRange();
  doc.end();
  const bytes = await done;
  restore();
  return { bytes, headings: flow.headings, count, lastPage: flow.fill };
}

function drawRunningLines(doc, source, issuer) {
  const { count } = doc.bufferedPageRange();
  for (let i = 1; i < count; i++) {
    doc.switchToPage(i);
    const { width, height } = doc.page;
    doc.markContent("Artifact", { type: "Pagination" });
    const put = (text, y, options) => {
      const { font = REGULAR, colour = GREY, align } = options;
      showLine(doc, breakLines(doc, text, { size: 7.8, width: Infinity, font })[0], MARGIN, y, {
        size: 7.8,
        colour,
        align,
        width: width - 2 * MARGIN,
      });
    };
    put(issuer.name, 44, { font: BOLD, colour: issuer.accent });
    put(source.title, 44, { align: "right" });
    doc.lineWidth(0.5).strokeOpacity(1).strokeColor("#cfd9dc");
    doc
      .moveTo(MARGIN, 62)
      .lineTo(width - MARGIN, 62)
      .stroke();
    doc
      .moveTo(MARGIN, height - 58)
      .lineTo(width - MARGIN, height - 58)
      .stroke();
    put(source.classification, height - 48, {});
    put(`Page ${i + 1} of ${count}`, height - 48, { align: "right" });
    doc.endMarkedContent();
  }
}

function collect(doc) {
  const chunks = [];
  doc.on("data", (chunk) => chunks.push(chunk));
  return new Promise((resolve) => doc.on("end", () => resolve(Buffer.concat(chunks))));
}

/** Encryption draws salts and vectors; a fixed sequence keeps the protected file the same from run to run. */
function fixRandomness() {
  const { crypto } = globalThis;
  const original = crypto.getRandomValues;
  let state = 20260101;
  crypto.getRandomValues = (bytes) => {
    for (let i = 0; i < bytes.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      bytes[i] = state >>> 24;
    }
    return bytes;
  };
  return () => {
    crypto.getRandomValues = original;
  };
}
