import type { CompanyMark } from "#model/visibility/page.ts";
import { classNames } from "./class-names.ts";

/**
 * A plain logo of our own for a known company: its letters on a quiet tile. The name stands beside
 * it.
 */
export function PlainLogo({
  mark: { letters, hue },
  size,
  className,
}: {
  mark: CompanyMark;
  size: 30 | 56;
  className?: string;
}) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 56 56"
      className={classNames("flex-none rounded-md", className)}
    >
      <rect width="56" height="56" fill={`hsl(${hue} 42% 36%)`} />
      <text
        x="28"
        y={letters.length > 2 ? 34 : 36}
        textAnchor="middle"
        fontSize={letters.length > 2 ? 18 : 23}
        fontWeight="600"
        fill="#fff"
      >
        {letters}
      </text>
    </svg>
  );
}
