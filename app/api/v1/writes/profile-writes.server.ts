import * as z from "zod";
import { profileSchema } from "#access/profiles/forms/profiles.ts";
import { itemKey } from "#access/profiles/rules/profiles.ts";
import { addProfile, changeProfile, endProfile } from "#access/profiles/profile-changes.server.ts";
import { mustFindProfile } from "#auth/profiles/store/permission-profiles.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import { problem } from "#web/api/json-body.ts";
import { judged } from "./grant-body.ts";
import { baseField, mustBeOfKey, verb, type Asking, type Writes } from "./verb.ts";

const item = z.strictObject({ productId: z.string().max(64), itemUid: z.string().max(200) });
const body = {
  name: z.string().optional(),
  allItems: z.boolean().optional(),
  /** All that it includes, beside what it opens with allItems. */
  items: z.array(item).max(10_000, "Send at most 10,000 items").optional(),
};
const made = z.strictObject(body);
const patch = z.strictObject({ ...body, ...baseField });

const scopeOf = (allItems: boolean) => (allItems ? "all" : "chosen");

/** How permission profiles are added, changed and removed, as on their pages. */
export const profileWrites: Writes = {
  need: { scope: "access:write", permission: "accounts:review" },
  make: verb<z.output<typeof made>>({
    about: "Adds a permission profile.",
    body: made,
    judge({ opened }, { name, allItems = false, items = [] }) {
      const head = judged(profileSchema, { name, scope: scopeOf(allItems) });
      mustBeOfKey(opened, null);
      return Promise.resolve((write) =>
        addProfile(write, { ...head, items })
          .catch(noItem)
          .catch(nameTaken),
      );
    },
  }),
  change: verb<z.output<typeof patch>>({
    about:
      "Changes the fields of a permission profile that you send. Accounts with it see the difference immediately.",
    body: patch,
    async judge({ services, opened, id }: Asking, { name, allItems, items }) {
      mustBeOfKey(opened, null);
      const before = await mustFindProfile(services.store.read, opened.org.id, id);
      const head = judged(profileSchema, {
        name: name ?? before.name,
        scope: scopeOf(allItems ?? before.allItems),
      });
      const asked = items?.map(({ productId, itemUid }) => itemKey({ productId, uid: itemUid }));
      return async (write) => {
        const left = new Set(asked);
        const wanted = new Set(asked);
        await changeProfile(write, id, head, (one) => {
          left.delete(itemKey(one));
          return asked === undefined ? null : wanted.has(itemKey(one));
        }).catch(nameTaken);
        if (left.size > 0) throw unknownItem();
        return id;
      };
    },
  }),
  end: verb({
    about: "Removes a permission profile that nothing has used.",
    body: null,
    judge: ({ opened, id }) => {
      mustBeOfKey(opened, null);
      return Promise.resolve(async (write) => {
        await endProfile(write, id);
        return id;
      });
    },
  }),
};

const NO_ITEM = "This item doesn’t exist.";
const unknownItem = () => problem(400, NO_ITEM, { errors: { items: [NO_ITEM] } });

/** @throws the problem of an item that is not there; any other error as it is */
function noItem(error: unknown): never {
  if (error instanceof NotFound) throw unknownItem();
  throw error;
}

/** @throws what a rule refuses of a profile, at its name; any other error as it is */
function nameTaken(error: unknown): never {
  if (error instanceof Refused && error.field === null) throw new Refused(error.message, "name");
  throw error;
}
