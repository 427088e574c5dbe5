import { Link } from "react-router";
import { buttonClass } from "../../../ui/button.tsx";
import { useFrame } from "../../../portal/links.ts";
import { Actions, TermsWords } from "./request-parts.tsx";
import type { OpenAccessDialog } from "./request-state.ts";

/** The first time that somebody signs in: what going on means, and where it leads. */
export function Welcome({ state }: { state: OpenAccessDialog }) {
  const { org, base } = useFrame();
  return (
    <div className="space-y-5">
      <p>
        You are signed in. What {org.name} shares with you is open now; you find your account at the
        top right.
      </p>
      <p className="text-sm text-muted">
        By proceeding you agree to <TermsWords state={state} />.
      </p>
      <Actions>
        <Link
          to={state.redirectTo === "/" ? base || "/" : `${base}${state.redirectTo}`}
          reloadDocument
          className={buttonClass("primary")}
        >
          Let's Go
        </Link>
      </Actions>
    </div>
  );
}
