import { NotFound, Refused } from "../../../db/refusals.ts";
import { leaveTeam } from "../../../db/team.ts";
import { servicesContext } from "../../context.ts";
import { leaveTeamSchema } from "../../domain/staff-forms.ts";
import { redirectWithFlash } from "../../middleware/flash.ts";
import { parseForm } from "../../forms/form.ts";
import { actorOf } from "../../middleware/staff.ts";
import { checkPassword, type Change, type ChangeAnswer } from "./change.ts";

/** Gives up the own role in an org. The last owner stays. */
export async function leave(change: Change): Promise<ChangeAnswer> {
  const { context, session, form } = change;
  const submitted = parseForm(context, form, leaveTeamSchema, { hide: ["currentPassword"] });
  if (!submitted.ok) return submitted.answer;
  const refused = await checkPassword(change, submitted);
  if (refused !== null) return refused;
  const { store, now } = context.get(servicesContext);
  try {
    await store.write((trx) =>
      leaveTeam(
        trx,
        submitted.value.orgId,
        { staffId: session.staff.id, actor: actorOf(context, session) },
        now(),
      ),
    );
  } catch (error) {
    if (error instanceof Refused || error instanceof NotFound)
      return submitted.refuse(
        { form: [error instanceof Refused ? error.message : "You are not on this team any more."] },
        { status: error.status },
      );
    throw error;
  }
  return redirectWithFlash(context, "/account", "You have left the team.");
}
