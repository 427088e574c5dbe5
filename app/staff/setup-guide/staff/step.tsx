import type { ReactNode } from "react";
import { Link } from "react-router";
import {
  pathBefore,
  START_PAGE,
  START_STEPS,
  stepWords,
  type StartStep,
} from "#model/setup-guide.ts";
import { pageTitle } from "#values/page-title.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

/** The title of a step in the browser. */
export function stepTitle(step: StartStep, failed = false): string {
  const label = START_STEPS.find((of) => of.step === step)?.label ?? "";
  return pageTitle(`${stepWords(step)}: ${label}`, failed);
}

/** A step: its place and its question, its form, and the ways around it. */
export function Step({
  step,
  title,
  about,
  last = false,
  children,
}: {
  step: StartStep;
  title: string;
  about: ReactNode;
  last?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <p className="text-sm font-medium text-accent">{stepWords(step)}</p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 mb-8 text-muted">{about}</p>
      {children}
      <div className="mt-8 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <Link to={pathBefore(step)} className={buttonClass("quiet", "normal", "-ms-4")}>
          Back
        </Link>{" "}
        <form method="post" noValidate action={START_PAGE}>
          <OnceField />
          <input type="hidden" name="step" value={step} />
          <Button look="quiet" name="intent" value="skip" className="-me-4">
            {last ? "Not now" : "Skip this step"}
          </Button>
        </form>
      </div>
    </>
  );
}
