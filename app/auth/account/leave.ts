import { leaveTeam } from "../../features/team/store/team.server.ts";
import { servicesContext } from "../../context.ts";
import { leaveTeamSchema } from "../forms/staff-forms.ts";
import { redirectWithFlash } from "../../http/request/flash.ts";
import { answering, parseForm } from "../../forms/form.ts";
import { actorOf } from "../current-staff.ts";
import { checkPassword, type Change, type ChangeAnswer } from "./change.ts";

/** Gives up the own role in an org. The last owner stays. */
export async function leave(change: Change): Promise<ChangeAnswer> {
  const { context, session, form } = change;
  const submitted = parseForm(context, form, leaveTeamSchema, { hide: ["currentPassword"] });
  if (!submitted.ok) return submitted.answer;
  const refused = await checkPassword(change, submitted);
  if (refused !== null) return refused;
  const { store, now } = context.get(servicesContext);
  return answering(
    submitted,
    async ({ value }) => {
      await store.write((trx) =>
        leaveTeam(
          trx,
          value.orgId,
          { staffId: session.staff.id, actor: actorOf(context, session) },
          now(),
        ),
      );
      return redirectWithFlash(context, "/account", "You have left the team.");
    },
    { gone: "You are not on this team any more.", goneStatus: 404 },
  );
}
