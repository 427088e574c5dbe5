import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger";

export type ButtonSize = "normal" | "small";

const SHAPE =
  "inline-flex items-center justify-center gap-2 rounded-md border text-sm font-medium no-underline print:hidden disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60";

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  primary: "border-accent bg-brand text-on-brand hover:bg-brand-hover",
  secondary: "border-edge bg-surface text-ink hover:border-ink hover:bg-sunken",
  quiet: "border-transparent text-accent hover:bg-accent-soft",
  danger: "border-red bg-surface text-red hover:bg-red-soft",
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  normal: "min-h-[2.625rem] px-4 py-2",
  small: "min-h-8 px-3 py-1",
};

/** The classes of a button, for elements that look like one. */
export function buttonClass(
  look: ButtonLook = "primary",
  size: ButtonSize = "normal",
  extra?: string,
): string {
  return classNames(SHAPE, SIZES[size], LOOKS[look], extra);
}

/** A button; it submits its form unless `type` says otherwise. */
export function Button({
  look = "primary",
  size = "normal",
  className,
  type = "submit",
  ...rest
}: ComponentProps<"button"> & { look?: ButtonLook; size?: ButtonSize }) {
  return <button type={type} className={buttonClass(look, size, className)} {...rest} />;
}

/** A link inside the application that looks like a button. */
export function ButtonLink({
  to,
  look = "primary",
  className,
  children,
  ...rest
}: {
  to: string;
  look?: ButtonLook;
  className?: string;
  children: ReactNode;
  preventScrollReset?: boolean;
  "aria-label"?: string;
}) {
  return (
    <Link to={to} className={buttonClass(look, "normal", className)} {...rest}>
      {children}
    </Link>
  );
}
