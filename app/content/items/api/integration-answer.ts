import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import { staffActor, type Authorship } from "#tenancy/audit/store/audit.server.ts";
import type { EditableItem } from "../store/editable-item.server.ts";
import { hasFeature, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { loadIntegrations } from "#visibility/store/integrations.server.ts";
import { pageScope } from "#visibility/store/scope.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { notFound } from "#web/api/caller.ts";
import { staffAnswer, staffCaller } from "#web/api/staff.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { productsSeen } from "#model/portal-paths.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { problem } from "#web/api/json-body.ts";
import { connectable, type NotConnected } from "../integration-editor.server.ts";
import { refreshAfterAnswer } from "../integration-reading.server.ts";
import {
  PROVIDER_ITEMS,
  temporaryError,
  type Provider,
  type Reading,
} from "#model/integrations.ts";

const NO_STORE = { headers: { "Cache-Control": "private, no-store" } };

/** The provider that an address is about: two addresses share each module. */
export function providerIn(request: Request): Provider {
  return /\/hackerone(?:\/|$)/.test(new URL(request.url).pathname) ? "hackerone" : "statuspageio";
}

/**
 * GET {prefix}/hackerone?productId and {prefix}/statuspageio?productId: what the item's widget
 * shows this viewer. Staff in Main are told, too, where nothing is connected and where the plan
 * lacks it.
 * @returns a problem: 400 without a product; 404 for what this viewer has no widget of, for
 *   whatever reason; to staff 502 while the page can't be read
 */
export async function readingAnswer(
  context: Readonly<RouterContextProvider>,
  request: Request,
  org: Org,
  viewer: Viewer,
): Promise<Response> {
  const { store, now } = context.get(servicesContext);
  const provider = providerIn(request);
  const productId = new URL(request.url).searchParams.get("productId") ?? "";
  if (productId === "") return problem(400, "No product id");
  const seen = productsSeen(await listProducts(store.read, org.id), viewer);
  if (!seen.some(({ id }) => id === productId)) throw notFound();
  const scope = pageScope(store.read, org, productId, viewer, now());
  const view = (await loadIntegrations(scope)).get(PROVIDER_ITEMS[provider]);
  await refreshAfterAnswer(context, scope);
  if (view === undefined) {
    if (viewer.mode !== "main") throw notFound();
    return Response.json(nothingOf(provider, hasFeature(org, "growthIntegrations")), NO_STORE);
  }
  if (view.reading === null) return problem(502, temporaryError(view.page));
  return Response.json({ ...factsOf(view.reading, view.showInCard), asOf: view.readAt }, NO_STORE);
}

/** What staff are told where nothing is connected, or the plan lacks it. */
function nothingOf(provider: Provider, allowed: boolean) {
  return provider === "hackerone"
    ? { allowed, enabled: false, programStatistics: null, responseEfficiency: null, asOf: null }
    : { allowed, showInCard: false, description: null, indicator: null, asOf: null };
}

/** A reading in the specification's names. */
export function factsOf(reading: Reading, showInCard: boolean) {
  return reading.provider === "hackerone"
    ? { allowed: true, enabled: true, ...reading.statistics }
    : { allowed: true, showInCard, ...reading.status };
}

/** The item that a call of staff connects or disconnects. */
export interface ConnectionCall extends Authorship {
  org: Org;
  productId: string;
  editable: EditableItem;
}

export const productField = z.string().max(100).optional();

/**
 * Answers a call of staff about a product's connection: the one that `productId` names, else the
 * default one.
 * @returns a problem: 401 without a session, 403 without statuspage:edit, 404 for a product that is
 *   not the org's, 429
 */
export async function connectionCall(
  { context, url }: { context: Readonly<RouterContextProvider>; url: URL },
  provider: Provider,
  answer: (
    call: Omit<ConnectionCall, "editable" | "productId"> & {
      of: (productId: string | undefined) => Promise<ConnectionCall>;
    },
  ) => Promise<Response>,
): Promise<Response> {
  return staffAnswer(async () => {
    const { org, session } = await staffCaller(context, "statuspage:edit", url);
    const { store, now } = context.get(servicesContext);
    const call = {
      org,
      by: staffActor(session.staff, context.get(hostContext).ip, org.id),
      now: now(),
    };
    return await answer({
      ...call,
      async of(named) {
        const wanted = named ?? url.searchParams.get("productId") ?? null;
        const products = await listProducts(store.read, org.id);
        const product = products.find(({ id, isDefault }) =>
          wanted === null ? isDefault : id === wanted,
        );
        if (product === undefined) throw notFound();
        const editable = await connectable(store.read, org, product.id, provider);
        if (editable === null) throw notFound();
        return { ...call, productId: product.id, editable };
      },
    });
  });
}

/** Why nothing was connected, as a problem with its code. */
export function notConnected({ fault, message }: NotConnected): Response {
  const status = { LINK: 400, PLAN: 403, NOT_FOUND: 404, UNKNOWN: 502 }[fault];
  return problem(status, message, {
    ...(fault === "LINK" ? { errors: { page: [message] } } : {}),
    ...(fault === "NOT_FOUND" || fault === "UNKNOWN" ? { members: { code: fault } } : {}),
  });
}

/** What is connected now, as the calls that connect answer it. */
export function connectionAnswer(
  org: Org,
  { page, reading, changeId }: { page: string; reading: Reading; changeId?: string | null },
): Response {
  return Response.json(
    {
      page,
      ...factsOf(reading, true),
      allowed: hasFeature(org, "growthIntegrations"),
      ...(changeId === undefined ? {} : { changeId }),
    },
    NO_STORE,
  );
}
