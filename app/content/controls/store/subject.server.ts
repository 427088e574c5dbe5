import { entrySubject } from "#content/edit-kit/store/entry-subject.server.ts";
import { Refused } from "#db/refusals.ts";
import { CONTROL_FIELDS } from "../forms/controls.ts";
import { referenceKey } from "../rules/controls.ts";
import {
  dropControl,
  findControl,
  putControl,
  takenReferences,
  takenWords,
  type Control,
} from "./controls.server.ts";

/** A control as history knows it. */
export const controlSubject = entrySubject<typeof CONTROL_FIELDS, Control>({
  name: "control",
  noun: "controls",
  fields: CONTROL_FIELDS,
  title: ({ reference, title }) => `${reference} ${title}`,
  said: (control) => control,
  find: findControl,
  async put(trx, orgId, id, control) {
    const holder = (await takenReferences(trx, orgId)).get(referenceKey(control.reference));
    if (holder !== undefined && holder !== id) throw new Refused(takenWords(control.reference));
    await putControl(trx, orgId, id, control);
  },
  drop: dropControl,
});
