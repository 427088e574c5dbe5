import type { Route } from "./+types/sections-order";
import { baseOf } from "#web/history/store/record-change.server.ts";
import { loadConfig } from "#visibility/store/config.server.ts";
import { loadCards } from "#visibility/store/items.server.ts";
import { loadControls } from "#content/controls/store/shown.server.ts";
import { loadTopics } from "#visibility/store/publications.server.ts";
import { loadFaq } from "#visibility/store/faq.server.ts";
import { arrangeSections } from "#content/products/store/product-order.server.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import type { Columns } from "#values/ordering.ts";
import {
  combineSections,
  completeSectionOrder,
  SECTION_TITLES,
  separateSections,
  type SectionId,
} from "#model/cards/sections.ts";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest, type EditRequest } from "#web/staff/editing/edit-request.ts";
import { orderAction } from "./action.ts";
import { OrderForm } from "./form.tsx";
import { sectionsSubject } from "#content/products/store/order-history.server.ts";

export const handle = { dialog: true };

const NEEDS = { feature: "sectionCustomization" } as const;

/** 'Re-order sections'. */
export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args, NEEDS);
  const { sections } = await loadConfig(edit.scope);
  const key = { orgId: edit.org.id, productId: edit.product.id, subjectId: "" };
  return {
    page: edit.page,
    order: sections.map(({ id }) => id),
    notShown: await notShown(edit),
    base: await baseOf(edit.scope.db, sectionsSubject, key),
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args, NEEDS);
  const { sections } = await loadConfig(edit.scope);
  return orderAction(args, edit, {
    subject: sectionsSubject,
    subjectId: "",
    fields: ["section"],
    stored: [sections.map(({ id }) => id)],
    complete: ([sent = []]) => [completeSectionOrder(sent)],
    change,
    save: (trx, [order = []]) =>
      arrangeSections(trx, edit.org.id, edit.product.id, order as SectionId[]),
    label: (id) => SECTION_TITLES[id as SectionId],
    success: "Updated section order",
    failure: "Failed to update section order",
  });
}

/** Why visitors don't see a section, of those that they don't. */
async function notShown({ scope, org }: EditRequest): Promise<Partial<Record<SectionId, string>>> {
  const [{ sections }, faq, controls, topics, cards] = await Promise.all([
    loadConfig(scope),
    loadFaq(scope),
    loadControls(scope),
    loadTopics(scope),
    loadCards(scope),
  ]);
  const isHidden = (kind: CardKind) => cards.get(kind)?.hiddenAt != null;
  const hidden = sections
    .filter(({ id, hidden: whole }) => whole || (CARDS_OF[id]?.every(isHidden) ?? false))
    .map(({ id, hiddenHalves }): [SectionId, string] => [
      id,
      hiddenHalves.length === 0
        ? "it is hidden"
        : `${hiddenHalves.map((half) => SECTION_TITLES[half]).join(", ")} is hidden`,
    ]);
  const { contactSupport, reportIssue } = org.customization;
  return {
    ...(faq.every(({ owner }) => owner?.access === "internal") &&
    controls.every(({ access }) => access === "internal")
      ? { kb: "there are no entries yet" }
      : {}),
    ...(topics.every((topic) => topic.hidden) ? { updates: "there are no updates yet" } : {}),
    ...(contactSupport.enabled || reportIssue.enabled
      ? {}
      : { help: "neither “Contact support” nor “Report issue” is on" }),
    ...Object.fromEntries(hidden),
  };
}

/** Sections that are one card, or two: they are hidden by its menu. */
const CARDS_OF: Partial<Record<SectionId, readonly CardKind[]>> = {
  overview: ["Overview"],
  certifications: ["Certifications"],
  overview_and_certifications: ["Overview", "Certifications"],
  trusted_by: ["TrustedBy"],
  subprocessors: ["Subprocessors"],
  documents: ["Documents"],
};

function change(columns: Columns, move: string): Columns | null {
  const order = (columns[0] ?? []) as SectionId[];
  if (move === "combine") return [combineSections(order)];
  return move === "separate" ? [separateSections(order)] : null;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Re-order sections");
}

export default function Sections({ loaderData, actionData }: Route.ComponentProps) {
  const { page, order, notShown: causes, base } = loaderData;
  const rows = new Map(
    (Object.keys(SECTION_TITLES) as SectionId[]).map((id) => [
      id as string,
      { label: SECTION_TITLES[id], notShown: causes[id] ?? null, own: OWN_MOVES[id] ?? [] },
    ]),
  );
  return (
    <OrderForm
      page={page}
      title="Re-order sections"
      lead={
        <p className="text-sm text-muted">
          The order in the Trust Center will reflect only enabled sections
        </p>
      }
      lists={LISTS}
      rows={rows}
      stored={[order]}
      base={base}
      answer={actionData}
      submit="Save"
      menu
      change={change}
    />
  );
}

const LISTS = [{ field: "section", title: null }];
const COMBINE = [{ move: "combine", label: "Combine" }];
const OWN_MOVES: Partial<Record<SectionId, readonly { move: string; label: string }[]>> = {
  overview: COMBINE,
  certifications: COMBINE,
  overview_and_certifications: [{ move: "separate", label: "Separate" }],
};
