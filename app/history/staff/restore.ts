import { data, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { findChange, restoreBefore, undoChange } from "../store/undo.server.ts";
import { servicesContext } from "../../context.ts";
import { localPath } from "../../values/local-path.ts";
import { keepRestored } from "../../files/markdown/restored-markdown.ts";
import { redirectWithFlash } from "../../http/request/flash.ts";
import { parseForm, readForm } from "../../forms/form.ts";
import { shownAction, type Refusal } from "../../forms/shown.ts";
import { actorOf, requireStaff } from "../../auth/current-staff.ts";

const schema = z.object({ seen: z.string().max(64).default("") });

/** The two forms that take a change back: a message's Undo (`undo=true` in the address), and a version's Restore. */
export async function restoreChange({
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
  const { store, now } = context.get(servicesContext);
  const submitted = parseForm(context, await readForm(request), schema);
  const seen = submitted.ok ? submitted.value.seen : "";
  const undoing = { permissions, by: actorOf(context, session), now: now() };
  const isUndo = url.searchParams.get("undo") === "true";
  const show = ({ said, status }: Refusal) => data({ refused: said.join(" ") }, { status });
  return shownAction(context, show, async () => {
    const found = await findChange(store.read, org.id, changeId, permissions);
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
      `Restored: ${change.title} is as it was before that change.`,
      undoneBy,
    );
  });
}

/** Back to a page of the private area after a change, with a message that offers Undo; without a change, the message alone. */
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
