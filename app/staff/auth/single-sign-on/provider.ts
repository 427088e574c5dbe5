import type { JWK } from "jose";
import { findSecret } from "#tenancy/orgs/store/org-secrets.server.ts";
import type { SingleSignOn } from "#auth/store/single-sign-on.server.ts";
import { TOKEN_ALGORITHMS } from "#model/byoid.ts";
import { signOnBase } from "#model/auth/single-sign-on.ts";
import type { Services } from "#platform/context.ts";
import { signingKeyFor, type SigningKey } from "#platform/files/signing-key.ts";
import { exemptFor } from "#platform/integrations/exemptions.ts";
import { readKeys } from "#platform/integrations/key-sets.ts";
import { fetchOutside, isExempt, OutboundFailed } from "#platform/integrations/outbound.ts";
import { verifiedBy, type Published } from "./published.ts";

/*
 * An org's identity provider, by OpenID Connect. Every request to it leaves through the guard of all
 * outgoing requests. What it publishes of itself, its keys too, is read anew for each sign-in: a key
 * that was changed a moment ago is there. For its word of a logout, which anybody may send, it is
 * kept for some minutes.
 */

/** What staff read where the provider can't be asked, or says something else than it should. */
export class ProviderFailed extends Error {}

/** Where an org's client secret is kept. */
export const CLIENT_SECRET = "single-sign-on";

/** What the client secret is sealed for. */
export const secretPurpose = (orgId: string) => `single-sign-on:${orgId}`;

/** How far the provider's clock may be off, in seconds. */
const CLOCK_SKEW_SECONDS = 60;

/** Longer names of sessions and levels than providers give. */
const MOST_CHARACTERS = 200;

const openid = () => import("openid-client");

type Parts = Pick<Services, "config" | "store" | "key">;

/**
 * Where a company's provider sends browsers back to. Each company has an address of its own, so that
 * nobody's provider can be handed the code of another's.
 */
export function callbackAddress({ config }: Pick<Services, "config">, orgId: string): string {
  return `${config.origin}${signOnBase(orgId)}/callback`;
}

/** Whether an issuer's address can be asked: by https, or on a host that is exempt. */
export function isIssuer({ config }: Pick<Services, "config">, issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const url = new URL(issuer);
  return url.protocol === "https:" || isExempt(url, { allow: exempt(config) });
}

/** The key by which the server proves to a company's provider that it is the client. */
function clientKey(key: Services["key"], orgId: string): Promise<SigningKey> {
  return signingKeyFor(key, `single-sign-on-client:${orgId}`);
}

/** The public part of it, as the provider reads it. */
export async function clientKeys(
  { key }: Pick<Services, "key">,
  orgId: string,
): Promise<{ keys: JWK[] }> {
  return { keys: [(await clientKey(key, orgId)).jwk] };
}

/** What the provider publishes of itself now. @throws ProviderFailed */
async function discovered({ config }: Pick<Parts, "config">, settings: SingleSignOn) {
  const issuer = new URL(settings.issuer);
  const client = await openid();
  const execute = isExempt(issuer, { allow: exempt(config) }) ? [client.allowInsecureRequests] : [];
  const options = { execute, [client.customFetch]: guarded(exempt(config)) };
  const found = await failing(
    client.discovery(issuer, settings.clientId, undefined, client.None(), options),
  );
  return { client, execute, server: found.serverMetadata() };
}

/** The provider as it is now. @throws ProviderFailed */
async function connect(parts: Parts, orgId: string, settings: SingleSignOn) {
  const { config } = parts;
  const { clientId } = settings;
  const { client, execute, server } = await discovered(parts, settings);
  const connected = new client.Configuration(
    server,
    clientId,
    { [client.clockTolerance]: CLOCK_SKEW_SECONDS },
    await proofOf(parts, orgId, settings, server.token_endpoint_auth_methods_supported),
  );
  connected[client.customFetch] = guarded(exempt(config));
  for (const setting of execute) setting(connected);
  // The token came from the provider itself, and its signature is checked all the same.
  client.enableNonRepudiationChecks(connected);
  return { client, connected };
}

