import { redirect } from "react-router";
import type { Route } from "./+types/leaving";
import { FormPage } from "#web/ui/form-page.tsx";
import { leavingTo } from "./flow.ts";

/** A page of ours between the form and the provider: browsers stop forms that end elsewhere. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const to = await leavingTo({ request, context }, params.orgId);
  if (to === null) throw redirect("/sign-in", { status: 303 });
  return { to, host: new URL(to).host };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: "Sign in with your identity provider" },
    { name: "robots", content: "noindex" },
    ...(loaderData === undefined
      ? []
      : [{ httpEquiv: "refresh", content: `0; url=${loaderData.to}` }]),
  ];
}

export default function Leaving({ loaderData: { to, host } }: Route.ComponentProps) {
  return (
    <FormPage
      title="Sign in with your identity provider"
      lead="Sign in there, and you’ll come back here."
    >
      <p>
        <a href={to} className="inline-flex min-h-6 items-center underline underline-offset-2">
          Continue to {host}
        </a>
      </p>
    </FormPage>
  );
}
