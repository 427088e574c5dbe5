import { DownloadNda } from "#access/nda/portal/nda-parts.tsx";
import { MEMBER_CALENDAR_PAGE, MEMBER_KEYS_PAGE } from "#model/access-keys.ts";
import { SIGN_BUTTON } from "#model/nda/texts.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { TokenTable, type ShownToken } from "#web/ui/partner-tokens.tsx";
import { SessionList, type ShownSession } from "#web/ui/session-list.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { useFrame, usePortalHref } from "#web/portal/links.ts";
import { Link } from "react-router";
import { ButtonForm } from "#web/ui/button-form.tsx";

interface ShownGrant {
  product: string;
  until: { iso: string; text: string } | null;
  nda: "none" | "signed" | "due";
}

/** What the account may see beyond the public, product by product. */
export function AccessPanel({
  grants,
  ended,
  mayAskLonger,
}: {
  grants: readonly ShownGrant[];
  /** They had access, and have none any more. */
  ended: boolean;
  mayAskLonger: boolean;
}) {
  const { org } = useFrame();
  const href = usePortalHref();
  return (
    <section aria-labelledby="access" className="mt-8">
      <h2 id="access" className="text-lg font-semibold">
        Access
      </h2>
      {grants.length === 0 ? (
        <p className="mt-2 text-muted">
          {ended ? "Your access has ended. " : ""}You can still see everything {org.name} makes
          public.
        </p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {grants.map((grant) => (
            <li
              key={grant.product}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
            >
              <span className="font-medium">{grant.product}</span>{" "}
              <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
                {grant.until === null ? (
                  "No expiry"
                ) : (
                  <span>
                    Until <time dateTime={grant.until.iso}>{grant.until.text}</time>
                  </span>
                )}
                {grant.nda === "none" ? null : (
                  <Link to={href("/nda")} className="inline-block py-0.5 no-underline">
                    <Tag tone={grant.nda === "signed" ? "green" : "yellow"}>
                      {grant.nda === "signed" ? "NDA signed" : "NDA not signed yet"}
                    </Tag>
                  </Link>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <AccessButtons mayAskLonger={mayAskLonger} />
    </section>
  );
}

/** What there is to do: sign the NDA that waits, fetch what was signed, ask for more time. */
function AccessButtons({ mayAskLonger }: { mayAskLonger: boolean }) {
  const { menu, base, path } = useFrame();
  const href = usePortalHref();
  if (menu === null || (menu.nda !== "due" && !menu.ownNda && !mayAskLonger)) return null;
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {menu.nda === "due" ? (
        <ButtonLink to={href("/nda", { returnTo: `${base}${path}` })}>{SIGN_BUTTON}</ButtonLink>
      ) : null}{" "}
      {menu.ownNda ? <DownloadNda accountId={menu.accountId} /> : null}{" "}
      {mayAskLonger ? (
        <ButtonLink
          to={href(path, { requestAccess: "true", longer: "true", source: "account" })}
          look="secondary"
        >
          Request an extension
        </ButtonLink>
      ) : null}
    </div>
  );
}

/** What the person sent to partners, each with the way to end it. */
export function TokensPanel({ tokens }: { tokens: readonly ShownToken[] }) {
  const href = usePortalHref();
  return (
    <section aria-labelledby="tokens" className="mt-10">
      <h2 id="tokens" className="text-lg font-semibold">
        Data sent to TPRM tools
      </h2>
      <div className="mt-3">
        <TokenTable tokens={tokens} columns={["partner"]} page={href("/my-account")} />
      </div>
    </section>
  );
}

/** The way to the keys by which the person's programs read the portal. */
export function KeysPanel() {
  const href = usePortalHref();
  return (
    <section aria-labelledby="keys" className="mt-10">
      <h2 id="keys" className="text-lg font-semibold">
        Keys
      </h2>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="text-muted">
          With a key, your programs read what you see here, and act for you.
        </span>{" "}
        <ButtonLink to={href(MEMBER_KEYS_PAGE)} look="secondary">
          Your keys
        </ButtonLink>
      </p>
    </section>
  );
}

/** The way to the address of the person's own calendar. */
export function CalendarPanel() {
  const href = usePortalHref();
  return (
    <section aria-labelledby="calendar" className="mt-10">
      <h2 id="calendar" className="text-lg font-semibold">
        Calendar
      </h2>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="text-muted">Your calendar can show the dates that matter to you.</span>{" "}
        <ButtonLink to={href(MEMBER_CALENDAR_PAGE)} look="secondary">
          Your calendar
        </ButtonLink>
      </p>
    </section>
  );
}

/** Where the person is signed in, and the ways out. */
export function SessionsPanel({ sessions }: { sessions: readonly ShownSession[] }) {
  const href = usePortalHref();
  return (
    <section aria-labelledby="sessions" className="mt-10">
      <h2 id="sessions" className="text-lg font-semibold">
        Sessions
      </h2>
      <div className="mt-3">
        <SessionList sessions={sessions} action={href("/my-account/end-session")} />
      </div>
      <ButtonForm button="sign-out-everywhere" page={href("/my-account")} className="mt-6">
        <Button look="secondary">Sign out everywhere</Button>
      </ButtonForm>
    </section>
  );
}
