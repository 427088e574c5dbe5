import * as z from "zod";
import type { Config } from "../config.ts";
import type { ScorecardError } from "#model/grades.ts";
import { exemptFor } from "./exemptions.ts";
import { fetchOutside, OutboundFailed } from "./outbound.ts";
import { withoutSlashes } from "#values/ends.ts";

export type ScorecardAnswer = { grade: string } | { error: ScorecardError };

/** Who knows the grade that Security Scorecard gives a domain. */
export interface Scorecard {
  gradeOf(domain: string): Promise<ScorecardAnswer>;
}

const company = z.object({
  grade: z
    .string()
    .regex(/^[A-Fa-f]$/)
    .nullish()
    .catch(null),
});

/**
 * Security Scorecard over HTTP: `GET {url}/companies/{domain}` with the token of an account there.
 * A company that it does not know has a domain that is invalid to it; one that it knows may not be
 * rated yet.
 */
export function httpScorecard({
  url,
  token,
  allow,
}: {
  url: string;
  token: string;
  allow: readonly string[];
}): Scorecard {
  return {
    async gradeOf(domain) {
      try {
        const answer = await fetchOutside(
          `${withoutSlashes(url)}/companies/${encodeURIComponent(domain)}`,
          "application/json",
          { headers: { Authorization: `Token ${token}` }, allow },
        );
        if (answer.status === 400 || answer.status === 404 || answer.status === 422)
          return { error: "bad_domain" };
        if (answer.status === 202) return { error: "scorecard_not_calculated" };
        if (answer.status !== 200) return { error: "bad_network" };
        const { grade } = company.parse(JSON.parse(answer.bytes.toString("utf8")));
        return grade == null
          ? { error: "scorecard_not_calculated" }
          : { grade: grade.toUpperCase() };
      } catch (error) {
        if (
          error instanceof OutboundFailed ||
          error instanceof SyntaxError ||
          error instanceof z.ZodError
        )
          return { error: "bad_network" };
        throw error;
      }
    },
  };
}

/** The provider for a token, null without one. */
export function scorecardOf(
  { scorecard, outboundAllow }: Pick<Config, "scorecard" | "outboundAllow">,
  token: string | undefined,
): Scorecard | null {
  return token === undefined
    ? null
    : httpScorecard({
        url: scorecard.url,
        token,
        allow: exemptFor(outboundAllow, "scorecard"),
      });
}
