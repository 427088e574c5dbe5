import type { RouterContextProvider } from "react-router";
import { baseOf } from "#web/history/store/record-change.server.ts";
import type { EditableItem } from "../store/editable-item.server.ts";
import { hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import { loadIntegrations } from "#visibility/store/integrations.server.ts";
import { servicesContext } from "#platform/context.ts";
import { valueOf, type FormValues } from "#values/form-values.ts";
import type { EditRequest } from "#web/staff/editing/edit-request.ts";
import { connect } from "../integration-editor.server.ts";
import { refreshAfterAnswer } from "../integration-reading.server.ts";
import {
  providerOf,
  PROVIDER_NAMES,
  type IntegrationView,
  type Provider,
} from "#model/integrations.ts";
import { disconnectItem } from "../store/integrations.server.ts";
import { itemSubject } from "../store/item-history.server.ts";

/** The section 'integrations' of an item's form; null for an item that can't be connected. */
export interface ConnectionSection {
  provider: Provider;
  /** The plan has integrations. */
  allowed: boolean;
  /** The page that it is connected to. */
  page: string | null;
  /** What is known of that page; null where the plan lacks it, too. */
  view: IntegrationView | null;
}

export async function connectionSection(
  context: Readonly<RouterContextProvider>,
  { org, scope }: EditRequest,
  { uid, item }: EditableItem,
): Promise<ConnectionSection | null> {
  const provider = providerOf(uid);
  if (provider === null || uid === null) return null;
  await refreshAfterAnswer(context, scope);
  return {
    provider,
    allowed: hasFeature(org, "growthIntegrations"),
    page: item.integration?.page ?? null,
    view: (await loadIntegrations(scope)).get(uid) ?? null,
  };
}

/**
 * What a press of Connect or Disconnect comes to: the form goes on with these inputs, or says why
 * not.
 */
export type Outcome =
  | { values: FormValues; notice: string }
  | { errors: Record<string, string[]> }
  | { form: string[] };

/**
 * Connects or disconnects the item of a form; what else stands in the form is saved with it no more
 * than by any other of its buttons.
 * @throws EditConflict; TooManyRequests
 */
export async function changeConnection(
  context: Readonly<RouterContextProvider>,
  edit: EditRequest,
  editable: EditableItem,
  values: FormValues,
  intent: "connect" | "disconnect",
): Promise<Outcome> {
  const provider = providerOf(editable.uid);
  if (provider === null || editable.uid === null)
    return { form: ["This item can’t be connected."] };
  if (editable.goneFrom?.what === "deleted") return { form: ["Restore the item first."] };
  const services = context.get(servicesContext);
  const { org, product, by, now, scope } = edit;
  const base = valueOf(values, "base");
  const name = PROVIDER_NAMES[provider];
  if (intent === "disconnect") {
    if (editable.item.integration === null) return { form: [`It is not connected to ${name}.`] };
    await services.store.write((trx) =>
      disconnectItem({ trx, orgId: org.id, by, now }, product.id, editable, { base }),
    );
  } else {
    const typed = editable.item.integration?.page ?? valueOf(values, "href");
    const place = { org, productId: product.id, by, now };
    const connected = await connect(services, place, editable, { provider, typed, base });
    if ("fault" in connected) return { errors: { href: [connected.message] } };
    values = { ...values, href: [connected.integration.page], showInCard: ["on"] };
  }
  const key = { orgId: org.id, productId: product.id, subjectId: editable.uid };
  return {
    values: { ...values, base: [await baseOf(scope.db, itemSubject, key)] },
    notice: intent === "connect" ? `Connected to ${name}` : `Disconnected from ${name}`,
  };
}
