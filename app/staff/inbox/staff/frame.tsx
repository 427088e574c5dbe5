import { Link, Outlet, useLocation } from "react-router";
import type { Route } from "./+types/frame";
import { requireStaff } from "#auth/current-staff.ts";
import { servicesContext } from "#platform/context.ts";
import { askedOnce } from "#platform/http/request/asked-once.ts";
import { badgesOf } from "#staff/home/store/home.server.ts";
import { inboxQuery, inboxSearch } from "#access/access-requests/forms/inbox-query.ts";
import { threadPath } from "#model/comments.ts";
import { PageKeys } from "#web/staff/page/page-keys.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Undelivered } from "#web/ui/undelivered.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { inboxTabs, questionLines, requestLines } from "../lines.server.ts";
import { INBOX_KEYS, type InboxLine, type InboxTab } from "../rules/inbox.ts";

/**
 * What stands around every page of the inbox: its tabs, and beside a request or a question the list
 * that it is of.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const staff = await requireStaff(context, "files:view");
  const { store, now, config } = context.get(servicesContext);
  const { requestId, accountId, productId, itemUid } = params as Partial<Record<string, string>>;
  const tabs = inboxTabs(await askedOnce(context, badgesOf, staff.org.id, staff.role), staff);
  const undelivered = config.mail === "outbox" && staff.permissions.has("settings:edit");
  // Each page checks its own permission; the list beside it is of what this person may decide.
  if (!staff.permissions.has("accounts:review")) return { tabs, undelivered, beside: null };
  if (requestId !== undefined) {
    const query = inboxQuery(url.searchParams);
    return {
      tabs,
      undelivered,
      beside: {
        ...neighbors(await requestLines(store.read, staff, query, now()), requestId),
        back: { label: "Requests", to: `/requests${inboxSearch(query)}` },
      },
    };
  }
  if (accountId === undefined || productId === undefined || itemUid === undefined)
    return { tabs, undelivered, beside: null };
  const here = threadPath({ accountId, productId, itemUid });
  return {
    tabs,
    undelivered,
    beside: {
      ...neighbors(await questionLines(store.read, staff, now()), here),
      back: { label: "Questions", to: "/comments" },
    },
  };
}

/** A list with the ways to what stands before and behind one of its lines. */
function neighbors(lines: InboxLine[], current: string) {
  const at = lines.findIndex(({ key }) => key === current);
  return {
    lines,
    current,
    previous: at > 0 ? (lines[at - 1]?.to ?? null) : null,
    next: (at === -1 ? lines[0] : lines[at + 1])?.to ?? null,
  };
}

export default function InboxFrame({ loaderData }: Route.ComponentProps) {
  const { tabs, beside, undelivered } = loaderData;
  const { pathname } = useLocation();
  const isHere = (to: string) =>
    pathname === to || (to !== "/inbox" && pathname.startsWith(`${to}/`));
  if (beside === null && TABBED_LISTS.includes(pathname))
    return (
      <>
        {undelivered ? <Undelivered /> : null}
        <InboxMenu tabs={tabs} isHere={isHere} />
        <Outlet />
        <p className="mt-4 empty:hidden">
          <PageKeys keys={INBOX_KEYS} />
        </p>
      </>
    );
  return (
    <>
      {undelivered ? <Undelivered /> : null}
      {/* Beside the title of a list where there is room, so that the list begins at the top. */}
      <div
        className={classNames(
          "mb-2 flex flex-wrap items-center justify-end gap-x-4 gap-y-1",
          beside === null && "xl:absolute xl:end-10 xl:z-10 xl:min-h-[2.625rem]",
        )}
      >
        <nav aria-label="Inbox" className="min-w-0 max-xl:me-auto">
          <ul className="flex gap-1 max-sm:overflow-x-auto max-sm:whitespace-nowrap max-sm:[scrollbar-width:none] sm:flex-wrap">
            {tabs.map((tab) => (
              <li key={tab.to}>
                <InboxLink tab={tab} isHere={isHere(tab.to)} />{" "}
              </li>
            ))}
          </ul>
        </nav>
        <PageKeys keys={INBOX_KEYS} />
      </div>
      {beside === null ? (
        <Outlet />
      ) : (
        <div className="gap-10 xl:grid xl:grid-cols-[17rem_minmax(0,1fr)]">
          <Beside beside={beside} />
          <div className="min-w-0">
            <Steps beside={beside} />
            <Outlet />
          </div>
        </div>
      )}
    </>
  );
}

