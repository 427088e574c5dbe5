import { generateKeyPair, type KeyObject, type webcrypto } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { exportJWK, SignJWT, type JWK, type JWTPayload } from "jose";
import { onTestFinished } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { saveByoid, type Byoid } from "#access/byoid/store/byoid.server.ts";
import { openWorld, type World } from "./world.ts";

const pairOf = promisify(generateKeyPair);

export interface SigningKey {
  kid: string;
  alg: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** A pair of keys for an algorithm. */
export async function signingKey(kid: string, alg = "ES256"): Promise<SigningKey> {
  const pair =
    alg === "EdDSA"
      ? await pairOf("ed25519")
      : alg.startsWith("ES")
        ? await pairOf("ec", {
            namedCurve: alg === "ES256" ? "P-256" : alg === "ES384" ? "P-384" : "P-521",
          })
        : await pairOf("rsa", { modulusLength: 2_048 });
  return { kid, alg, ...pair };
}

/** A server of one's own that publishes keys; it counts who asks, and fails in the ways that servers fail. */
export class IdentityProvider {
  readonly #server: http.Server;
  keys: SigningKey[] = [];
  asked = 0;
  /** Answers in place of the keys. */
  answer: ((res: http.ServerResponse) => void) | null = null;

  private constructor(server: http.Server) {
    this.#server = server;
  }

  static async open(): Promise<IdentityProvider> {
    const server = http.createServer();
    const provider = new IdentityProvider(server);
    server.on("request", (_req, res) => void provider.serve(res));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return provider;
  }

  private async serve(res: http.ServerResponse): Promise<void> {
    this.asked += 1;
    if (this.answer !== null) return this.answer(res);
    const keys: JWK[] = await Promise.all(
      this.keys.map(async ({ kid, alg, publicKey }) => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg,
        use: "sig",
      })),
    );
    res.setHeader("Content-Type", "application/jwk-set+json");
    res.end(JSON.stringify({ keys }));
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get jwksUrl(): string {
    return `http://${this.host}/keys`;
  }
}

export const ISSUER = "https://id.acme.example";
export const AUDIENCE = "acme-trust";

/** The named world with acme's identity provider, and one key of it. */
export async function openByoidWorld(
  changes: Partial<Byoid> = {},
): Promise<{ world: World; provider: IdentityProvider; key: SigningKey }> {
  const provider = await IdentityProvider.open();
  const world = await openWorld({ OUTBOUND_ALLOW: provider.host });
  const key = await signingKey("k1");
  provider.keys = [key];
  await setUp(world, "acme", { jwksUrl: provider.jwksUrl, ...changes });
  return { world, provider, key };
}

/** Sets an org up to take tokens; its first profile and default product unless the changes say otherwise. */
export async function setUp(world: World, slug: string, changes: Partial<Byoid>): Promise<void> {
  const orgId = await world.orgId(slug);
  const profile = await world.services.store.read
    .selectFrom("permissionProfiles")
    .select("id")
    .where("orgId", "=", orgId)
    .orderBy("name")
    .limit(1)
    .executeTakeFirstOrThrow();
  const values: Byoid = {
    enabled: true,
    issuer: ISSUER,
    audience: AUDIENCE,
    jwksUrl: null,
    publicKey: null,
    accountClaim: "company",
    profileId: profile.id,
    productIds: [await world.productId(slug)],
    ndaRequired: false,
    expiresInDays: null,
    ...changes,
  };
  await world.services.store.write((trx) =>
    saveByoid({ trx, orgId, by: SYSTEM, now: world.time }, values),
  );
}

let tokens = 0;

/** A token about jane of Corp that is right, with changes; undefined leaves a claim out. */
export function tokenOf(
  world: World,
  key: SigningKey,
  changes: JWTPayload = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  const now = Math.floor(world.time.getTime() / 1_000);
  const claims = {
    iss: ISSUER,
    aud: AUDIENCE,
    iat: now,
    exp: now + 300,
    jti: `t-${(tokens += 1)}`,
    email: "jane@corp.example",
    given_name: "Jane",
    family_name: "Miró",
    company: "Corp & Söhne",
    ...changes,
  };
  const kept = Object.fromEntries(
    Object.entries(claims).filter(([, value]) => value !== undefined),
  );
  const { kid, alg, privateKey } = key;
  return new SignJWT(kept)
    .setProtectedHeader({ alg, kid, typ: "JWT", ...header } as { alg: string })
    .sign(privateKey as unknown as webcrypto.CryptoKey);
}
