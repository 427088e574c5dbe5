/** Setting blocks down the pages: each knows its height, asks for room, draws and tags itself. */
import { drawDiagram } from "./diagrams.mjs";
import { BOLD, REGULAR, breakLines, showLine } from "./pdf-text.mjs";

const TEXT = "#1c2a30";
const GREY = "#5b6970";
const RULE = "#cfd9dc";
const LEFT = 62;
const TOP = 92;
const BOTTOM = 84;
const CELL = { size: 8.3, leading: 12, pad: 6 };
const STATUS = { ok: "#2b8a57", warn: "#c98a12", bad: "#c0392b", info: "#3a78b5" };

export class Flow {
  /**
   * @param {PDFKit.PDFDocument} doc
   * @param {import("./issuers.mjs").Issuer} issuer
   * @param {any} root structure element
   * @param {Map<string, { level: number, page: number }>} pages where the headings stood in an earlier run
   * @param {number} density 1, or less to set lines and blocks closer
   */
  constructor(doc, issuer, root, pages, density) {
    Object.assign(this, { doc, issuer, root, pages, density });
    this.body = { size: 9.6, leading: 15 * density };
    this.headings = [];
    this.section = 0;
    this.subsection = 0;
    this.y = TOP;
  }

  /** @param {import("./markup.mjs").Block[]} blocks */
  set(blocks) {
    blocks.forEach((block, i) => {
      this.next = blocks[i + 1];
      if (block.kind === "break") this.break();
      else this[block.kind](block);
    });
  }

  get width() {
    return this.doc.page.width - 2 * LEFT;
  }

  get bottom() {
    return this.doc.page.height - BOTTOM;
  }

  /** How much of the last page is used, from 0 to 1. */
  get fill() {
    return (this.y - TOP) / (this.bottom - TOP);
  }

  gap(height) {
    this.y += height * this.density;
  }

  room(height) {
    if (this.y + height > this.bottom) this.break();
  }

  /** @param {"portrait" | "landscape"} [layout] */
  break(layout = "portrait") {
    this.doc.addPage({ size: "A4", margin: 0, layout });
    this.y = TOP;
  }

  pageNumber() {
    const { start, count } = this.doc.bufferedPageRange();
    return start + count;
  }

  artifact(draw) {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw(this.doc);
    this.doc.endMarkedContent();
  }

  element(type, parent, draw, options = {}) {
    const element = this.doc.struct(type, options);
    parent.add(element);
    draw(element);
    element.end();
  }

  /** Lines of text with a tag of their own; they may run over to the next page. */
  lines(type, parent, lines, x, { size, leading, colour = TEXT }) {
    this.element(type, parent, (element) => {
      element.add(this.doc.markStructureContent(type));
      for (const line of lines) {
        this.room(leading);
        showLine(this.doc, line, x, this.y, { size, colour });
        this.y += leading;
      }
      this.doc.endMarkedContent();
    });
  }

  heading({ level, text, numbered: hasNumber }) {
    const numbered = (hasNumber ? this.number(level) : "") + text;
    const size = level === 1 ? 16 : 11.5;
    const lines = breakLines(this.doc, numbered, { size, width: this.width, font: BOLD });
    const follows = this.next?.kind === "heading" ? 130 : 84;
    if (this.y > TOP) this.gap(level === 1 ? 22 : 12);
    this.room(lines.length * size * 1.35 + follows);
    this.headings.push({ text: numbered, level, page: this.pageNumber() });
    if (level === 1) this.doc.outline.addItem(numbered.replace("~~", " "));
    this.lines(level === 1 ? "H1" : "H2", this.root, lines, LEFT, {
      size,
      leading: size * 1.35,
      colour: level === 1 ? this.issuer.accent : TEXT,
    });
    this.gap(level === 1 ? 8 : 4);
  }

  number(level) {
    if (level === 1) {
      this.subsection = 0;
      return `${++this.section}~~`;
    }
    return `${this.section}.${++this.subsection}~~`;
  }

  paragraph({ text }) {
    const lines = breakLines(this.doc, text, { ...this.body, width: this.width });
    if (lines.length <= 3) this.room(lines.length * this.body.leading);
    else this.room(2 * this.body.leading);
    this.lines("P", this.root, lines, LEFT, this.body);
    this.gap(8);
  }

  list({ ordered, items }) {
    this.element("L", this.root, (list) => {
      items.forEach((item, i) => {
        const lines = breakLines(this.doc, item, { ...this.body, width: this.width - 18 });
        this.room(Math.min(2, lines.length) * this.body.leading);
        this.element("LI", list, (entry) => {
          const top = this.y;
          this.artifact((doc) => {
            if (!ordered)
              doc
                .circle(LEFT + 5, top + 6.2, 1.7)
                .fillOpacity(1)
                .fill(this.issuer.accent);
            else
              showLine(
                doc,
                breakLines(doc, `${i + 1}.`, { size: this.body.size, width: 40, font: BOLD })[0],
                LEFT,
                top,
                { size: this.body.size, colour: this.issuer.accent },
              );
          });
          this.lines("LBody", entry, lines, LEFT + 18, this.body);
        });
        this.gap(3);
      });
    });
    this.gap(6);
  }

