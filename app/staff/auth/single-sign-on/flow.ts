import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import {
  findFlow,
  findSingleSignOn,
  FLOW_LIFE,
  keepFlow,
  spendFlow,
  type SingleSignOn,
} from "#auth/store/single-sign-on.server.ts";
import { newToken, sha256 } from "#db/ids.ts";
import { signOnBase } from "#model/auth/single-sign-on.ts";
import { servicesContext } from "#platform/context.ts";
import { readCookie, setCookie } from "#platform/http/request/cookies.ts";
import { beginAtProvider, finishAtProvider, ProviderFailed, type Claims } from "./provider.ts";

/*
 * The way of a browser to an org's provider and back. The browser is known by a cookie, of which the
 * state is made; the way is the org's alone, and good once.
 */

const PURPOSE = "single-sign-on-flow";

interface RequestContext {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

const stored = z.object({
  nonce: z.string(),
  verifier: z.string(),
  /** Whom it began with: what was set up anew on the way is another provider. */
  issuer: z.string(),
  clientId: z.string(),
  /** Where the provider wants the browser. */
  address: z.string(),
  redirectTo: z.string(),
  /** The session of whoever only tests the settings; null for a sign-in. */
  tester: z.string().nullable(),
});

/** What a provider is told and sends back. Only the browser with the cookie could have made it. */
const stateOf = (browser: string) => sha256(`single-sign-on:${browser}`);

/**
 * Sends a browser to an org's provider, over a page of ours: browsers stop a form that ends on
 * another host.
 * @param way whom the provider offers first, where to go in the end, and who only tests it
 * @returns the page to go to, and the cookie that the way back asks for
 * @throws ProviderFailed
 */
export async function leave(
  { context }: Pick<RequestContext, "context">,
  orgId: string,
  way: { email: string | null; redirectTo: string; tester: string | null },
): Promise<{ to: string; cookie: string }> {
  const services = context.get(servicesContext);
  const { config, key, store, now } = services;
  const { email, redirectTo, tester } = way;
  const settings = await settingsOf(context, orgId, tester !== null);
  const browser = newToken();
  const asked = { state: stateOf(browser), email };
  const { state, ...secrets } = await beginAtProvider(services, orgId, settings, asked);
  const { issuer, clientId } = settings;
  const kept: z.output<typeof stored> = { ...secrets, issuer, clientId, redirectTo, tester };
  const sealed = key.seal(PURPOSE, JSON.stringify(kept));
  await store.write((trx) => keepFlow(trx, { state, orgId, sealed }, now()));
  return {
    to: signOnBase(orgId),
    cookie: setCookie(config, "otc_way", browser, FLOW_LIFE / 1_000),
  };
}

/** Where the browser is on its way to, or null. */
export async function leavingTo(
  { request, context }: RequestContext,
  orgId: string,
): Promise<string | null> {
  const { config, key, store, now } = context.get(servicesContext);
  const browser = readCookie(request, config, "otc_way");
  if (browser === null) return null;
  const sealed = await findFlow(store.read, orgId, stateOf(browser), now());
  return sealed === null ? null : stored.parse(JSON.parse(key.open(PURPOSE, sealed))).address;
}

/** Who came back, for which org, and what for. */
export interface CameBack {
  orgId: string;
  settings: SingleSignOn;
  claims: Claims;
  redirectTo: string;
  tester: string | null;
}

/** It came back to another browser or company, twice, too late, or never left from here. */
export class WayLost extends Error {}

/**
 * Takes a browser back from the provider of an org.
 * @throws WayLost; ProviderFailed
 */
export async function comeBack(
  { request, context }: RequestContext,
  orgId: string,
): Promise<CameBack> {
  const services = context.get(servicesContext);
  const { config, key, store, now } = services;
  const { search, searchParams } = new URL(request.url);
  const browser = readCookie(request, config, "otc_way");
  const state = browser === null ? null : stateOf(browser);
  if (state === null || searchParams.get("state") !== state) throw new WayLost();
  const sealed = await store.write((trx) => spendFlow(trx, orgId, state, now()));
  if (sealed === null) throw new WayLost();
  const way = stored.parse(JSON.parse(key.open(PURPOSE, sealed)));
  const { redirectTo, tester } = way;
  const settings = await settingsOf(context, orgId, tester !== null);
  if (settings.issuer !== way.issuer || settings.clientId !== way.clientId) throw new WayLost();
  const secrets = { state, nonce: way.nonce, verifier: way.verifier };
  const claims = await finishAtProvider(services, orgId, settings, secrets, search);
  return { orgId, settings, claims, redirectTo, tester };
}

async function settingsOf(
  context: Readonly<RouterContextProvider>,
  orgId: string,
  isTest: boolean,
): Promise<SingleSignOn> {
  const settings = await findSingleSignOn(context.get(servicesContext).store.read, orgId);
  if (settings === null || (!settings.enabled && !isTest))
    throw new ProviderFailed("Single sign-on is off.");
  return settings;
}
