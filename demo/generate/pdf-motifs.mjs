/** The drawing on each issuer's cover: a few plain shapes, clipped to the cover's block. */

/**
 * @typedef {{ x: number, y: number, w: number, h: number }} Area
 * @typedef {{ ink: string, accent: string, bright: string }} Colours
 */

/** @type {Record<string, (doc: PDFKit.PDFDocument, area: Area, colours: Colours) => void>} */
export const motifs = {
  /** Layered ridges. */
  peaks(doc, { x, y, w, h }, { accent, bright }) {
    const ridge = (points, colour, opacity) => {
      doc.moveTo(x, y + h);
      for (const [px, py] of points) doc.lineTo(x + w * px, y + h * py);
      doc
        .lineTo(x + w, y + h)
        .closePath()
        .fillOpacity(opacity)
        .fill(colour);
    };
    ridge(
      [
        [0, 0.9],
        [0.3, 0.72],
        [0.66, 0.2],
        [0.86, 0.5],
        [1, 0.4],
      ],
      accent,
      0.55,
    );
    ridge(
      [
        [0, 0.98],
        [0.44, 0.78],
        [0.72, 0.52],
        [1, 0.74],
      ],
      accent,
      0.8,
    );
    ridge(
      [
        [0.34, 1],
        [0.66, 0.84],
        [0.84, 0.7],
        [1, 0.82],
      ],
      bright,
      0.28,
    );
    doc
      .circle(x + w * 0.84, y + h * 0.2, 26)
      .fillOpacity(0.9)
      .fill(bright);
  },

  /** A globe of ellipses, rising from the corner. */
  globe(doc, { x, y, w, h }, { accent, bright }) {
    const [cx, cy, r] = [x + w * 0.78, y + h * 0.78, h * 0.56];
    doc.circle(cx, cy, r).fillOpacity(0.6).fill(accent);
    doc.lineWidth(1.1).strokeColor(bright).strokeOpacity(0.55);
    doc.circle(cx, cy, r).stroke();
    for (const k of [0.33, 0.7]) doc.ellipse(cx, cy, r * k, r).stroke();
    for (const k of [-0.6, -0.25, 0.1]) {
      const half = r * Math.sqrt(1 - k * k);
      doc
        .moveTo(cx - half, cy + r * k)
        .lineTo(cx + half, cy + r * k)
        .stroke();
    }
    const [px, py, arm] = [x + w * 0.6, y + h * 0.36, 13];
    doc.fillOpacity(0.95);
    doc.roundedRect(px - arm, py - arm / 3, arm * 2, (arm * 2) / 3, 3).fill(bright);
    doc.roundedRect(px - arm / 3, py - arm, (arm * 2) / 3, arm * 2, 3).fill(bright);
  },

  /** Meridians: circles through two poles. */
  meridians(doc, { x, y, w, h }, { accent, bright }) {
    const [cx, cy] = [x + w, y + h * 0.5];
    for (let i = 0; i < 9; i++) {
      doc
        .lineWidth(1.2)
        .strokeOpacity(0.18 + i * 0.05)
        .strokeColor(i > 5 ? bright : accent);
      doc.ellipse(cx, cy, w * (0.75 - i * 0.082), h * 0.62).stroke();
    }
    doc
      .fillOpacity(0.35)
      .ellipse(cx, cy, w * 0.2, h * 0.62)
      .fill(accent);
  },

  /** Growth rings. */
  rings(doc, { x, y, w, h }, { accent, bright }) {
    for (let i = 8; i >= 0; i--) {
      doc
        .circle(x + w * 0.82, y + h * 0.74, 16 + i * 27)
        .fillOpacity(i % 2 ? 0.2 : 0.34)
        .fill(i === 0 ? bright : accent);
    }
  },

  /** A field of squares, one of them found. */
  grid(doc, { x, y, w, h }, { accent, bright }) {
    const step = 34;
    for (let row = 0; row < 9; row++) {
      for (let column = 0; column < 11; column++) {
        const near = Math.hypot(column - 7.2, row - 5.1);
        if (near > 5.4) continue;
        doc.fillOpacity(Math.max(0.1, 0.75 - near * 0.12));
        doc.rect(x + w * 0.36 + column * step, y + h * 0.2 + row * step, step - 7, step - 7);
        doc.fill(column === 7 && row === 5 ? bright : accent);
      }
    }
  },

  /** Arches, one within the other. */
  arches(doc, { x, y, w, h }, { accent, bright }) {
    const base = y + h;
    [168, 133, 98, 63, 28].forEach((r, i) => {
      const cx = x + w * 0.74;
      const top = base - r * 0.95;
      doc
        .moveTo(cx - r, base)
        .lineTo(cx - r, top)
        .bezierCurveTo(cx - r, top - r * 0.55 * 1.34, cx - r * 0.55, top - r, cx, top - r);
      doc
        .bezierCurveTo(cx + r * 0.55, top - r, cx + r, top - r * 0.55 * 1.34, cx + r, top)
        .lineTo(cx + r, base)
        .closePath();
      doc.fillOpacity(i === 4 ? 0.9 : 0.3).fill(i === 4 ? bright : accent);
    });
  },

  /** Swell. */
  waves(doc, { x, y, w, h }, { accent, bright }) {
    for (let i = 0; i < 5; i++) {
      const top = y + h * (0.46 + i * 0.115);
      const lift = i % 2 ? -26 : 26;
      doc
        .moveTo(x, top)
        .bezierCurveTo(
          x + w * 0.3,
          top - lift * 2,
          x + w * 0.62,
          top + lift * 2,
          x + w,
          top - lift,
        );
      doc
        .lineTo(x + w, y + h)
        .lineTo(x, y + h)
        .closePath()
        .fillOpacity(i === 2 ? 0.2 : 0.32)
        .fill(i === 2 ? bright : accent);
    }
  },
};

