import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import type { Authorship } from "#tenancy/audit/store/audit.server.ts";
import { recordChange, EditConflict } from "#web/history/store/record-change.server.ts";
import {
  viewOf,
  type SettingsSnapshot,
  settingsSubject,
} from "#company/settings/store/settings-history.server.ts";
import { stampOf } from "#tenancy/history/store/subject.server.ts";
import {
  updateCustomization,
  type CustomizationChanges,
} from "#company/settings/store/customizations.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Writer } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { BASE_FIELD } from "#model/cards/editing.ts";
import {
  pickSettings,
  settingLines,
  settingsView,
  type SettingsView,
} from "#company/settings/rules/view.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { conflictAnswer, type ConflictField } from "#web/staff/editing/conflict.tsx";

interface Saving extends Authorship {
  org: Org;
}

/** One page of the settings that is a form. */
export interface SettingsPageForm<Value extends object> {
  /** Its path below /settings. */
  page: string;
  /** Where the answer leads; back to the page itself unless given. */
  leadsTo?: string;
  /** The settings that its fields are. */
  fields: readonly (keyof SettingsView)[];
  schema: z.ZodType<Value>;
  write: (trx: Writer, value: Value, saving: Saving) => Promise<unknown>;
  /** What the answer says beyond 'Saved.' */
  note?: (value: Value) => string | null;
}

/** What the form of a page shows, and the stamp by which two editors are told of each other. */
export async function loadSettings<Value extends object>(
  context: Readonly<RouterContextProvider>,
  { fields, schema }: SettingsPageForm<Value>,
) {
  const { org } = await requireStaff(context, "settings:edit");
  const stored = pickSettings(settingsView({ ...org, customization: org.customization }), fields);
  const constraint = formConstraint(schema);
  return { org, shown: { failed: formFailed(context), stored, constraint, base: stampOf(stored) } };
}

/** Saves the form of one page, with what it changed in history and in the audit. */
export async function saveSettings<Value extends object>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  { page, leadsTo = `/settings/${page}`, fields, schema, write, note }: SettingsPageForm<Value>,
) {
  const { org, session } = await requireStaff(context, "settings:edit");
  const { store, now } = context.get(servicesContext);
  const saving: Saving = { org, by: actorOf(context, session), now: now() };
  const part = (snapshot: SettingsSnapshot) => pickSettings(viewOf(snapshot), fields);
  return formAction(
    { request, context },
    schema,
    async ({ value, form }) => {
      const sent = form.get(BASE_FIELD);
      const edit = {
        subject: settingsSubject,
        orgId: org.id,
        productId: null,
        subjectId: "",
        by: saving.by,
        now: saving.now,
        base: typeof sent === "string" ? sent : null,
        part,
      } as const;
      await store.write((trx) => recordChange(trx, edit, () => write(trx, value, saving)));
      const words = ["Saved.", note?.(value)].filter(Boolean).join(" ");
      return redirectWithFlash(context, leadsTo, words);
    },
    {
      answers: (error, submitted) =>
        error instanceof EditConflict
          ? conflictAnswer(
              submitted.refuse({ form: [error.message] }, { status: 409 }),
              error,
              org.timeZone,
              differences(submitted.value, part(error.current as SettingsSnapshot)),
            )
          : undefined,
    },
  );
}

/** What most pages do: the values are settings of the portal by their own names. */
export function saveCustomization(
  trx: Writer,
  value: CustomizationChanges,
  { org, now }: Saving,
): Promise<unknown> {
  return updateCustomization({ trx, orgId: org.id, now }, value);
}

/** The settings in which the two versions differ. */
function differences(yours: object, theirs: object): ConflictField[] {
  const other = new Map(settingLines(theirs).map(({ name, text }) => [name, text]));
  return settingLines(yours)
    .map(({ name, label, text }) => ({ label, yours: text, theirs: other.get(name) ?? null }))
    .filter((field) => field.yours !== field.theirs);
}
