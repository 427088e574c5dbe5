import { data, redirect } from "react-router";
import type { Route } from "./+types/callback";
import { SIGN_ON_PAGE } from "#model/auth/single-sign-on.ts";
import { withArticle } from "#model/team.ts";
import { hostContext, servicesContext, staffSessionContext } from "#platform/context.ts";
import { setCookie } from "#platform/http/request/cookies.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { FormPage } from "#web/ui/form-page.tsx";
import { passingOf } from "#web/forms/form.ts";
import { arrive, foresee, NotAdmitted } from "./arrive.ts";
import type { Arrival } from "./arrival.ts";
import { comeBack, WayLost, type CameBack } from "./flow.ts";
import { ProviderFailed } from "./provider.ts";

/** What a test shows: each claim, and what would happen. */
interface Tested {
  claims: { name: string; value: string }[];
  outcome: string;
}

const MOST_CLAIMS = 100;
const MOST_CHARACTERS = 500;

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.tested ? "Single sign-on test" : "Error: You are not signed in";
  return [{ title }, { name: "robots", content: "noindex" }];
}

/** Where the provider sends a browser back to. A state counts once, in the browser that has it. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { config, limits, log } = context.get(servicesContext);
  const { ip, requestId } = context.get(hostContext);
  try {
    await limits.consume("sign-in-ip", ip);
    const back = await comeBack({ request, context }, params.orgId);
    if (back.tester !== null) return { why: null, tested: await testedBy(context, back) };
    const { headers, to } = await arrive({ request, context }, back);
    const spent: [string, string] = ["Set-Cookie", setCookie(config, "otc_way", "", 0)];
    return redirect(to, { status: 303, headers: [...headers, spent] });
  } catch (error) {
    const why = wordsOf(error);
    if (why === null) throw error;
    log.warn({ requestId, ip, why }, "a single sign-on was refused");
    return data({ why, tested: null }, { status: 400 });
  }
}

const LOST = "This sign-in was already used, took too long or was started in another browser.";

function wordsOf(error: unknown): string | null {
  if (error instanceof WayLost) return LOST;
  if (error instanceof ProviderFailed || error instanceof NotAdmitted) return error.message;
  return passingOf(error)?.message ?? null;
}

/** Only the session that pressed Test sees what the provider says. */
async function testedBy(context: Route.LoaderArgs["context"], back: CameBack): Promise<Tested> {
  const session = context.get(staffSessionContext);
  if (session?.tokenHash !== back.tester) throw new WayLost();
  const claims = Object.entries(back.claims.all).slice(0, MOST_CLAIMS);
  return {
    claims: claims.map(([name, value]) => ({
      name: name.slice(0, MOST_CHARACTERS),
      value: (JSON.stringify(value) ?? "").slice(0, MOST_CHARACTERS),
    })),
    outcome: outcomeWords(await foresee({ context }, back)),
  };
}

function outcomeWords(arrival: Arrival): string {
  if (arrival.kind === "refused") return `You wouldn’t get in: ${arrival.why}`;
  const { email, role, before } = arrival;
  if (before === null) return `${email} would join the team as ${withArticle(role)}.`;
  if (before === role) return `${email} would sign in and stay ${withArticle(role)}.`;
  return `${email} would sign in and become ${withArticle(role)} instead of ${withArticle(before)}.`;
}

export default function Callback({ loaderData: { why, tested } }: Route.ComponentProps) {
  if (tested !== null) return <TestResult tested={tested} />;
  return (
    <FormPage title="You are not signed in" lead={why}>
      <ButtonLink to="/sign-in">Sign in again</ButtonLink>
      <p className="mt-6 text-sm text-muted">
        Owners with two-factor sign-in or a passkey can always sign in with them.
      </p>
    </FormPage>
  );
}

function TestResult({ tested: { claims, outcome } }: { tested: Tested }) {
  return (
    <FormPage title="Single sign-on test" lead={`${outcome} Nothing was changed.`}>
      <h2 className="text-lg font-semibold">What your provider sent</h2>
      <dl className="mt-4 space-y-3 text-sm">
        {claims.map(({ name, value }) => (
          <div key={name}>
            <dt className="font-medium break-words">{name}</dt>
            <dd className="font-mono break-all text-muted">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-8">
        <ButtonLink to={SIGN_ON_PAGE}>Back to the settings</ButtonLink>
      </p>
    </FormPage>
  );
}
