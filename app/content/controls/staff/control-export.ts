import type { Route } from "./+types/control-export";
import { entryExport } from "#content/edit-kit/entry-export.server.ts";
import { CONTROL_FIELDS } from "../forms/controls.ts";
import { controlQuery } from "../rules/controls.ts";
import { listControls, type Control } from "../store/controls.server.ts";

const { shortAnswer, ...others } = CONTROL_FIELDS;

/** The controls that the list's filter leaves; short answers, which came later, are the last column. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return entryExport<typeof CONTROL_FIELDS, Control>(args, {
    file: "controls",
    fields: { ...others, shortAnswer },
    list: ({ db, org, query }) => listControls(db, org.id, controlQuery(query)),
    said: (control) => control,
  });
}
