import * as z from "zod";
import { findPlan } from "#company/entitlements/store/entitlements.server.ts";
import { pickSettings, settingsView } from "#company/settings/rules/view.ts";
import { settingsSubject } from "#company/settings/store/settings-history.server.ts";
import { NotFound } from "#db/refusals.ts";
import { FEATURES } from "#model/settings/customization.ts";
import { SETTINGS_FORMS } from "#staff/settings/staff/page-forms.ts";
import type { SettingsPageForm } from "#staff/settings/staff/save.ts";
import { fieldsProblem, problem, unknownProblem } from "#web/api/json-body.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { settingsFields } from "../rules/settings-fields.ts";
import { baseField, verb, type Writes } from "./verb.ts";

const patch = z.strictObject({
  values: z.strictObject(settingsFields, { error: "Send an object" }),
  ...baseField,
});

/** How the pages of the settings are changed, as by their forms. */
export const settingsWrites: Writes = {
  need: { scope: "settings:write", permission: "settings:edit" },
  change: verb<z.output<typeof patch>>({
    about: "Changes the settings of a page that you send. The rest stays.",
    body: patch,
    async judge({ services, opened, id }, { values }) {
      const form = formOf(id);
      const others = Object.keys(values).filter((name) => !isOf(form, name));
      if (others.length > 0) throw unknownProblem(others.map((name) => `values.${name}`));
      const { org } = opened;
      if (FEATURES.some((name) => name in values)) {
        const plan = await findPlan(services.store.read, org.id);
        if (plan !== null && plan.endedAt === null)
          throw problem(409, "Your plan decides which features are on.");
      }
      const stored = pickSettings(settingsView(org), form.fields);
      const parsed = form.schema.safeParse(asForm(merged(stored, values)));
      if (!parsed.success)
        throw fieldsProblem(
          new z.ZodError(
            parsed.error.issues.map((issue) => ({ ...issue, path: ["values", ...issue.path] })),
          ),
        );
      return async (write) => {
        const { trx, ...authorship } = write;
        const edit = { ...authorship, subject: settingsSubject, productId: null, subjectId: "" };
        await recordChange(trx, edit, () => form.write(trx, parsed.data, { ...authorship, org }));
        return id;
      };
    },
  }),
};

/** The form of a page. @throws NotFound */
function formOf(page: string): SettingsPageForm<object> {
  const form = Object.entries(SETTINGS_FORMS).find(([name]) => name === page)?.[1];
  if (form === undefined) throw new NotFound("page");
  return form as unknown as SettingsPageForm<object>;
}

const isOf = ({ fields }: SettingsPageForm<object>, name: string) =>
  (fields as readonly string[]).includes(name);

type Group = Readonly<Record<string, unknown>>;

function isGroup(value: unknown): value is Group {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is stored, with what was sent in its place; what a group doesn't name stays in it. */
function merged(stored: Group, sent: Group): Group {
  const all = { ...stored };
  for (const [name, value] of Object.entries(sent)) {
    const before = all[name];
    all[name] = isGroup(before) && isGroup(value) ? merged(before, value) : value;
  }
  return all;
}

/** Settings as their form sends them: text, with a line for each of a list. */
function asForm(value: unknown): unknown {
  if (isGroup(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asForm(inner)]));
  if (Array.isArray(value)) return value.join("\n");
  return value === null || typeof value === "number" ? String(value ?? "") : value;
}
