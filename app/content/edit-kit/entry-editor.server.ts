import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import { newId } from "#db/ids.ts";
import { NotFound } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { requireStaff } from "#auth/current-staff.ts";
import type { AnySubject } from "#tenancy/history/store/subject.server.ts";
import { servicesContext } from "#platform/context.ts";
import { keepTexts, type MarkdownFields } from "#platform/files/markdown/keep-markdown.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { formatDate } from "#values/dates.ts";
import { buttonAction, goneBefore } from "#web/forms/button.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import {
  answering,
  formAction,
  formFailed,
  notFound,
  parseForm,
  readSubmission,
} from "#web/forms/form.ts";
import { baseOf, EditConflict, recordChange } from "#web/history/store/record-change.server.ts";
import { conflictAnswer } from "#web/staff/editing/conflict.tsx";
import { entryEdit } from "#web/staff/editing/entry-edit.ts";
import {
  entryIntentSchema,
  formFields,
  toldFields,
  typedOf,
  type EntryFields,
  type EntryForm,
  type EntrySaid,
} from "./rules/entry-fields.ts";
import { versionsOf } from "./versions.ts";

/** What every stored entry has. */
export interface StoredEntry {
  createdAt: string;
  modifiedAt: string;
}

/** What a noun adds to its fields for the pages on which staff edit an entry. */
export interface EntryDeclaration<Fields extends EntryFields, Entry extends StoredEntry> {
  fields: Fields;
  schema: z.ZodType<EntryForm<Fields>>;
  /** Its name in history's rows. */
  subject: AnySubject;
  /** Its list: '/controls'. */
  path: string;
  /** Begins a sentence about one: 'This control'. */
  what: string;
  /** What a stored row says by the names of the fields. */
  said(entry: Entry): EntrySaid<Fields>;
  find(db: Reader, orgId: string, id: string): Promise<Entry | null>;
  add(
    trx: Writer,
    orgId: string,
    values: EntryForm<Fields> & { id: string },
    now: Date,
  ): Promise<unknown>;
  update(
    trx: Writer,
    orgId: string,
    id: string,
    values: EntryForm<Fields>,
    now: Date,
  ): Promise<unknown>;
  remove(trx: Writer, orgId: string, id: string): Promise<unknown>;
  words: {
    added(values: EntryForm<Fields>): string;
    saved(values: EntryForm<Fields>): string;
    deleted: string;
    /** Said where the entry, or a product of it, went while it was edited. */
    gone?: string;
  };
  /** The items that it can name. */
  items?(db: Reader, orgId: string): Promise<{ uid: string; label: string }[]>;
  /** What a field offers that others have. */
  suggested?(db: Reader, orgId: string): Promise<string[]>;
}

interface Args {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** Said where a product that was ticked went meanwhile. */
export const PRODUCT_GONE = { productIds: ["A product no longer exists. Choose again."] };

/** The pages on which staff write an entry of an org's own, such as a control or a question. */
export class EntryEditor<Fields extends EntryFields, Entry extends StoredEntry> {
  readonly declared: EntryDeclaration<Fields, Entry>;

  constructor(declared: EntryDeclaration<Fields, Entry>) {
    this.declared = declared;
  }

