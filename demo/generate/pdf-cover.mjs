/** First pages: a cover for reports and policies, a framed sheet for certificates. */
import { FICTION, issuers } from "./issuers.mjs";
import { drawMark, motifs } from "./pdf-motifs.mjs";
import { BOLD, REGULAR, breakLines, showLine } from "./pdf-text.mjs";

const GREY = "#5b6970";
const TEXT = "#1c2a30";
const MARGIN = 62;

/** @param {PDFKit.PDFDocument} doc @param {import("./pdf.mjs").PdfSource} source @param {any} root structure element */
export function drawCover(doc, source, root) {
  const issuer = issuers[source.issuer];
  const { width, height } = doc.page;
  const block = { x: 0, y: 0, w: width, h: Math.round(height * 0.6) };

  doc.markContent("Artifact", { type: "Layout" });
  doc.rect(block.x, block.y, block.w, block.h).fillOpacity(1).fill(issuer.ink);
  doc.save().rect(block.x, block.y, block.w, block.h).clip();
  motifs[issuer.motif](doc, { x: 0, y: block.h * 0.36, w: block.w, h: block.h * 0.64 }, issuer);
  doc.restore();
  drawMark(doc, issuer, MARGIN, 56, 30);
  doc.endMarkedContent();

  tagged(doc, root, "P", () => {
    put(doc, issuer.name, MARGIN + 40, 61, { size: 16, colour: "#ffffff", font: BOLD });
  });
  tagged(doc, root, "P", () => {
    put(doc, source.classification.toUpperCase(), MARGIN, 66, {
      size: 7.5,
      colour: issuer.bright,
      font: BOLD,
      align: "right",
      width: width - 2 * MARGIN,
    });
  });

  let y = 138;
  tagged(doc, root, "H1", () => {
    y = flow(doc, source.title, MARGIN, y, {
      size: 34,
      leading: 40,
      width: 400,
      colour: "#ffffff",
      font: BOLD,
      spacing: -0.5,
    });
  });
  if (source.subtitle) {
    tagged(doc, root, "P", () => {
      flow(doc, source.subtitle, MARGIN, y + 10, {
        size: 13,
        leading: 19,
        width: 360,
        colour: issuer.bright,
      });
    });
  }

  y = block.h + 44;
  const column = (width - 2 * MARGIN) / 2;
  source.meta.forEach(([label, value], i) => {
    const x = MARGIN + (i % 2) * column;
    const top = y + Math.floor(i / 2) * 48;
    tagged(doc, root, "P", () => {
      put(doc, label, x, top, { size: 7.8, colour: GREY });
      flow(doc, value, x, top + 12, {
        size: 10.5,
        leading: 14,
        width: column - 18,
        colour: TEXT,
        font: BOLD,
      });
    });
  });
  tagged(doc, root, "P", () => {
    put(doc, `${issuer.legal}, ${issuer.address}`, MARGIN, height - 84, {
      size: 7.8,
      colour: GREY,
    });
    put(doc, FICTION, MARGIN, height - 70, { size: 7, colour: GREY });
  });
}

