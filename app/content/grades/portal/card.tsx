import { GRADE_PROVIDER_NAMES, type GradeProvider } from "#model/grades.ts";
import type { GradeEntry } from "#model/visibility/page.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";

const COLORS: Readonly<Record<GradeColor, string>> = {
  green: "bg-green-soft text-green",
  yellow: "bg-yellow-soft text-yellow",
  red: "bg-red-soft text-red",
};

export type GradeColor = "green" | "yellow" | "red";

interface LetterBands {
  green: string;
  yellow: string;
  /** Letters not named are red. */
}

interface NumberBands {
  /** A shared bound belongs to the better band. */
  green: number;
  yellow: number;
}

const LETTERS: Readonly<Partial<Record<GradeProvider, LetterBands>>> = {
  BlackKite: { green: "AB", yellow: "C" },
  CryptCheck: { green: "A", yellow: "BC" },
  HstsPreloadList: { green: "A", yellow: "BC" },
  ImmuniWeb: { green: "A", yellow: "BC" },
  Qualys: { green: "A", yellow: "BC" },
  SecurityHeaders: { green: "A", yellow: "BC" },
  MdnObservatory: { green: "ABM", yellow: "CI" },
  UpGuard: { green: "AB", yellow: "C" },
  RiskRecon: { green: "AB", yellow: "C" },
  SecurityScorecard: { green: "AB", yellow: "C" },
};

const NUMBERS: Readonly<Partial<Record<GradeProvider, NumberBands>>> = {
  BitSight: { green: 646, yellow: 473 },
  CyberVadis: { green: 666, yellow: 333 },
  UpGuard: { green: 601, yellow: 401 },
  RiskRecon: { green: 8, yellow: 7 },
  Cis: { green: 5, yellow: 3 },
};

/**
 * The band a grade falls in, or null when there is no grade to color.
 * Letters count by their first character: plus and minus follow the letter.
 */
export function gradeColor(
  provider: GradeProvider,
  grade: string | null | undefined,
): GradeColor | null {
  const text = grade?.trim() ?? "";
  if (text === "") return null;
  const numbers = NUMBERS[provider];
  if (numbers && /^\d+(\.\d+)?$/.test(text)) {
    const value = Number(text);
    return value >= numbers.green ? "green" : value >= numbers.yellow ? "yellow" : "red";
  }
  const letter = text.charAt(0).toUpperCase();
  const letters = LETTERS[provider];
  if (!letters) return "red";
  return letters.green.includes(letter)
    ? "green"
    : letters.yellow.includes(letter)
      ? "yellow"
      : "red";
}

/** A provider's grade in the color of its band. */
export function GradeMark({
  provider,
  grade,
  size = "small",
}: {
  provider: GradeProvider;
  grade: string | null;
  size?: "small" | "medium";
}) {
  const color = gradeColor(provider, grade);
  if (grade === null || color === null) return null;
  if (provider === "SecurityScorecard")
    return <ScorecardGrade grade={grade} color={color} size={size} />;
  return (
    <span
      className={classNames(
        "inline-flex items-center justify-center rounded-sm px-2 font-semibold tabular-nums",
        size === "small" ? "h-6 min-w-8 text-sm" : "h-10 min-w-12 text-lg",
        COLORS[color],
      )}
    >
      {grade}
    </span>
  );
}

/**
 * Security Scorecard shows a picture a grade, 20 or 40 pixels: an own one, not the provider's mark.
 */
function ScorecardGrade({
  grade,
  color,
  size,
}: {
  grade: string;
  color: GradeColor;
  size: "small" | "medium";
}) {
  const pixels = size === "small" ? 20 : 40;
  return (
    <svg
      width={pixels}
      height={pixels}
      viewBox="0 0 40 40"
      role="img"
      aria-label={`Grade ${grade}`}
      className={INKS[color]}
    >
      <path d="M20 2l16 9v18l-16 9-16-9V11z" fill="currentColor" />
      <text
        x="20"
        y="28"
        textAnchor="middle"
        fontSize="22"
        fontWeight="700"
        className="fill-surface"
      >
        {grade}
      </text>
    </svg>
  );
}

const INKS: Readonly<Record<GradeColor, string>> = {
  green: "text-green",
  yellow: "text-yellow",
  red: "text-red",
};

/** All grades with their providers and where to check them. */
export function GradeList({ grades }: { grades: readonly GradeEntry[] }) {
  return (
    <ul className="divide-y divide-line">
      {grades.map((entry) => (
        <li key={entry.id} className="flex items-center gap-4 py-3">
          <div className="min-w-0 grow">
            <p className="font-medium">{entry.label}</p>
            <p className="text-sm text-muted empty:hidden">
              {[
                saysProvider(entry) ? null : GRADE_PROVIDER_NAMES[entry.provider],
                entry.description,
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
            {entry.url !== null && /^https?:\/\//.test(entry.url) ? (
              <a
                href={entry.url}
                rel="noopener nofollow"
                className="mt-1 inline-flex min-h-6 items-center gap-1 text-sm text-accent underline"
              >
                Check it yourself
                <Icon name="external" size={14} />
              </a>
            ) : entry.url === null ? null : (
              <p className="text-sm text-muted">{entry.url}</p>
            )}
          </div>
          <GradeMark provider={entry.provider} grade={entry.grade} size="medium" />
        </li>
      ))}
    </ul>
  );
}

/** Whether the label names the provider already. */
function saysProvider({ label, provider }: GradeEntry): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\s+/g, "");
  return plain(label).includes(plain(GRADE_PROVIDER_NAMES[provider]));
}
