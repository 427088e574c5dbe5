import * as z from "zod";
import { refuseCardName } from "#content/cards/card-name.server.ts";
import { cardPatchSchema } from "#content/cards/forms/card-forms.ts";
import { saveCardTexts } from "#content/cards/store/card-edits.server.ts";
import { NotFound } from "#db/refusals.ts";
import { isCardKind } from "#model/cards/kinds.ts";
import { partsOfEntryId } from "#model/entry-ids.ts";
import { fieldsProblem } from "#web/api/json-body.ts";
import { baseField, verb, type Writes } from "./verb.ts";

const patch = z.strictObject({
  title: z.string().nullable().optional(),
  displayText: z.string().nullable().optional(),
  placeholder: z.string().nullable().optional(),
  hidden: z.boolean().optional(),
  ...baseField,
});

/** How cards get their names and texts, and are hidden and shown, as on their pages. */
export const cardWrites: Writes = {
  need: { scope: "content:write", permission: "statuspage:edit" },
  change: verb<z.output<typeof patch>>({
    about:
      "Changes the name and the texts of a card, or hides or shows it with everything on it. null is the default.",
    body: patch,
    judge({ opened, id }, sent) {
      const { productId, name: kind } = partsOfEntryId(id);
      if (!isCardKind(kind)) throw new NotFound("card");
      const parsed = cardPatchSchema.safeParse(sent);
      if (!parsed.success) throw fieldsProblem(parsed.error);
      const { items: _none, ...values } = parsed.data;
      refuseCardName(opened.org, kind, values.title);
      return Promise.resolve(async (write) => {
        await saveCardTexts(write, productId, kind, values);
        return id;
      });
    },
  }),
};
