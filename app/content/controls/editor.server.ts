import { EntryEditor } from "#content/edit-kit/entry-editor.server.ts";
import { CONTROL_FIELDS, controlSchema } from "./forms/controls.ts";
import {
  addControl,
  findControl,
  removeControl,
  updateControl,
  type Control,
} from "./store/controls.server.ts";
import { linkableItems } from "./store/linkable-items.server.ts";
import { controlSubject } from "./store/subject.server.ts";

/** How staff edit a control. */
export const controlEditor = new EntryEditor<typeof CONTROL_FIELDS, Control>({
  fields: CONTROL_FIELDS,
  schema: controlSchema,
  subject: controlSubject,
  path: "/controls",
  what: "This control",
  said: (control) => control,
  find: findControl,
  add: addControl,
  update: updateControl,
  remove: removeControl,
  words: {
    added: ({ reference }) => `${reference} was added.`,
    saved: ({ reference }) => `${reference} was saved.`,
    deleted: "The control was deleted.",
  },
  items: async (db, orgId) =>
    (await linkableItems(db, orgId)).map(({ uid, label }) => ({ uid, label })),
});