/** Lists with tabs of their own: the inbox's other parts are a menu beside the title there. */
const TABBED_LISTS: readonly string[] = ["/requests", "/comments"];

/** The parts of the inbox, folded at the right of a list's title. */
function InboxMenu({
  tabs,
  isHere,
}: {
  tabs: readonly InboxTab[];
  isHere: (to: string) => boolean;
}) {
  return (
    <nav aria-label="Inbox" className="absolute end-4 z-20 sm:end-8 lg:end-10">
      <details data-menu className="group">
        <summary className={buttonClass("secondary", "normal", "list-none px-3!")}>
          Inbox <span className="tabular-nums">{tabs[0]?.count}</span>
          <Icon name="chevronDown" size={16} className="group-open:rotate-180" />
        </summary>
        <ul className="absolute end-0 top-full mt-1 w-48 space-y-1 rounded-md border border-line bg-surface p-1.5 shadow-panel">
          {tabs.map((tab) => (
            <li key={tab.to}>
              <InboxLink tab={tab} isHere={isHere(tab.to)} isRow />{" "}
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

/** The way to a part of the inbox, with how much waits there. */
function InboxLink({
  tab: { label, to, count },
  isHere,
  isRow = false,
}: {
  tab: InboxTab;
  isHere: boolean;
  isRow?: boolean;
}) {
  return (
    <Link
      to={to}
      aria-current={isHere ? "page" : undefined}
      className={classNames(
        "min-h-8 items-center gap-2 rounded-md px-2.5 text-sm font-medium no-underline",
        isRow ? "flex justify-between" : "inline-flex",
        isHere ? "bg-accent-soft text-accent" : "text-muted hover:bg-sunken hover:text-ink",
      )}
    >
      {label} <span className="tabular-nums">{count}</span>
    </Link>
  );
}

type BesideData = NonNullable<Route.ComponentProps["loaderData"]["beside"]>;

/** The way back to the list, and to what stands before and behind in it. */
function Steps({ beside: { back, previous, next } }: { beside: BesideData }) {
  return (
    <p className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link to={back.to} className="me-auto inline-block py-0.5 text-sm text-muted underline">
        {back.label}
      </Link>{" "}
      {previous === null ? null : (
        <>
          <Link to={previous} className={buttonClass("secondary", "small")} data-key="k">
            Previous
          </Link>{" "}
        </>
      )}
      {next === null ? null : (
        <Link to={next} className={buttonClass("secondary", "small")} data-key="j">
          Next
        </Link>
      )}
    </p>
  );
}

/** The list beside its detail, where there is room for both. */
function Beside({ beside: { lines, current, back } }: { beside: BesideData }) {
  return (
    <nav
      aria-label={`List of ${back.label.toLowerCase()}`}
      className="max-xl:hidden xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:self-start xl:overflow-y-auto"
    >
      {lines.length === 0 ? <p className="text-sm text-muted">Nothing else is waiting.</p> : null}
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {lines.map((line) => (
          <li key={line.key}>
            <Link
              to={line.to}
              aria-current={line.key === current ? "page" : undefined}
              className="block border-s-2 border-transparent px-3 py-2.5 text-sm no-underline hover:bg-sunken aria-[current]:border-accent aria-[current]:bg-accent-soft"
            >
              <span className="line-clamp-2 font-medium break-words">{line.title}</span>{" "}
              <span className="line-clamp-2 break-words text-muted">{line.about}</span>{" "}
              <span className={line.late ? "text-red" : "text-muted"}>{line.lasting}</span>
              {line.late ? <Tag tone="red">Late</Tag> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
