import { Button, ButtonLink } from "#web/ui/button.tsx";
import { FlashMessage } from "#web/ui/flash-message.tsx";
import { BYOID_PARAMETER } from "#model/byoid.ts";
import { OnceField } from "#web/ui/once-field.tsx";

interface Shown {
  orgName: string;
  portalTitle: string;
  /** The portal's address on this door. */
  portal: string;
  support: string | null;
  action: string;
  redirectTo: string;
  offer: { token: string; email: string; company: string } | null;
  refusal: string | null;
}

/** One button that signs in, or why there is none. */
export function WelcomeScreen({
  orgName,
  portalTitle,
  portal,
  support,
  action,
  redirectTo,
  offer,
  refusal,
}: Shown) {
  return (
    <main id="content" className="mx-auto w-full max-w-[32rem] px-4 py-12 sm:py-24">
      <p className="text-base font-semibold tracking-tight">{orgName}</p>
      <h1 className="mt-6 text-2xl font-semibold tracking-tight">
        {offer === null ? "You are not signed in" : `Welcome to ${orgName}'s ${portalTitle}`}
      </h1>
      {refusal === null ? null : (
        <FlashMessage flash={{ text: refusal, tone: "error" }} className="mt-6" />
      )}
      {offer === null ? (
        <OtherWays portal={portal} portalTitle={portalTitle} support={support} />
      ) : (
        <Offer
          {...offer}
          action={action}
          redirectTo={redirectTo}
          portalTitle={portalTitle}
          portal={portal}
        />
      )}
    </main>
  );
}

function Offer({
  token,
  email,
  company,
  action,
  redirectTo,
  portalTitle,
  portal,
}: NonNullable<Shown["offer"]> & Pick<Shown, "action" | "redirectTo" | "portalTitle" | "portal">) {
  return (
    <form method="post" noValidate action={action} className="mt-4 space-y-6">
      <OnceField />
      <p className="text-muted">
        You’re signing in as <strong className="font-semibold break-words text-ink">{email}</strong>{" "}
        from {company}. Press the button to finish signing in.
      </p>
      <input type="hidden" name={BYOID_PARAMETER} value={token} />
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <div className="flex flex-wrap gap-3">
        <Button>Sign in to {portalTitle}</Button>{" "}
        <ButtonLink to={portal} look="secondary">
          Continue without signing in
        </ButtonLink>
      </div>
    </form>
  );
}

/** What somebody can do whose token was refused. */
function OtherWays({
  portal,
  portalTitle,
  support,
}: Pick<Shown, "portal" | "portalTitle" | "support">) {
  return (
    <div className="mt-6 space-y-6">
      <p className="text-muted">
        Go back to the page you came from and follow the link again, or sign in by email.
        {support === null ? null : (
          <>
            {" "}
            If the problem continues, email{" "}
            <a
              href={`mailto:${support}`}
              className="font-medium text-accent underline underline-offset-2"
            >
              {support}
            </a>
            .
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`${portal === "/" ? "/" : portal}?loginRequest=true&source=byoid`}>
          Sign in by email
        </ButtonLink>{" "}
        <ButtonLink to={portal} look="secondary">
          Go to {portalTitle}
        </ButtonLink>
      </div>
    </div>
  );
}
