import type { SubmissionResult } from "@conform-to/react";
import type { Route } from "./+types/preset-list";
import { requireStaff } from "#auth/current-staff.ts";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { allMessages } from "#web/forms/fields.ts";
import { formFailed } from "#web/forms/form.ts";
import {
  changeButton,
  pressed,
  refusedOr,
  type PageButton,
  type StaffDesk,
} from "#web/forms/page-buttons.ts";
import { ListHead } from "#web/lists/head.tsx";
import { ListTable, type ListColumn } from "#web/lists/table.tsx";
import { Button } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import {
  PRESET_BUTTONS,
  removePresetSchema,
  renamePresetSchema,
  type PresetButton,
} from "../forms/review-forms.ts";
import {
  listPresets,
  removePreset,
  renamePreset,
  type AccessPreset,
} from "../store/access-presets.server.ts";
import { PresetName } from "./preset-name.tsx";
import { termsOf } from "./suggestion-panel.tsx";

export const handle: RouteHandle = { button: PRESET_BUTTONS };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Presets", loaderData?.failed) }];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { read } = context.get(servicesContext).store;
  return { presets: await listPresets(read, org.id), failed: formFailed(context) };
}

const GONE = { gone: "This preset no longer exists.", goneStatus: 404 } as const;

/** What each button of the page does. */
const PRESET_CHANGES: Readonly<Record<PresetButton, PageButton<StaffDesk, Response>>> = {
  rename: changeButton({
    schema: renamePresetSchema,
    run: (write, { presetId, name }) => renamePreset(write, presetId, name),
    done: (name) => `The preset is now called “${name}”.`,
    ...GONE,
  }),
  remove: changeButton({
    schema: removePresetSchema,
    run: (write, { presetId }) => removePreset(write, presetId),
    done: (name) => `The preset “${name}” was deleted. Earlier decisions stay.`,
    ...GONE,
  }),
};

export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const { org, session } = await requireStaff(context, "accounts:review");
  const desk = { context, org, session, page: "/rules/presets" };
  return refusedOr(await pressed(args, PRESET_CHANGES, desk));
}

export default function Presets({ loaderData: { presets }, actionData }: Route.ComponentProps) {
  const refused = actionData?.button === "rename" ? actionData.result : null;
  return (
    <>
      <ListHead
        up={{ to: "/rules", words: "Auto-decisions" }}
        title="Presets"
        count={presets.length === 1 ? "1 preset" : `${presets.length} presets`}
        lead="A preset approves a request with one press. To save one, use “Approve with other terms” on a request."
      />
      <div className="mb-6 empty:hidden">
        <ErrorSummary errors={allMessages(actionData)} fields={[]} />
      </div>
      {presets.length === 0 ? (
        <EmptyState icon="checkCircle" title="No presets yet" />
      ) : (
        <ListTable
          label="Presets"
          columns={columnsOf(refused)}
          rows={presets}
          rowKey={({ id }) => id}
        />
      )}
    </>
  );
}

/** @param refused the new name that was refused, with the preset that it was for */
function columnsOf(refused: SubmissionResult | null): ListColumn<AccessPreset>[] {
  return [
    { title: "Name", namesRow: true, share: 3, full: ({ name }) => name, cell: ({ name }) => name },
    {
      title: "Grants",
      share: 4,
      full: (preset) => termsOf(preset, true),
      cell: (preset) => termsOf(preset, true),
    },
    {
      title: "Change",
      isAction: true,
      cell: (preset) => (
        <div className="flex flex-wrap items-start justify-end gap-2">
          <PresetName preset={preset} refused={refused} />{" "}
          <ButtonForm button="remove">
            <input type="hidden" name="presetId" value={preset.id} />
            <Button look="danger" size="small" aria-label={`Delete the preset ${preset.name}`}>
              Delete
            </Button>
          </ButtonForm>
        </div>
      ),
    },
  ];
}
