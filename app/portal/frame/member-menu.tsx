import { Link } from "react-router";
import { DOWNLOAD_BUTTON, SIGN_BUTTON } from "#model/nda/texts.ts";
import { INVITE_FLAG, INVITE_TITLE } from "#model/invitations.ts";
import { ASK_TITLE } from "#model/comments.ts";
import { SEND_PATH, SEND_TITLE } from "#model/partners.ts";
import { useFrame, usePortalHref } from "#web/portal/links.ts";

export const MENU_ROW =
  "-mx-2 flex min-h-8 w-[calc(100%+1rem)] items-center rounded-sm px-2 text-start no-underline hover:bg-sunken";

const NDA_WORDS = { signed: "NDA signed", due: "NDA not signed yet" } as const;

/**
 * What a member finds in the account menu: the NDA, the account's page, inviting colleagues, other
 * accounts, the guide, the way out.
 */
export function MemberMenu() {
  const { menu, guideUrl, base, mayInvite, path } = useFrame();
  const href = usePortalHref();
  return (
    <>
      {menu === null || menu.nda === "none" ? null : (
        <p className="mt-2 text-muted">{NDA_WORDS[menu.nda]}</p>
      )}
      {menu?.nda === "due" ? (
        <Link to={href("/nda", { returnTo: `${base}${path}` })} className={MENU_ROW}>
          {SIGN_BUTTON}
        </Link>
      ) : null}
      {menu?.ownNda === true ? (
        <form
          method="post"
          noValidate
          action={`/api/statuspage/share/${menu.accountId}/external/download-signed-clickwrap-nda`}
        >
          <button type="submit" className={MENU_ROW}>
            {DOWNLOAD_BUTTON}
          </button>
        </form>
      ) : null}
      <ul className="mt-2 space-y-1 border-t border-line pt-2">
        {menu === null ? null : (
          <li>
            <Link to={href("/my-account")} className={MENU_ROW}>
              My account
            </Link>
          </li>
        )}
        {menu?.answered == null ? null : (
          <li>
            <Link to={href("/my-account", {}, "questions")} className={MENU_ROW}>
              {ASK_TITLE}
            </Link>
          </li>
        )}
        {mayInvite ? (
          <li>
            <Link
              to={href(path, { [INVITE_FLAG]: "true" })}
              preventScrollReset
              data-drawer-link=""
              className={MENU_ROW}
            >
              {INVITE_TITLE}
            </Link>
          </li>
        ) : null}
        {menu?.sends === true ? (
          <li>
            <Link to={href(SEND_PATH)} preventScrollReset data-drawer-link="" className={MENU_ROW}>
              {SEND_TITLE}
            </Link>
          </li>
        ) : null}
        {guideUrl === null ? null : (
          <li>
            <a href={guideUrl} className={MENU_ROW}>
              Guide
            </a>
          </li>
        )}
      </ul>
      {menu === null || menu.otherAccounts.length === 0 ? null : (
        <form
          method="post"
          noValidate
          action={`${base}/my-account/switch-account`}
          className="mt-2 border-t border-line pt-2"
        >
          <p className="text-muted">Other accounts</p>
          {menu.otherAccounts.map((account) => (
            <button
              key={account.id}
              type="submit"
              name="accountId"
              value={account.id}
              className={MENU_ROW}
            >
              {account.name}
            </button>
          ))}
        </form>
      )}
      {menu === null ? null : (
        <form
          method="post"
          noValidate
          action="/api/statuspage/share/auth/logout"
          className="mt-2 border-t border-line pt-2"
        >
          <input type="hidden" name="org" value={base.slice(1)} />
          <button type="submit" name="intent" value="logout" className={MENU_ROW}>
            Log Out
          </button>
        </form>
      )}
    </>
  );
}
