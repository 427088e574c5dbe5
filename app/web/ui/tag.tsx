import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type Tone = "neutral" | "accent" | "green" | "yellow" | "orange" | "red" | "blue";

const TONES: Readonly<Record<Tone, string>> = {
  neutral: "border-line bg-sunken text-muted",
  accent: "border-transparent bg-accent-soft text-accent",
  green: "border-transparent bg-green-soft text-green",
  yellow: "border-transparent bg-yellow-soft text-yellow",
  orange: "border-transparent bg-orange-soft text-orange",
  red: "border-transparent bg-red-soft text-red",
  blue: "border-transparent bg-blue-soft text-blue",
};

/** A short word beside a title. */
export function Tag({
  tone = "neutral",
  children,
  className,
}: {
  tone?: Tone;
  children: ReactNode;
  className?: string;
}) {
  // The spaces part the word from its neighbours where there is no style sheet.
  return (
    <>
      {" "}
      <span
        className={classNames(
          "inline-flex items-center gap-1 whitespace-nowrap rounded-sm border px-1.5 py-0.5 text-xs font-medium",
          TONES[tone],
          className,
        )}
      >
        {children}
      </span>{" "}
    </>
  );
}
