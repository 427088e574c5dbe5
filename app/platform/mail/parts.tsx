import { Button as TableButton } from "@react-email/button";
import { Section } from "@react-email/section";
import { createContext, useContext, type ReactNode } from "react";
import type { AccentPalette } from "#values/color.ts";

/**
 * The parts that messages are made of. Styles are inline, since mail programs drop style sheets;
 * the classes are for the dark scheme alone (frame.tsx), where a program understands it.
 */
export const INK = "#15181c";
export const MUTED = "#545b64";
export const FONT = "-apple-system, 'Segoe UI', 'Helvetica Neue', 'Noto Sans', Arial, sans-serif";

/** The brand's color on light pages; `renderMail` sets it. */
export const AccentContext = createContext<AccentPalette>({
  accent: "#1f4b99",
  fill: "#1f4b99",
  onFill: "#ffffff",
  fillHover: "#1b4287",
});

/** A paragraph. */
export function Text({
  children,
  muted = false,
  mark,
}: {
  children: ReactNode;
  muted?: boolean;
  mark?: string;
}) {
  return (
    <p
      data-mark={mark}
      className={muted ? "muted" : "ink"}
      style={{ margin: "0 0 16px", color: muted ? MUTED : INK }}
    >
      {children}
    </p>
  );
}

/** The one thing to do. In the text part its address stands on a line of its own. */
export function Button({ href, children }: { href: string; children: ReactNode }) {
  const { accent, fill, onFill } = useContext(AccentContext);
  return (
    <Section className="action" style={{ margin: "24px 0" }}>
      <TableButton
        href={href}
        className="button"
        style={{
          padding: "12px 24px",
          borderRadius: 8,
          border: `1px solid ${accent}`,
          background: fill,
          color: onFill,
          fontWeight: 600,
        }}
      >
        {children}
      </TableButton>
    </Section>
  );
}

/** A link inside a sentence. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const { accent } = useContext(AccentContext);
  return (
    <a href={href} className="link" style={{ color: accent }}>
      {children}
    </a>
  );
}

/** A code to be typed elsewhere. */
export function Code({ children }: { children: string }) {
  return (
    <p
      className="ink code"
      style={{
        margin: "24px 0",
        padding: "16px",
        borderRadius: 8,
        background: "#f1f1ee",
        color: INK,
        fontFamily: "ui-monospace, Menlo, Consolas, monospace",
        fontSize: 28,
        lineHeight: "36px",
        letterSpacing: 6,
        textAlign: "center",
      }}
    >
      {children}
    </p>
  );
}

/** Facts as a list: name and value. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <ul style={{ margin: "0 0 16px", padding: 0, listStyle: "none" }}>
      {rows.map(([name, value]) => (
        <li key={name} className="ink" style={{ margin: "0 0 4px", color: INK }}>
          <span className="muted" style={{ color: MUTED }}>
            {name}:
          </span>{" "}
          {value}
        </li>
      ))}
    </ul>
  );
}

/** Words of someone else, marked as theirs; a stranger's are one short line. */
export function Quote({ children }: { children: ReactNode }) {
  return (
    <blockquote
      className="ink quote"
      style={{
        margin: "0 0 16px",
        padding: "0 0 0 16px",
        borderLeft: "3px solid #e2e3df",
        color: INK,
      }}
    >
      {children}
    </blockquote>
  );
}
