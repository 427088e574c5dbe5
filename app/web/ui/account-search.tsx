import { useEffect, useRef, useState } from "react";
import { useLocation, useParams } from "react-router";
import { buttonClass } from "./button.tsx";
import { inputClass } from "./field.tsx";

/** Accounts that a list offers, as `accountOptions` finds them. */
interface Offered {
  options: readonly { id: string; name: string }[];
  isLarge: boolean;
  search: string;
  left: number;
}

/** The part of an address that looks for accounts. */
export const ACCOUNT_SEARCH = "account";

/**
 * The accounts of a list that is too long to read: as one types, those whose names hold the words.
 * @param first what the page came with
 * @param except the account that is no choice
 * @returns with what is found, where the form below is sent: the page that comes back when it is
 *   refused offers the same accounts
 */
export function useAccountSearch(first: Offered, except: string | null = null) {
  const [found, setFound] = useState<Offered>(first);
  // The portal is of the company in its address, the private area of the session's.
  const { org } = useParams();
  const sentTo = new URLSearchParams(useLocation().search);
  if (found.search !== "") sentTo.set(ACCOUNT_SEARCH, found.search);
  const asked = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = async (search: string) => {
    const mine = (asked.current += 1);
    const query = new URLSearchParams({ q: search, ...(org === undefined ? {} : { org }) });
    try {
      const answer = await fetch(`/api/trust-center/account-choices?${query}`, {
        headers: { Accept: "application/json" },
      });
      if (!answer.ok || mine !== asked.current) return;
      const { accounts, left } = (await answer.json()) as {
        accounts: Offered["options"];
        left: number;
      };
      const options = accounts.filter(({ id }) => id !== except);
      setFound({ options, isLarge: true, search, left });
    } catch {
      // Without an answer the list stays; the next letter asks again.
    }
  };
  return {
    found,
    action: found.search === "" ? undefined : `?${sentTo}`,
    search: (text: string) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void look(text), 200);
    },
  };
}

/**
 * The search above a list of accounts: a form of its own, whose answer is the page with those that
 * are found. Where scripts run it looks as one types.
 * @param label names the field
 */
export function AccountSearch({
  found,
  search,
  label,
}: {
  found: Offered;
  search: (text: string) => void;
  label: string;
}) {
  const query = new URLSearchParams(useLocation().search);
  query.delete(ACCOUNT_SEARCH);
  if (!found.isLarge) return null;
  return (
    <form
      method="get"
      noValidate
      role="search"
      aria-label="Accounts"
      onSubmit={(event) => {
        // The page would come anew, and what is typed below would be gone.
        event.preventDefault();
      }}
      className="mb-4 space-y-1"
    >
      {[...query].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <div className="flex gap-2">
        <AccountSearchField found={found} search={search} label={label} />
        <span className="hidden noscript:block">
          <button type="submit" className={buttonClass("secondary")}>
            Search
          </button>
        </span>
      </div>
      <FoundWords found={found} />
    </form>
  );
}

/** The field alone, for a form that has more in it. */
export function AccountSearchField({
  found,
  search,
  label,
  name = ACCOUNT_SEARCH,
  className = inputClass,
}: {
  found: Offered;
  search: (text: string) => void;
  label: string;
  name?: string;
  className?: string;
}) {
  return (
    <input
      type="search"
      name={name}
      aria-label={label}
      placeholder={label}
      defaultValue={found.search}
      maxLength={100}
      autoComplete="off"
      onChange={({ target }) => search(target.value)}
      className={className}
    />
  );
}

/** How many accounts the list below offers. */
export function FoundWords({ found: { options, search, left } }: { found: Offered }) {
  const count = options.length;
  return (
    <p role="status" className="text-sm text-muted">
      {search.trim() !== "" && count === 0
        ? "No accounts match."
        : left > 0
          ? `${left.toLocaleString("en-US")} more accounts. Type part of a name to find them.`
          : count === 1
            ? "1 account"
            : `${count} accounts`}
    </p>
  );
}
