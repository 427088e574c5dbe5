import { NavLink, Outlet } from "react-router";
import type { Route } from "./+types/frame";
import { setupGuideOf } from "#content/setup-guide/store/setup-guide.server.ts";
import { servicesContext } from "#platform/context.ts";
import { startPath } from "#model/setup-guide.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { classNames } from "#web/ui/class-names.ts";
import { StateMark, STATE_WORDS } from "./state-mark.tsx";

/**
 * What stands beside every step: the steps, and how far they are. Each step checks its own
 * permission.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { steps } = await setupGuideOf(context.get(servicesContext).store.read, org);
  return {
    steps: steps.map(({ step, label, state }) => ({ step, label, state })),
    portalHref: `/${org.slug}`,
  };
}

export default function StartFrame({ loaderData }: Route.ComponentProps) {
  const { steps, portalHref } = loaderData;
  return (
    <div className="mx-auto max-w-[64rem] gap-14 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label="Steps" className="mb-8 lg:mb-0">
        <p className="mb-3 hidden text-sm font-medium text-muted lg:block">Setup guide</p>
        <ol className="flex gap-1.5 lg:sticky lg:top-6 lg:flex-col lg:gap-1">
          {steps.map(({ step, label, state }) => (
            <li key={step} className="grow lg:grow-0">
              <NavLink to={startPath(step)} className={stepClass}>
                <StateMark state={state} />
                <span className="sr-only lg:not-sr-only">{label}</span>
                <span className="sr-only">: {STATE_WORDS[state]}</span>
              </NavLink>{" "}
            </li>
          ))}
        </ol>
        <p className="mt-6 hidden border-t border-line pt-4 text-sm lg:block">
          <a href={portalHref} className="inline-block py-1 text-muted underline">
            Finish later
          </a>
        </p>
      </nav>
      <div className="min-w-0 max-w-[44rem]">
        <Outlet />
      </div>
    </div>
  );
}

function stepClass({ isActive }: { isActive: boolean }): string {
  return classNames(
    "flex min-h-9 items-center justify-center gap-2 border-b-2 px-1 text-sm no-underline hover:bg-sunken lg:justify-start lg:rounded-md lg:border-b-0 lg:px-2",
    isActive ? "border-accent font-medium text-accent lg:bg-accent-soft" : "border-line text-muted",
  );
}