/** @param {PDFKit.PDFDocument} doc @param {import("./pdf.mjs").PdfSource} source @param {any} root */
export function drawCertificate(doc, source, root) {
  const issuer = issuers[source.issuer];
  const { width, height } = doc.page;
  const { certificate } = source;
  const centre = { align: "center", width: width - 2 * 84 };

  doc.markContent("Artifact", { type: "Layout" });
  doc.rect(0, 0, width, height).fillOpacity(1).fill(issuer.tint);
  doc.rect(30, 30, width - 60, height - 60).fill("#ffffff");
  doc
    .strokeOpacity(1)
    .lineWidth(2.4)
    .strokeColor(issuer.accent)
    .rect(38, 38, width - 76, height - 76)
    .stroke();
  doc
    .lineWidth(0.6)
    .rect(44, 44, width - 88, height - 88)
    .stroke();
  rosette(doc, width / 2, 214, 64, issuer.accent);
  doc
    .circle(width / 2, 214, 25)
    .fillOpacity(1)
    .fill(issuer.ink);
  drawMark(doc, issuer, width / 2 - 15, 199, 30);
  doc.endMarkedContent();

  tagged(doc, root, "P", () =>
    put(doc, issuer.legal, 84, 84, { size: 13, colour: issuer.ink, font: BOLD, ...centre }),
  );
  tagged(doc, root, "P", () =>
    put(doc, `${issuer.address}  ·  ${source.classification}`, 84, 106, {
      size: 8,
      colour: GREY,
      ...centre,
    }),
  );
  tagged(doc, root, "H1", () =>
    put(doc, "Certificate of Registration", 84, 306, {
      size: 25,
      colour: issuer.ink,
      font: BOLD,
      ...centre,
    }),
  );
  let y = 350;
  tagged(doc, root, "P", () =>
    put(doc, "This is to certify that the management system of", 84, y, {
      size: 10,
      colour: GREY,
      ...centre,
    }),
  );
  tagged(doc, root, "P", () => {
    put(doc, certificate.holder, 84, y + 24, { size: 17, colour: TEXT, font: BOLD, ...centre });
    put(doc, certificate.holderAddress, 84, y + 49, { size: 9, colour: GREY, ...centre });
  });
  tagged(doc, root, "P", () =>
    put(doc, "has been assessed and conforms to", 84, y + 78, {
      size: 10,
      colour: GREY,
      ...centre,
    }),
  );
  tagged(doc, root, "P", () => {
    put(doc, certificate.standard, 84, y + 100, {
      size: 20,
      colour: issuer.accent,
      font: BOLD,
      ...centre,
    });
    put(doc, certificate.standardTitle, 84, y + 128, { size: 9.5, colour: GREY, ...centre });
  });
  tagged(doc, root, "P", () => {
    y = flow(doc, certificate.scope, 104, y + 160, {
      size: 10,
      leading: 15.5,
      colour: TEXT,
      align: "center",
      width: width - 208,
    });
  });

  const column = (width - 168) / 2;
  y = 612;
  source.meta.forEach(([label, value], i) => {
    const x = 84 + (i % 2) * column;
    const top = y + Math.floor(i / 2) * 40;
    tagged(doc, root, "P", () => {
      put(doc, label, x, top, { size: 7.8, colour: GREY });
      put(doc, value, x, top + 12, { size: 10, colour: TEXT, font: BOLD });
    });
  });
  tagged(doc, root, "P", () =>
    flow(doc, FICTION, 84, height - 84, { size: 7, leading: 10, colour: GREY, ...centre }),
  );
}

/** The fine curves that make a certificate hard to copy. */
function rosette(doc, cx, cy, radius, colour) {
  doc.lineWidth(0.45).strokeColor(colour).strokeOpacity(0.75);
  for (const [outer, petals, turn] of [
    [1, 16, 0],
    [1, 16, 1 / 3],
    [1, 16, 2 / 3],
    [0.72, 24, 0],
    [0.72, 24, 0.5],
  ]) {
    for (let i = 0; i < 288; i++) {
      const angle = (i / 288) * Math.PI * 2;
      const r = radius * outer * (0.86 + 0.14 * Math.cos(petals * angle + turn * 2 * Math.PI));
      const [px, py] = [cx + r * Math.cos(angle), cy + r * Math.sin(angle)].map(
        (v) => Math.round(v * 10) / 10,
      );
      if (i === 0) doc.moveTo(px, py);
      else doc.lineTo(px, py);
    }
    doc.closePath().stroke();
  }
  doc.strokeOpacity(1);
}

export function tagged(doc, parent, type, draw, options = {}) {
  const element = doc.struct(type, options);
  parent.add(element);
  element.add(doc.markStructureContent(type));
  draw();
  doc.endMarkedContent();
  element.end();
}

function put(doc, text, x, y, { size, colour, font = REGULAR, align, width }) {
  const [line] = breakLines(doc, text, { size, width: Infinity, font });
  showLine(doc, line, x, y, { size, colour, align, width });
}

function flow(doc, text, x, y, { size, leading, width, colour, font = REGULAR, align, spacing }) {
  for (const line of breakLines(doc, text, { size, width, font })) {
    showLine(doc, line, x, y, { size, colour, align, width, spacing });
    y += leading;
  }
  return y;
}