  callout({ text }) {
    const lines = breakLines(this.doc, text, { size: 9.2, width: this.width - 32 });
    const height = lines.length * 14 + 20;
    this.room(height);
    this.artifact((doc) => {
      doc.rect(LEFT, this.y, this.width, height).fillOpacity(1).fill(this.issuer.tint);
      doc.rect(LEFT, this.y, 3, height).fill(this.issuer.accent);
    });
    const after = this.y + height + 10;
    this.y += 10.5;
    this.lines("P", this.root, lines, LEFT + 18, { size: 9.2, leading: 14 });
    this.y = after;
  }

  table({ rows, widths }) {
    const shares = widths ?? rows[0].map(() => 1);
    const total = shares.reduce((sum, share) => sum + share, 0);
    const columns = shares.map((share) => (share / total) * this.width);
    const [head, ...body] = rows.map((row, i) => this.row(row, columns, i === 0));
    const whole = [head, ...body].reduce((sum, row) => sum + row.height, 0);
    this.room(whole < 0.35 * this.bottom ? whole : head.height + body[0].height + 6);
    this.element("Table", this.root, (table) => {
      this.showRow(table, head, columns, true);
      body.forEach((row, i) => {
        // The last row never stands alone on a page.
        const need = i === body.length - 2 ? row.height + body[i + 1].height : row.height;
        if (this.y + need > this.bottom) {
          this.break();
          this.showRow(table, head, columns, true);
        }
        this.showRow(table, row, columns, false);
      });
    });
    this.gap(14);
  }

  row(cells, columns, isHead) {
    const set = cells.map((cell, i) => {
      const [, status, text] = cell.match(/^(?:\[(ok|warn|bad|info)\]\s*)?(.*)$/);
      const inset = status ? 11 : 0;
      const font = isHead ? BOLD : REGULAR;
      return {
        status,
        inset,
        lines: breakLines(this.doc, text, {
          size: CELL.size,
          width: columns[i] - 2 * CELL.pad - inset,
          font,
        }),
      };
    });
    return {
      cells: set,
      height:
        Math.max(1, ...set.map((cell) => cell.lines.length)) * CELL.leading +
        2 * CELL.pad * this.density -
        1,
    };
  }

  showRow(table, { cells, height }, columns, isHead) {
    const top = this.y;
    this.artifact((doc) => {
      if (isHead) doc.rect(LEFT, top, this.width, height).fillOpacity(1).fill(this.issuer.tint);
      doc
        .lineWidth(isHead ? 1 : 0.5)
        .strokeOpacity(1)
        .strokeColor(isHead ? this.issuer.accent : RULE);
      doc
        .moveTo(LEFT, top + height)
        .lineTo(LEFT + this.width, top + height)
        .stroke();
      let x = LEFT;
      cells.forEach(({ status }, i) => {
        if (status)
          doc
            .circle(x + CELL.pad + 3.2, top + CELL.pad * this.density + 5.2, 3.2)
            .fillOpacity(1)
            .fill(STATUS[status]);
        x += columns[i];
      });
    });
    this.element("TR", table, (tr) => {
      let x = LEFT;
      cells.forEach(({ lines, inset }, i) => {
        this.y = top + CELL.pad * this.density;
        const type = isHead ? "TH" : "TD";
        this.element(
          type,
          tr,
          (cell) => {
            cell.add(this.doc.markStructureContent(type));
            for (const line of lines) {
              showLine(this.doc, line, x + CELL.pad + inset, this.y, {
                size: CELL.size,
                colour: isHead ? this.issuer.ink : TEXT,
              });
              this.y += CELL.leading;
            }
            this.doc.endMarkedContent();
          },
          isHead ? { scope: "Column" } : {},
        );
        x += columns[i];
      });
    });
    this.y = top + height;
  }

  figures({ entries }) {
    const gap = 10;
    const width = (this.width - gap * (entries.length - 1)) / entries.length;
    const labels = entries.map(({ label }) =>
      breakLines(this.doc, label, { size: 8, width: width - 20 }),
    );
    const height = 47 + Math.max(...labels.map((lines) => lines.length)) * 11;
    this.room(height);
    const top = this.y;
    entries.forEach(({ value }, i) => {
      const x = LEFT + i * (width + gap);
      this.artifact((doc) => {
        doc.roundedRect(x, top, width, height, 4).fillOpacity(1).fill(this.issuer.tint);
      });
      this.element("P", this.root, (p) => {
        p.add(this.doc.markStructureContent("P"));
        showLine(
          this.doc,
          breakLines(this.doc, value, { size: 19, width: Infinity, font: BOLD })[0],
          x + 10,
          top + 9,
          { size: 19, colour: this.issuer.accent },
        );
        labels[i].forEach((line, j) =>
          showLine(this.doc, line, x + 10, top + 36 + j * 11, { size: 8, colour: GREY }),
        );
        this.doc.endMarkedContent();
      });
    });
    this.y = top + height + 14;
  }

