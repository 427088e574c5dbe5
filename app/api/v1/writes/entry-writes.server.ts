import * as z from "zod";
import { newId } from "#db/ids.ts";
import { NotFound } from "#db/refusals.ts";
import {
  keepEntryTexts,
  PRODUCT_GONE,
  type EntryDeclaration,
  type StoredEntry,
} from "#content/edit-kit/entry-editor.server.ts";
import {
  fieldsOf,
  typedOf,
  type EntryFields,
  type EntryForm,
  type EntrySaid,
  type FieldKind,
} from "#content/edit-kit/rules/entry-fields.ts";
import { SHORT_ANSWERS } from "#model/short-answers.ts";
import { FAQ_ACCESS } from "#model/updates/words.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { fieldsProblem, problem } from "#web/api/json-body.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { externalField } from "../rules/put.ts";
import { baseField, verb, type Asking, type Writes } from "./verb.ts";

/** How a program says a field of a kind; the field's own schema judges it. */
const BY_KIND: Readonly<Record<FieldKind, z.ZodType>> = {
  line: z.string().nullable(),
  area: z.string().nullable(),
  markdown: z.string().nullable(),
  item: z.string().nullable(),
  lines: z.array(z.string()),
  shortAnswer: z.enum(SHORT_ANSWERS).nullable(),
  access: z.enum(FAQ_ACCESS),
  products: z.array(z.string()),
  flag: z.boolean(),
};

/** What a program may send beside the fields of an entry's form, and where that is kept. */
export interface Beside {
  shape: Readonly<Record<string, z.ZodType>>;
  save(write: Write, id: string, sent: Readonly<Record<string, unknown>>): Promise<void>;
}

/** The changes of a noun that staff edit as one form, such as controls: what its form takes, and as it is judged there. */
export function entryWrites<Fields extends EntryFields, Entry extends StoredEntry>(
  declared: EntryDeclaration<Fields, Entry>,
  beside: Beside = { shape: {}, save: async () => {} },
): Writes {
  const { fields, subject, what, find, add, update, remove, said } = declared;
  const shape = Object.fromEntries(
    fieldsOf(fields).map(([name, { kind }]) => [name, BY_KIND[kind].optional()]),
  );
  const editOf = ({ opened, services }: Asking, subjectId: string) => ({
    subject,
    orgId: opened.org.id,
    productId: null,
    subjectId,
    by: opened.by,
    now: services.now(),
  });
  return {
    need: { scope: "content:write", permission: "kb:edit" },
    put: { fixed: [] },
    make: verb({
      about: `Adds one. Errors are reported for each field, as in the form.`,
      body: z.strictObject({ ...shape, ...beside.shape, ...externalField }),
      async judge(asking, sent) {
        const { opened, services } = asking;
        const value = judged(declared, sent);
        await keepEntryTexts(services, opened.org.id, declared, value, null);
        const id = newId();
        const edit = editOf(asking, id);
        return async (write) => {
          const { trx, orgId, now } = write;
          await recordChange(trx, edit, () => add(trx, orgId, { ...value, id }, now)).catch(
            productGone,
          );
          await beside.save(write, id, sent);
          return id;
        };
      },
    }),
    change: verb({
      about: "Changes the fields that you send. The rest stays.",
      body: z.strictObject({ ...shape, ...beside.shape, ...externalField, ...baseField }),
      async judge(asking, sent) {
        const { opened, services, id } = asking;
        const before = await find(services.store.read, opened.org.id, id);
        if (before === null) throw new NotFound(what);
        const value = judged(declared, { ...said(before), ...sent });
        await keepEntryTexts(services, opened.org.id, declared, value, before);
        const edit = editOf(asking, id);
        return async (write) => {
          const { trx, orgId, now } = write;
          await recordChange(trx, edit, () => update(trx, orgId, id, value, now)).catch(
            productGone,
          );
          await beside.save(write, id, sent);
          return id;
        };
      },
    }),
    end: verb({
      about: "Deletes one.",
      body: null,
      judge: (asking) => {
        const edit = editOf(asking, asking.id);
        return Promise.resolve(async ({ trx, orgId }) => {
          await recordChange(trx, edit, () => remove(trx, orgId, asking.id));
          return asking.id;
        });
      },
    }),
  };
}

/** What an entry comes to, as its form has it. @throws a problem with the words of the form */
function judged<Fields extends EntryFields, Entry extends StoredEntry>(
  { fields, schema }: EntryDeclaration<Fields, Entry>,
  sent: Readonly<Record<string, unknown>>,
): EntryForm<Fields> {
  const empty = fieldsOf(fields, ["lines", "products"]).map(([name]) => [name, []]);
  const entry = { ...Object.fromEntries(empty), ...sent } as EntrySaid<Fields>;
  // A field of a form that is left empty is not sent.
  const typed = Object.entries(typedOf(fields, entry)).filter(([, value]) => value !== "");
  const parsed = schema.safeParse(Object.fromEntries(typed));
  if (!parsed.success) throw fieldsProblem(parsed.error);
  return parsed.data;
}

/** @throws the problem of a product that is not there; any other error as it is */
function productGone(error: unknown): never {
  if (!(error instanceof NotFound)) throw error;
  throw problem(400, PRODUCT_GONE.productIds[0] ?? "", { errors: PRODUCT_GONE });
}
