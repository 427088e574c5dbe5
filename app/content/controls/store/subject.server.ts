import { subject } from "#web/history/store/subject.server.ts";
import { fieldLine, listLines } from "#web/history/store/words.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { Refused } from "#db/refusals.ts";
import { productNamer, productsStillThere } from "#content/products/store/entry-products.server.ts";
import { FAQ_ACCESS_WORDS } from "#model/knowledge-base/forms/faq-forms.ts";
import { referenceKey } from "../rules/controls.ts";
import {
  dropControl,
  findControl,
  putControl,
  takenReferences,
  takenWords,
  type Control,
} from "./controls.server.ts";

export type ControlSnapshot = Omit<Control, "orgId" | "id">;

/** A control with the products that it is about; its subject id is the control's. */
export const controlSubject = subject<ControlSnapshot>({
  permission: "kb:edit",
  title: ({ reference, title }) => `${reference} ${title}`,
  async read(db, key) {
    const control = await findControl(db, key.orgId, key.subjectId);
    if (control === null) return null;
    const { orgId: _tenant, id: _own, ...snapshot } = control;
    return snapshot;
  },
  async write(trx, { orgId, subjectId: id }, snapshot) {
    if (snapshot === null) await dropControl(trx, orgId, id);
    else {
      const holder = (await takenReferences(trx, orgId)).get(referenceKey(snapshot.reference));
      if (holder !== undefined && holder !== id) throw new Refused(takenWords(snapshot.reference));
      const { productIds } = snapshot;
      const there = await productsStillThere(trx, orgId, productIds);
      await putControl(trx, orgId, id, { ...snapshot, productIds: there });
    }
    await contentChanged(trx, orgId);
  },
  async words(db, key, before, after) {
    if (before === null) return ["Added"];
    if (after === null) return ["Deleted"];
    const named = await productNamer(db, key.orgId);
    return [
      ...fieldLine("Reference", before.reference, after.reference),
      ...fieldLine("Title", before.title, after.title),
      ...fieldLine("Description", before.description, after.description),
      ...listLines("Framework reference", before.requirements, after.requirements),
      ...fieldLine("Linked item", before.itemUid, after.itemUid),
      ...fieldLine("Access", FAQ_ACCESS_WORDS[before.access], FAQ_ACCESS_WORDS[after.access]),
      ...listLines("Product", named(before.productIds), named(after.productIds)),
    ];
  },
  compared: ({ reference, title, description, requirements, itemUid, access, productIds }) => ({
    reference,
    title,
    description,
    requirements,
    itemUid,
    access,
    productIds,
  }),
});