  bars({ entries }) {
    const shares = entries.every(({ value }) => value.endsWith("%"));
    const largest = shares
      ? 100
      : Math.max(1, ...entries.map(({ value }) => Number.parseFloat(value)));
    this.room(entries.length * 21 + 8);
    const labelWidth = 128;
    const span = this.width - labelWidth - 46;
    this.element(
      "Figure",
      this.root,
      (figure) => {
        figure.add(this.doc.markStructureContent("Figure"));
        for (const { label, value } of entries) {
          const length = (Number.parseFloat(value) / largest) * span;
          showLine(
            this.doc,
            breakLines(this.doc, label, { size: 8.6, width: Infinity })[0],
            LEFT,
            this.y + 2,
            { size: 8.6, colour: TEXT },
          );
          this.doc
            .rect(LEFT + labelWidth, this.y, span, 14)
            .fillOpacity(1)
            .fill(this.issuer.tint);
          this.doc.rect(LEFT + labelWidth, this.y, length, 14).fill(this.issuer.accent);
          showLine(
            this.doc,
            breakLines(this.doc, value, { size: 8.6, width: Infinity, font: BOLD })[0],
            LEFT + labelWidth + span + 8,
            this.y + 2,
            { size: 8.6, colour: TEXT },
          );
          this.y += 21;
        }
        this.doc.endMarkedContent();
      },
      { alt: entries.map(({ label, value }) => `${label}: ${value}`).join(", ") },
    );
    this.y += 10;
  }

  sign({ entries }) {
    const [name, title, date] = entries;
    this.room(78);
    this.y += 8;
    const top = this.y;
    this.artifact((doc) => {
      doc
        .lineWidth(0.8)
        .strokeOpacity(1)
        .strokeColor(TEXT)
        .moveTo(LEFT, top + 18)
        .lineTo(LEFT + 220, top + 18)
        .stroke();
    });
    const parts = [
      [`Signed electronically, ${date}`, 8, REGULAR, GREY, top + 3],
      [name, 9.6, BOLD, TEXT, top + 24],
      [title, 8.6, REGULAR, GREY, top + 38],
    ];
    this.element("P", this.root, (p) => {
      p.add(this.doc.markStructureContent("P"));
      for (const [text, size, font, colour, y] of parts) {
        showLine(
          this.doc,
          breakLines(this.doc, text, { size, width: Infinity, font })[0],
          LEFT,
          y,
          { size, colour },
        );
      }
      this.doc.endMarkedContent();
    });
    this.y = top + 62;
  }

  contents() {
    const entries = [...this.pages].filter(([, { level }]) => level === 1);
    for (const [text, { page }] of entries) {
      this.element("P", this.root, (p) => {
        p.add(this.doc.markStructureContent("P"));
        showLine(
          this.doc,
          breakLines(this.doc, text, { size: 10, width: Infinity })[0],
          LEFT,
          this.y,
          { size: 10, colour: TEXT },
        );
        showLine(
          this.doc,
          breakLines(this.doc, String(page), { size: 10, width: Infinity, font: BOLD })[0],
          LEFT,
          this.y,
          { size: 10, colour: this.issuer.accent, align: "right", width: this.width },
        );
        this.doc.endMarkedContent();
      });
      const y = this.y + 17;
      this.artifact((doc) =>
        doc
          .lineWidth(0.5)
          .strokeOpacity(1)
          .strokeColor(RULE)
          .moveTo(LEFT, y)
          .lineTo(LEFT + this.width, y)
          .stroke(),
      );
      this.y += 24;
    }
    this.y += 6;
  }

  /** A wide one gets a page of its own, turned. */
  diagram({ name }) {
    const { width, height, landscape, alt } = drawDiagram(name, null);
    if (landscape && this.y > TOP) this.break("landscape");
    const scale = this.width / width;
    this.room(height * scale);
    this.element(
      "Figure",
      this.root,
      (figure) => {
        figure.add(this.doc.markStructureContent("Figure"));
        this.doc.save().translate(LEFT, this.y).scale(scale);
        drawDiagram(name, this.doc);
        this.doc.restore();
        this.doc.endMarkedContent();
      },
      { alt },
    );
    this.y += height * scale + 14;
    if (landscape && this.next) this.break();
  }
}