/** How the server proves that it is the client. */
async function proofOf(
  { store, key }: Parts,
  orgId: string,
  { clientProof }: SingleSignOn,
  methods: readonly string[] = ["client_secret_basic"],
) {
  const client = await openid();
  if (clientProof === "key") {
    const { kid, privateKey } = await clientKey(key, orgId);
    const own = await crypto.subtle.importKey(
      "jwk",
      privateKey.export({ format: "jwk" }),
      { name: "ECDSA", namedCurve: "P-256" },
      false,
      ["sign"],
    );
    return client.PrivateKeyJwt({ key: own, kid });
  }
  const secret = await findSecret(store.read, orgId, CLIENT_SECRET);
  if (secret === null)
    throw new ProviderFailed("Single sign-on isn’t finished. Its client secret is missing.");
  const opened = key.open(secretPurpose(orgId), secret.sealed);
  return methods.includes("client_secret_basic")
    ? client.ClientSecretBasic(opened)
    : client.ClientSecretPost(opened);
}

/** What only this browser and the server know of a way to the provider. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/**
 * Where the browser goes to sign in, and what has to be known when it comes back.
 * @param state by which the browser is known again
 * @param email whom the provider offers first
 * @throws ProviderFailed
 */
export async function beginAtProvider(
  parts: Parts,
  orgId: string,
  settings: SingleSignOn,
  { state, email }: { state: string; email: string | null },
): Promise<FlowSecrets & { address: string }> {
  const { client, connected } = await connect(parts, orgId, settings);
  const secrets = {
    state,
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const { scopes_supported: scopes = [] } = connected.serverMetadata();
  const { roleClaim } = settings;
  const more = roleClaim !== null && scopes.includes(roleClaim) ? ` ${roleClaim}` : "";
  const address = client.buildAuthorizationUrl(connected, {
    redirect_uri: callbackAddress(parts, orgId),
    scope: `openid email profile${more}`,
    state,
    nonce: secrets.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: "S256",
    ...(email === null ? {} : { login_hint: email }),
  });
  // What a provider publishes of itself is its own word: no other scheme leads a browser anywhere.
  if (!isIssuer(parts, address.href)) throw new ProviderFailed(UNSOUND);
  return { ...secrets, address: address.href };
}

/** Who came back, as the provider says it. */
export interface Claims {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  /** Its own session, by which it says later that it is over. */
  session: string | null;
  /** When the person signed in there, as ISO time, and how sure it is of them. */
  authenticatedAt: string | null;
  level: string | null;
  all: Readonly<Record<string, unknown>>;
}

/**
 * Exchanges the code that a browser came back with. State, nonce, issuer, verifier, signature and
 * times are checked.
 * @param query of the address that the browser came back to
 * @throws ProviderFailed
 */
export async function finishAtProvider(
  parts: Parts,
  orgId: string,
  settings: SingleSignOn,
  secrets: FlowSecrets,
  query: string,
): Promise<Claims> {
  const { client, connected } = await connect(parts, orgId, settings);
  const at = new URL(callbackAddress(parts, orgId));
  at.search = query;
  const tokens = await failing(
    client.authorizationCodeGrant(connected, at, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    }),
  );
  const claims = tokens.claims();
  if (claims === undefined) throw new ProviderFailed(UNSOUND);
  const wanted = ["email", ...(settings.roleClaim === null ? [] : [settings.roleClaim])];
  const isShort = wanted.some((name) => !Object.hasOwn(claims, name));
  const more =
    isShort && connected.serverMetadata().userinfo_endpoint !== undefined
      ? await failing(client.fetchUserInfo(connected, tokens.access_token, claims.sub))
      : {};
  return readClaims({ ...more, ...claims }, claims.iss, claims.sub);
}

function readClaims(all: Record<string, unknown>, issuer: string, subject: string): Claims {
  const text = (name: string) => (typeof all[name] === "string" ? all[name] : null);
  const short = (name: string) => text(name)?.slice(0, MOST_CHARACTERS) ?? null;
  const { auth_time: seconds } = all;
  const authenticated = new Date(typeof seconds === "number" ? seconds * 1_000 : Number.NaN);
  return {
    issuer,
    subject,
    email: text("email")?.trim().toLowerCase() ?? null,
    emailVerified: isConfirmed(all),
    name: text("name"),
    session: short("sid"),
    authenticatedAt: Number.isNaN(authenticated.getTime()) ? null : authenticated.toISOString(),
    level: short("acr"),
    all,
  };
}

