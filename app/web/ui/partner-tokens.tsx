import { formatMoment } from "#values/moments.ts";
import { tokenState, type ListedToken } from "#model/partners.ts";
import { Button } from "./button.tsx";
import { TableFrame } from "./table-frame.tsx";
import { Tag } from "./tag.tsx";
import { ButtonForm } from "./button-form.tsx";

export interface ShownToken {
  id: string;
  partner: string;
  account: string;
  member: string;
  generated: ShownMoment;
  expires: ShownMoment;
  lastRead: ShownMoment | null;
  reads: number;
  state: "open" | "revoked" | "expired";
}

interface ShownMoment {
  iso: string;
  text: string;
}

/** Tokens as their tables show them, times in the company's zone. */
export function shownTokens(
  tokens: readonly ListedToken[],
  timeZone: string,
  now: Date,
): ShownToken[] {
  const moment = (iso: string) => ({ iso, text: formatMoment(iso, timeZone) });
  return tokens.map((token) => ({
    id: token.id,
    partner: token.partnerName,
    account: token.accountName,
    member: token.memberEmail,
    generated: moment(token.createdAt),
    expires: moment(token.expiresAt),
    lastRead: token.lastReadAt === null ? null : moment(token.lastReadAt),
    reads: token.reads,
    state: tokenState(token, now),
  }));
}

const HEADS = { partner: "Partner", account: "Account", member: "Member" } as const;
const STATES = {
  open: { tone: "green", words: "Active" },
  revoked: { tone: "red", words: "Revoked" },
  expired: { tone: "neutral", words: "Expired" },
} as const;

/**
 * Tokens that members generated, each with the button that ends it: what opens the trust center to
 * a partner.
 */
export function TokenTable({
  tokens,
  columns,
  page,
}: {
  tokens: readonly ShownToken[];
  columns: readonly (keyof typeof HEADS)[];
  /** Whose button ends a token; the page that is shown without it. */
  page?: string;
}) {
  return (
    <TableFrame
      label="List of tokens"
      head={[...columns.map((name) => HEADS[name]), "Generated", "Last read", "State"]}
    >
      {tokens.map((token) => (
        <tr key={token.id}>
          {columns.map((name) => (
            <td key={name} className="[overflow-wrap:anywhere]">
              {token[name]}
            </td>
          ))}
          <td>
            <time dateTime={token.generated.iso}>{token.generated.text}</time>
          </td>
          <td>
            {token.lastRead === null ? (
              "Never"
            ) : (
              <>
                <time dateTime={token.lastRead.iso}>{token.lastRead.text}</time>{" "}
                <span className="text-muted">
                  ({token.reads === 1 ? "once" : `${token.reads} times`})
                </span>
              </>
            )}
          </td>
          <td>
            <Tag tone={STATES[token.state].tone}>{STATES[token.state].words}</Tag>
            {token.state === "open" ? (
              <>
                {" "}
                <span className="mt-1 block text-muted">
                  until <time dateTime={token.expires.iso}>{token.expires.text}</time>
                </span>
                <ButtonForm button="revoke-token" page={page} className="mt-2">
                  <Button
                    look="danger"
                    size="small"
                    name="tokenId"
                    value={token.id}
                    aria-label={`Revoke the token for ${token.partner} generated ${token.generated.text}`}
                  >
                    Revoke
                  </Button>
                </ButtonForm>
              </>
            ) : null}
          </td>
        </tr>
      ))}
    </TableFrame>
  );
}
