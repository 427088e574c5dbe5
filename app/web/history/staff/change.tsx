import { Link, type RouterContextProvider, data } from "react-router";
import type { Route } from "./+types/change";
import { laterChanges } from "../store/change-list.server.ts";
import { currentVersion, findChange, restoreBefore, undoChange } from "../store/undo.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { formFailed, notFound, parseForm } from "#web/forms/form.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import * as z from "zod";
import { localPath } from "#values/local-path.ts";
import { keepRestored } from "#platform/files/markdown/restored-markdown.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { type Refusal, shownAction } from "#web/forms/shown.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title ?? "History", loaderData?.failed) }];
}

/** One version: what it changed, what came after it, and the way back before it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "statuspage:edit");
  const { store, subjects } = context.get(servicesContext);
  const { read } = store;
  const change = await findChange(read, org.id, params.changeId, { subjects, permissions });
  if (change === null) throw notFound();
  const later = await laterChanges(read, change);
  return {
    failed: formFailed(context),
    title: change.title,
    when: formatMoment(change.at, org.timeZone),
    by: change.actorName,
    lines: change.summary.split("\n"),
    wasThere: change.beforeJson !== null,
    undone:
      change.undoneAt === null
        ? null
        : { by: change.undoneBy, when: formatMoment(change.undoneAt, org.timeZone) },
    later: later.map((row) => ({
      id: row.id,
      when: formatMoment(row.at, org.timeZone),
      by: row.actorName,
      lines: row.summary.split("\n"),
    })),
    seen: await currentVersion(read, subjects, change),
    back:
      change.productId === null
        ? "/history"
        : `/history?product=${encodeURIComponent(change.productId)}`,
  };
}

export function action(args: Route.ActionArgs) {
  return restoreChange({ ...args, changeId: args.params.changeId });
}

export default function Version({ loaderData, actionData }: Route.ComponentProps) {
  const { title, when, by, lines, wasThere, undone, later, seen, back } = loaderData;
  return (
    <div className="max-w-3xl">
      <Link to={back} className="inline-flex min-h-8 items-center text-sm text-muted underline">
        Change history
      </Link>
      <h1 className="mt-2 text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]">
        {title}
      </h1>
      <p className="mt-2 text-muted">
        Changed by {by}, {when}
        {undone === null ? "" : `; undone by ${undone.by ?? ""}, ${undone.when}`}
      </p>
      <div className="mt-6 space-y-6">
        <ErrorSummary
          errors={actionData?.refused === undefined ? [] : [actionData.refused]}
          fields={[]}
        />
        <Lines title="What changed" lines={lines} />
        {later.length === 0 ? null : (
          <section
            aria-labelledby="later"
            className="rounded-md border border-yellow bg-yellow-soft p-4"
          >
            <h2 id="later" className="font-semibold">
              {later.length === 1
                ? "1 later change will also be undone"
                : `${later.length} later changes will also be undone`}
            </h2>
            <ul className="mt-2 space-y-2 text-sm [overflow-wrap:anywhere]">
              {later.map((row) => (
                <li key={row.id}>
                  <Link to={`/history/${row.id}`} className="inline-block min-h-6 underline">
                    {row.when}, {row.by}
                  </Link>
                  : {row.lines.join("; ")}
                </li>
              ))}
            </ul>
          </section>
        )}
        <form method="post" noValidate className="flex flex-wrap items-center gap-3">
          <OnceField />
          <input type="hidden" name="seen" value={seen} />
          <Button look={later.length === 0 ? "primary" : "danger"}>
            {later.length === 0 ? "Restore" : "Restore anyway"}
          </Button>{" "}
          <Link to={back} className={buttonClass("secondary")}>
            Cancel
          </Link>
          <p className="w-full text-sm text-muted">
            {wasThere
              ? "Undoes this change. You can undo the restore."
              : "This didn’t exist before the change, so restoring removes it. You can undo that."}
          </p>
        </form>
      </div>
    </div>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section aria-labelledby="lines">
      <h2 id="lines" className="font-semibold">
        {title}
      </h2>
      <ul className="mt-2 list-disc space-y-1 ps-5 [overflow-wrap:anywhere]">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

const schema = z.object({ seen: z.string().max(64).default("") });

/**
 * The two forms that take a change back: a message's Undo (`undo=true` in the address), and a
 * version's Restore.
 */
async function restoreChange({
  context,
  request,
  url,
  changeId,
}: {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
  changeId: string;
}) {
  const { org, session, permissions } = await requireStaff(context, "statuspage:edit");
  const { store, subjects, now } = context.get(servicesContext);
  const submitted = parseForm(context, await readForm(request), schema);
  const seen = submitted.ok ? submitted.value.seen : "";
  const undoing = { subjects, permissions, by: actorOf(context, session), now: now() };
  const isUndo = url.searchParams.get("undo") === "true";
  const show = ({ said, status }: Refusal) => data({ refused: said.join(" ") }, { status });
  return shownAction(context, show, async () => {
    const found = await findChange(store.read, org.id, changeId, undoing);
    if (found !== null) await keepRestored({ store, now }, org.id, [found]);
    const { change, undoneBy } = await store.write((trx) =>
      isUndo
        ? undoChange(trx, org.id, changeId, undoing)
        : restoreBefore(trx, org.id, changeId, seen, undoing),
    );
    const history =
      change.productId === null
        ? "/history"
        : `/history?product=${encodeURIComponent(change.productId)}`;
    if (isUndo)
      return redirectWithFlash(
        context,
        localPath(url.searchParams.get("back"), history),
        `Undone: ${change.title} is as it was before.`,
      );
    return redirectWithUndo(
      context,
      history,
      `Restored ${change.title} to how it was before this change.`,
      undoneBy,
    );
  });
}

/**
 * Back to a page of the private area after a change, with a message that offers Undo; without a
 * change, the message alone.
 */
function redirectWithUndo(
  context: Readonly<RouterContextProvider>,
  to: string,
  text: string,
  changeId: string | null,
): Response {
  const undo =
    changeId === null
      ? {}
      : {
          action: {
            label: "Undo",
            to: `/history/${changeId}?undo=true&back=${encodeURIComponent(to)}`,
          },
        };
  return redirectWithFlash(context, to, { text, tone: "success", ...undo });
}
