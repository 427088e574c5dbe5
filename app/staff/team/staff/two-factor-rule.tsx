import { Link } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface TwoFactorRuleProps {
  orgName: string;
  rule: {
    /** Since when it is required, and who asked for it; null: it is not. */
    since: { iso: string; text: string; by: string } | null;
    /** Whether the person who looks has it. */
    hasItself: boolean;
  };
}

/** Whether the team asks two-factor sign-in of everybody. */
export function TwoFactorRule({ rule: { since, hasItself }, orgName }: TwoFactorRuleProps) {
  return (
    <section
      aria-labelledby="two-factor"
      className="mt-12 rounded-lg border border-line bg-surface p-6"
    >
      <h2 id="two-factor" className="text-lg font-semibold">
        Two-factor sign-in
      </h2>
      {since === null ? (
        <>
          <p className="mt-2 max-w-[44rem] text-muted">
            Optional for now. If you require it, everyone without it must set it up at their next
            sign-in to {orgName}, and can’t turn it off.
          </p>
          {hasItself ? (
            <form method="post" action="/team/require-two-factor" noValidate className="mt-4">
              <OnceField />
              <Button>Require two-factor sign-in</Button>
            </form>
          ) : (
            <p className="mt-4">
              Before you require it of others,{" "}
              <Link to="/account#two-factor" className="inline-block py-0.5 underline">
                turn it on for yourself
              </Link>
              .
            </p>
          )}
        </>
      ) : (
        <>
          <p className="mt-2 max-w-[44rem] text-muted">
            Required for everyone since <time dateTime={since.iso}>{since.text}</time>, by{" "}
            {since.by}.
          </p>
          <form method="post" action="/team/leave-two-factor-open" noValidate className="mt-4">
            <OnceField />
            <Button look="secondary">Stop requiring it</Button>
          </form>
        </>
      )}
    </section>
  );
}