/**
 * Whether the provider confirms the address: by `email_verified`, or by `xms_edov`, which Microsoft
 * Entra sends in its place.
 */
function isConfirmed({ email_verified: verified, xms_edov: owned }: Record<string, unknown>) {
  if (verified !== undefined) return verified === true || verified === "true";
  return owned === true || owned === "true" || owned === 1 || owned === "1";
}

/** What a provider says is over: its session, its person, or both, and since when. */
export interface Ended {
  session: string | null;
  person: { issuer: string; subject: string } | null;
  at: Date;
}

const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** The oldest that a provider's word may be, in seconds. */
const LOGOUT_SECONDS = 600;

/**
 * Reads the token by which a provider says that somebody signed out there (OpenID Connect
 * Back-Channel Logout 1.0): signed by it, for this client, a moment ago, and no token of a sign-in.
 * @throws ProviderFailed
 */
export async function readLogout(
  parts: Pick<Services, "config" | "store" | "now">,
  settings: SingleSignOn,
  token: string,
): Promise<Ended> {
  const { issuer, payload } = await failing(
    verifiedBy(parts, settings.issuer, () => publishedNow(parts, settings), {
      token,
      algorithms: [...TOKEN_ALGORITHMS],
      audience: settings.clientId,
      requiredClaims: ["iat", "jti", "events"],
      clockTolerance: CLOCK_SKEW_SECONDS,
      maxTokenAge: LOGOUT_SECONDS,
    }),
  );
  const { sub, sid, iat = 0, events, nonce } = payload;
  const isLogout = typeof events === "object" && events !== null && LOGOUT_EVENT in events;
  const session = typeof sid === "string" ? sid.slice(0, MOST_CHARACTERS) : null;
  const person = sub === undefined ? null : { issuer, subject: sub };
  if (!isLogout || nonce !== undefined || (session === null && person === null))
    throw new ProviderFailed(UNSOUND);
  return { session, person, at: new Date((iat + CLOCK_SKEW_SECONDS) * 1_000) };
}

/** By what tokens of a provider are checked now. @throws ProviderFailed */
async function publishedNow(
  parts: Pick<Parts, "config">,
  settings: SingleSignOn,
): Promise<Published> {
  const { server } = await discovered(parts, settings);
  const { issuer, jwks_uri: keysAt } = server;
  if (keysAt === undefined) throw new ProviderFailed(UNSOUND);
  const answer = await failing(
    fetchOutside(keysAt, "application/jwk-set+json, application/json", {
      allow: exempt(parts.config),
    }),
  );
  return { issuer, find: readKeys(answer).find };
}

function exempt(config: Services["config"]): string[] {
  return exemptFor(config.outboundAllow, "sign-in");
}

/** As `fetch`, through the guard: public addresses, five seconds, one megabyte, no redirects. */
function guarded(allow: readonly string[]) {
  return async (
    address: string,
    { body, headers, method }: { body?: unknown; headers?: unknown; method: string },
  ): Promise<Response> => {
    const {
      accept = "application/json",
      "content-type": type = "application/x-www-form-urlencoded",
      ...sent
    } = Object.fromEntries(new Headers(headers as Record<string, string>));
    const answer = await fetchOutside(address, accept, {
      allow,
      headers: sent,
      ...(method === "POST" ? { body: { type, text: String(body ?? "") } } : {}),
    });
    return new Response(answer.bytes.length === 0 ? null : new Uint8Array(answer.bytes), {
      status: answer.status,
      headers: { "Content-Type": answer.contentType },
    });
  };
}

const UNSOUND = "Your identity provider’s answer can’t be trusted. Sign in again.";

/** What the library threw, in words for people; the provider's own words are cut to a short line. */
async function failing<Result>(asking: Promise<Result>): Promise<Result> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof ProviderFailed) throw error;
    throw new ProviderFailed(wordsOf(error), { cause: error });
  }
}

function wordsOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundFailed)
      return `Your identity provider can’t be reached. ${cause.message}`;
    if ("error" in cause && typeof cause.error === "string")
      return `Your identity provider answered with ${cause.error.slice(0, 100)}.`;
  }
  return UNSOUND;
}