  /** The page of a new entry. */
  async newPage(context: Readonly<RouterContextProvider>) {
    const { org } = await requireStaff(context, "kb:edit");
    return { failed: formFailed(context), given: await this.#given(context, org.id) };
  }

  /** Adds the entry of a form. */
  async add(args: Args) {
    const { context } = args;
    const { org, session } = await requireStaff(context, "kb:edit");
    const { schema, subject, path, words, add } = this.declared;
    return formAction(
      args,
      schema,
      async ({ value }) => {
        await keepEntryTexts(context.get(servicesContext), org.id, this.declared, value, null);
        const { store, now } = context.get(servicesContext);
        const id = newId();
        const edit = entryEdit(context, { org, session }, subject, id);
        await store.write((trx) =>
          recordChange(trx, edit, () => add(trx, org.id, { ...value, id }, now())),
        );
        return redirectWithFlash(context, path, words.added(value));
      },
      {
        answers: (error, submitted) =>
          error instanceof NotFound
            ? submitted.refuse({ fields: PRODUCT_GONE }, { status: 409 })
            : undefined,
      },
    );
  }

  /** The page of one entry. @throws a 404 for what is not there */
  async page(context: Readonly<RouterContextProvider>, id: string) {
    const { org } = await requireStaff(context, "kb:edit");
    const { fields, subject, find, said } = this.declared;
    const { read } = context.get(servicesContext).store;
    const entry = await find(read, org.id, id);
    if (entry === null) throw notFound();
    const day = (iso: string) => ({ iso, text: formatDate(iso, org.timeZone) });
    return {
      entry,
      shown: {
        failed: formFailed(context),
        given: await this.#given(context, org.id),
        values: typedOf(fields, said(entry)),
        base: await baseOf(read, subject, { orgId: org.id, productId: null, subjectId: id }),
        added: day(entry.createdAt),
        modified: day(entry.modifiedAt),
      },
    };
  }

  /** Saves the entry, or deletes it. */
  async change(args: Args, id: string) {
    const { context } = args;
    const { org, session } = await requireStaff(context, "kb:edit");
    const { schema, subject, path, what, words, find, update, remove } = this.declared;
    const { store, now } = context.get(servicesContext);
    const gone = goneBefore(what, path);
    const before = await find(store.read, org.id, id);
    const asked = await readSubmission(args, entryIntentSchema);
    if (before === null) {
      if (asked.ok && asked.value.intent === "delete") throw gone;
      throw notFound();
    }
    if (!asked.ok) return asked.answer;
    const edit = entryEdit(context, { org, session }, subject, id);
    if (asked.value.intent === "delete")
      return buttonAction(
        context,
        path,
        async () => {
          await store.write((trx) => recordChange(trx, edit, () => remove(trx, org.id, id)));
          return redirectWithFlash(context, path, words.deleted);
        },
        gone,
      );
    return answering(
      parseForm(context, asked.form, schema),
      async ({ value }) => {
        await keepEntryTexts(context.get(servicesContext), org.id, this.declared, value, before);
        await store.write((trx) =>
          recordChange(trx, { ...edit, base: asked.value.base }, () =>
            update(trx, org.id, id, value, now()),
          ),
        );
        return redirectWithFlash(context, path, words.saved(value));
      },
      {
        ...(words.gone === undefined ? {} : { gone: words.gone }),
        answers: (error, submitted) => {
          if (error instanceof EditConflict)
            return conflictAnswer(
              submitted.refuse({ form: [error.message] }, { status: error.status }),
              error,
              org.timeZone,
              this.#versions(submitted.value, error.current),
            );
          if (error instanceof NotFound && words.gone === undefined)
            return submitted.refuse({ fields: PRODUCT_GONE }, { status: 409 });
          return undefined;
        },
      },
    );
  }

  /** Both versions of an entry that two people edit. @param current as history keeps it */
  #versions(yours: EntryForm<Fields>, current: object | null) {
    const { fields, said } = this.declared;
    return versionsOf(
      toldFields(fields),
      yours as unknown as EntrySaid<Fields>,
      current === null ? null : said(current as Entry),
    );
  }

  /** What the form is made with: its fields and their limits, and what can be chosen. */
  async #given(context: Readonly<RouterContextProvider>, orgId: string) {
    const { fields, schema, items, suggested } = this.declared;
    const { read } = context.get(servicesContext).store;
    return {
      fields: formFields(fields),
      constraint: formConstraint(schema),
      products: (await listProducts(read, orgId)).map(({ id, name }) => ({ id, name })),
      items: (await items?.(read, orgId)) ?? [],
      suggested: (await suggested?.(read, orgId)) ?? [],
    };
  }
}

/** Lays out the texts of an entry that are not as they were: pages find them done. */
export function keepEntryTexts<Fields extends EntryFields, Entry extends StoredEntry>(
  services: Parameters<typeof keepTexts>[0],
  orgId: string,
  { fields, said }: Pick<EntryDeclaration<Fields, Entry>, "fields" | "said">,
  values: EntryForm<Fields>,
  before: Entry | null,
): Promise<void> {
  const stored: Partial<EntrySaid<Fields>> = before === null ? {} : said(before);
  const changed = Object.entries(values).filter(
    ([name, text]) => fields[name]?.kind === "markdown" && text !== stored[name],
  );
  return keepTexts(services, orgId, Object.fromEntries(changed) as MarkdownFields);
}
