/**
 * Diagrams as data, 1000 units wide unless they say otherwise, drawn by the same strokes as SVG (for PNG files) and into a PDF page.
 * A zone is a labelled area; a node is a box in it; an edge joins the sides of two nodes (`id.t`, `.r`, `.b`,
 * `.l`, with `+n` to shift along the side) by a straight line or one elbow.
 */
import { diagrams } from "./diagram-plans.mjs";
import { issuers } from "./issuers.mjs";
import { typographic } from "./markup.mjs";
import { BOLD, REGULAR, breakLines, showLine } from "./pdf-text.mjs";

const TEXT = "#1c2a30";
const GREY = "#5b6970";

/** @param {string} name @param {PDFKit.PDFDocument | null} doc null only measures */
export function drawDiagram(name, doc) {
  const plan = diagrams[name];
  if (doc) draw(plan, pdfPen(doc));
  return {
    width: plan.width ?? 1000,
    height: plan.height,
    landscape: plan.landscape ?? false,
    alt: plan.alt,
  };
}

/** @param {string} name @returns {string} a sheet with title, legend and classification around the diagram */
export function diagramSvg(name) {
  const plan = diagrams[name];
  const issuer = issuers[plan.issuer];
  const pen = svgPen();
  const height = plan.height + 150;
  pen.box(0, 0, 1000, height, { fill: "#ffffff" });
  pen.box(0, 0, 1000, 6, { fill: issuer.accent });
  pen.text(plan.title, 40, 34, { size: 24, colour: issuer.ink, bold: true });
  pen.text(plan.subtitle, 40, 67, { size: 13, colour: GREY });
  pen.text(plan.classification.toUpperCase(), 960, 40, {
    size: 10,
    colour: issuer.accent,
    bold: true,
    align: "right",
  });
  pen.inset(100, () => draw(plan, pen));
  pen.path(
    [
      [40, height - 36],
      [960, height - 36],
    ],
    { colour: "#cfd9dc", width: 1 },
  );
  pen.text(`${issuer.legal}  ·  ${plan.version}`, 40, height - 26, { size: 10, colour: GREY });
  pen.text("Fictional company, sample content of Open Trust Center", 960, height - 26, {
    size: 10,
    colour: GREY,
    align: "right",
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 ${height}" font-family="Inter">${pen.out.join("")}</svg>`;
}

function draw({ issuer: key, zones, nodes, edges }, pen) {
  const issuer = issuers[key];
  const tones = {
    plain: { fill: "#ffffff", stroke: "#9fb0b6", text: TEXT },
    strong: { fill: issuer.accent, stroke: issuer.accent, text: "#ffffff" },
    store: { fill: issuer.tint, stroke: issuer.accent, text: TEXT },
    outside: { fill: "#f4f5f6", stroke: "#b4bec2", text: TEXT },
  };
  for (const { x, y, w, h, label, quiet } of zones) {
    pen.box(x, y, w, h, {
      fill: quiet ? "#fafbfb" : issuer.tint,
      stroke: quiet ? "#c6d0d4" : issuer.accent,
      radius: 10,
      dash: quiet,
      thin: true,
    });
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const [from, to, label] of edges) {
    const points = route(anchor(byId, from), anchor(byId, to));
    pen.path(points, { colour: "#54666d", width: 1.4, arrow: true });
    if (label) {
      const middle = Math.floor((points.length - 1) / 2);
      const [[ax, ay], [bx, by]] = [points[middle], points[middle + 1]];
      const [cx, cy] = [(ax + bx) / 2, (ay + by) / 2];
      const width = pen.measure(label, 9.5) + 10;
      pen.box(cx - width / 2, cy - 8, width, 16, { fill: "#ffffff", radius: 8 });
      pen.text(label, cx, cy - 5.6, { size: 9.5, colour: GREY, align: "center" });
    }
  }
  // Labels last and on a ground of their own: an edge may have to pass behind one.
  for (const { x, y, label, quiet } of zones) {
    pen.box(x + 10, y + 8, pen.measure(label, 11) * 1.16 + 8, 17, {
      fill: quiet ? "#fafbfb" : issuer.tint,
    });
    pen.text(label, x + 14, y + 11, { size: 11, colour: quiet ? GREY : issuer.accent, bold: true });
  }
  for (const { x, y, w, h, label, sub, tone = "plain" } of nodes) {
    const { fill, stroke, text } = tones[tone];
    pen.box(x, y, w, h, { fill, stroke, radius: 6 });
    const lines = sub ? sub.split("\n") : [];
    const top = y + (h - 16 - lines.length * 13) / 2;
    pen.text(label, x + w / 2, top, { size: 12.5, colour: text, bold: true, align: "center" });
    lines.forEach((line, i) => {
      pen.text(line, x + w / 2, top + 17 + i * 13, {
        size: 9.8,
        colour: tone === "strong" ? "#ffffff" : GREY,
        align: "center",
      });
    });
  }
}

function anchor(byId, reference) {
  const [, id, side, shift] = reference.match(/^([\w-]+)\.([trbl])([+-]\d+)?$/);
  const { x, y, w, h } = byId.get(id);
  const along = Number(shift ?? 0);
  if (side === "t") return { x: x + w / 2 + along, y, side };
  if (side === "b") return { x: x + w / 2 + along, y: y + h, side };
  if (side === "l") return { x, y: y + h / 2 + along, side };
  return { x: x + w, y: y + h / 2 + along, side };
}

function route(a, b) {
  const vertical = ({ side }) => side === "t" || side === "b";
  if (Math.abs(a.x - b.x) < 1 || Math.abs(a.y - b.y) < 1)
    return [
      [a.x, a.y],
      [b.x, b.y],
    ];
  if (vertical(a) && vertical(b)) {
    const y = (a.y + b.y) / 2;
    return [
      [a.x, a.y],
      [a.x, y],
      [b.x, y],
      [b.x, b.y],
    ];
  }
  if (!vertical(a) && !vertical(b)) {
    const x = (a.x + b.x) / 2;
    return [
      [a.x, a.y],
      [x, a.y],
      [x, b.y],
      [b.x, b.y],
    ];
  }
  const corner = vertical(a) ? [a.x, b.y] : [b.x, a.y];
  return [[a.x, a.y], corner, [b.x, b.y]];
}

/** The three points of an arrow's head at the end of a path. */
function head(points) {
  const [[ax, ay], [bx, by]] = points.slice(-2);
  const angle = Math.atan2(by - ay, bx - ax);
  const at = (turn, length) => [
    bx - length * Math.cos(angle + turn),
    by - length * Math.sin(angle + turn),
  ];
  return [[bx, by], at(0.42, 8), at(-0.42, 8)];
}

function svgPen() {
  const out = [];
  const n = (value) => Math.round(value * 100) / 100;
  return {
    out,
    inset(dy, drawing) {
      out.push(`<g transform="translate(0 ${dy})">`);
      drawing();
      out.push("</g>");
    },
    box(x, y, w, h, { fill, stroke, radius = 0, dash, thin }) {
      const line = stroke
        ? ` stroke="${stroke}" stroke-width="${thin ? 1 : 1.4}"${dash ? ' stroke-dasharray="5 4"' : ""}`
        : "";
      out.push(
        `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${radius}" fill="${fill}"${line}/>`,
      );
    },
    text(text, x, y, { size, colour, bold, align = "left" }) {
      const anchorAt = { left: "start", center: "middle", right: "end" }[align];
      const escaped = typographic(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      out.push(
        `<text x="${n(x)}" y="${n(y + size * 0.97)}" font-size="${size}" font-weight="${bold ? 600 : 400}" fill="${colour}" text-anchor="${anchorAt}">${escaped}</text>`,
      );
    },
    path(points, { colour, width, arrow }) {
      out.push(
        `<polyline points="${points.map((p) => p.map(n).join(",")).join(" ")}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"/>`,
      );
      if (arrow)
        out.push(
          `<polygon points="${head(points)
            .map((p) => p.map(n).join(","))
            .join(" ")}" fill="${colour}"/>`,
        );
    },
    measure: (text, size) => text.length * size * 0.54,
  };
}

function pdfPen(doc) {
  return {
    box(x, y, w, h, { fill, stroke, radius = 0, dash, thin }) {
      doc
        .lineWidth(thin ? 1 : 1.4)
        .fillOpacity(1)
        .strokeOpacity(1);
      doc.roundedRect(x, y, w, h, radius);
      if (!stroke) doc.fill(fill);
      else {
        if (dash) doc.dash(5, { space: 4 });
        doc.fillAndStroke(fill, stroke).undash();
      }
    },
    text(text, x, y, { size, colour, bold, align = "left" }) {
      const [line] = breakLines(doc, text, { size, width: Infinity, font: bold ? BOLD : REGULAR });
      const shift = { left: 0, center: line.width / 2, right: line.width }[align];
      showLine(doc, line, x - shift, y, { size, colour });
    },
    path(points, { colour, width, arrow }) {
      const trace = (list) =>
        list.forEach(([x, y], i) => (i === 0 ? doc.moveTo(x, y) : doc.lineTo(x, y)));
      doc.lineWidth(width).strokeOpacity(1).fillOpacity(1);
      trace(points);
      doc.stroke(colour);
      if (!arrow) return;
      trace(head(points));
      doc.closePath().fill(colour);
    },
    measure: (text, size) => breakLines(doc, text, { size, width: Infinity })[0].width,
  };
}
