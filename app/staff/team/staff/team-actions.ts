import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import { requireStaff } from "#auth/current-staff.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction } from "#web/forms/form.ts";
import { memberOf } from "./person-data.ts";
import type { TeamDesk } from "./team-changes.ts";

/*
 * Each button of the team's pages has an address of its own; opened, that shows the page it stands
 * on. What all of them do first stands here.
 */

/** The form of a button that says all by itself. */
export const NO_FIELDS = z.object({});

interface ButtonArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * Answers a button of the team's list.
 * @param press what it does, and the words that it is told with
 */
export async function teamAction<Schema extends z.ZodType>(
  args: ButtonArgs,
  schema: Schema,
  press: (desk: TeamDesk, values: z.output<Schema>) => Promise<string>,
) {
  const { context } = args;
  const desk: TeamDesk = { context, here: await requireStaff(context, "team:edit") };
  return formAction(
    args,
    schema,
    async ({ value }) => redirectWithFlash(context, "/team", await press(desk, value)),
    { gone: "This invitation is no longer pending.", goneStatus: 404 },
  );
}

/**
 * Answers a button of a person's page.
 * @param press what it does to whom, and the words that it is told with
 * @param to where it leads; to the person again, unless they are no longer there
 */
export async function personAction<Schema extends z.ZodType>(
  args: ButtonArgs & { params: { staffId: string } },
  schema: Schema,
  press: (desk: TeamDesk, staffId: string, values: z.output<Schema>) => Promise<string>,
  to?: string,
) {
  const { context, params } = args;
  const desk: TeamDesk = { context, here: await requireStaff(context, "team:edit") };
  const { id } = await memberOf(
    context.get(servicesContext).store.read,
    desk.here.org.id,
    params.staffId,
  );
  return formAction(args, schema, async ({ value }) =>
    redirectWithFlash(context, to ?? `/team/${id}`, await press(desk, id, value)),
  );
}