/** A mark of three strokes at the size of a letter, before an issuer's name. */
export function drawMark(doc, issuer, x, y, size) {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32);
  marks[issuer.motif](doc, issuer);
  doc.restore();
}

const marks = {
  peaks(doc, { bright }) {
    doc.fillOpacity(1).path("M13 5.5 1.4 26.2A2 2 0 0 0 3.1 29.2H21L13 5.5Z").fill(bright);
    doc.fillOpacity(0.6).path("M21 10.5 30.7 26.3A2 2 0 0 1 29 29.2H10L21 10.5Z").fill("#ffffff");
  },
  globe(doc, { bright }) {
    doc.lineWidth(2.6).strokeOpacity(1).strokeColor(bright).circle(16, 16, 13).stroke();
    doc.fillOpacity(1).path("M13.4 8h5.2v5.4H24v5.2h-5.4V24h-5.2v-5.4H8v-5.2h5.4Z").fill("#ffffff");
  },
  meridians(doc, { bright }) {
    doc.lineWidth(2.2).strokeOpacity(1).strokeColor(bright);
    doc.circle(16, 16, 13).stroke().ellipse(16, 16, 5.5, 13).stroke();
    doc.moveTo(16, 3).lineTo(16, 29).strokeColor("#ffffff").stroke();
  },
  rings(doc, { bright }) {
    doc.lineWidth(2.6).strokeOpacity(1).strokeColor(bright);
    for (const r of [13, 7.6]) doc.circle(16, 16, r).stroke();
    doc.fillOpacity(1).circle(16, 16, 2.8).fill("#ffffff");
  },
  grid(doc, { bright }) {
    doc.fillOpacity(0.85);
    for (const [px, py] of [
      [3, 3],
      [12.5, 3],
      [22, 3],
      [3, 12.5],
      [22, 12.5],
      [3, 22],
      [12.5, 22],
    ])
      doc.rect(px, py, 7, 7).fill(bright);
    doc.fillOpacity(1).rect(12.5, 12.5, 7, 7).fill("#ffffff").rect(22, 22, 7, 7).fill("#ffffff");
  },
  arches(doc, { bright }) {
    doc.lineWidth(2.6).strokeOpacity(1).strokeColor(bright);
    doc
      .moveTo(3, 28)
      .lineTo(3, 16)
      .bezierCurveTo(3, 8.8, 8.8, 3, 16, 3)
      .bezierCurveTo(23.2, 3, 29, 8.8, 29, 16)
      .lineTo(29, 28)
      .stroke();
    doc
      .moveTo(10, 28)
      .lineTo(10, 16.5)
      .bezierCurveTo(10, 13.2, 12.7, 10.5, 16, 10.5)
      .bezierCurveTo(19.3, 10.5, 22, 13.2, 22, 16.5)
      .lineTo(22, 28)
      .strokeColor("#ffffff")
      .stroke();
  },
  waves(doc, { bright }) {
    doc.lineWidth(3).lineCap("round").strokeOpacity(1);
    [
      ["#ffffff", 9],
      [bright, 16],
      [bright, 23],
    ].forEach(([colour, py]) => {
      doc
        .moveTo(3, py)
        .bezierCurveTo(9, py - 7, 13, py + 7, 19, py)
        .bezierCurveTo(22, py - 3.5, 26, py - 3, 29, py);
      doc.strokeColor(colour).stroke();
    });
  },
};
