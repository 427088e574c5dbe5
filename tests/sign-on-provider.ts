import { generateKeyPairSync, type KeyObject } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT } from "jose";
import { Provider, type ClientMetadata } from "oidc-provider";

/** Somebody at a provider, by the claims that it knows of them. */
export type Person = Record<string, unknown>;

/** Where the provider's word of a logout is caught. */
const SAID = "/said";

export const CLIENT = { id: "trust-center", secret: "a secret of forty-two characters, at least" };

/** A real provider (oidc-provider, certified) on loopback, and the ways in which one fails. */
export class SignOnProvider {
  readonly #server: http.Server;
  readonly #name: string;
  /** Who there is, by subject. */
  readonly people = new Map<string, Person>();
  clients: ClientMetadata[] = [];
  /** Whoever comes to sign in is this one. */
  person = "";
  /** Nothing is answered for so long, in milliseconds. */
  hangs = 0;
  /** Each answer is an error. */
  fails = false;
  /** Each answer is longer than anyone reads. */
  isHuge = false;
  /** The paths that were asked for. */
  readonly asked: string[] = [];
  #provider: Provider | null = null;
  #key: KeyObject | null = null;
  #kid = "";
  #said = "";

  private constructor(server: http.Server, name: string) {
    this.#server = server;
    this.#name = name;
  }

  /** @param name its host as a browser knows it; @param port any free one unless it is given */
  static async open(name = "127.0.0.1", port = 0): Promise<SignOnProvider> {
    const server = http.createServer();
    const own = new SignOnProvider(server, name);
    server.on("request", (req, res) => {
      own.asked.push(req.url ?? "");
      if (own.fails) return void res.writeHead(500).end();
      if (own.isHuge) return void res.writeHead(200).end(" ".repeat(2 * 1024 * 1024));
      const serve = () => void own.#serve(req, res);
      if (own.hangs === 0) serve();
      else setTimeout(serve, own.hangs).unref();
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return own;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get host(): string {
    return `${this.#name}:${(this.#server.address() as AddressInfo).port}`;
  }

  get issuer(): string {
    return `http://${this.host}`;
  }

  get provider(): Provider {
    this.#provider ??= this.#made();
    return this.#provider;
  }

  /** The provider signs with new keys from now on, and forgets the old ones. */
  renew(): void {
    this.#provider = null;
  }

  /** A company's client there, by its redirect address. */
  addClient(callback: string, more: Partial<ClientMetadata> = {}): void {
    this.clients.push({
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      redirect_uris: [callback],
      response_types: ["code"],
      grant_types: ["authorization_code"],
      token_endpoint_auth_method: "client_secret_basic",
      require_auth_time: true,
      default_acr_values: ["urn:example:two-factors"],
      backchannel_logout_uri: `${this.issuer}${SAID}`,
      ...more,
    });
    this.renew();
  }

  /** Follows a browser from the address that it is led to until it is led back. */
  async browse(address: string): Promise<string> {
    const jar = new Map<string, string>();
    for (let at = address; ;) {
      if (!at.startsWith(this.issuer)) return at;
      const answer = await fetch(at, {
        redirect: "manual",
        headers: { cookie: [...jar].map((pair) => pair.join("=")).join("; ") },
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
        jar.set(name, value);
      }
      const to = answer.headers.get("location");
      if (to === null) throw new Error(`${answer.status} at ${at}: ${await answer.text()}`);
      at = new URL(to, at).href;
    }
  }

  async #serve(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    const { provider } = this;
    if (req.url === SAID) return void res.end(await this.#hear(req));
    if (req.url?.startsWith("/interaction/") !== true) return provider.callback()(req, res);
    await provider.interactionFinished(req, res, {
      login: { accountId: this.person, acr: "urn:example:two-factors" },
    });
  }

  /** What the provider itself sends when somebody signed out there, by oidc-provider. */
  async sentLogout(subject: string, session: string): Promise<string> {
    const client = await this.provider.Client.find(CLIENT.id);
    // Its types lack it.
    const { backchannelLogout } = client as unknown as {
      backchannelLogout(sub: string, sid: string): Promise<void>;
    };
    await backchannelLogout.call(client, subject, session);
    return this.#said;
  }

  async #hear(req: http.IncomingMessage): Promise<string> {
    const pieces: Buffer[] = [];
    for await (const piece of req) pieces.push(piece as Buffer);
    const sent = new URLSearchParams(Buffer.concat(pieces).toString());
    this.#said = sent.get("logout_token") ?? "";
    return "";
  }

  /** What a provider may send when somebody signed out there, with what is said otherwise. */
  async logoutToken(claims: Record<string, unknown>): Promise<string> {
    const said = {
      iss: this.issuer,
      aud: CLIENT.id,
      iat: Math.floor(Date.now() / 1_000),
      jti: crypto.randomUUID(),
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
      ...claims,
    };
    if (this.#key === null) throw new Error("the provider was not asked yet");
    const header = { alg: "ES256", typ: "logout+jwt", kid: this.#kid };
    return new SignJWT(said).setProtectedHeader(header).sign(this.#key);
  }

  #made(): Provider {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const jwk = privateKey.export({ format: "jwk" });
    this.#key = privateKey;
    this.#kid = crypto.randomUUID();
    return new Provider(this.issuer, {
      clients: this.clients.map((client) => ({ id_token_signed_response_alg: "ES256", ...client })),
      jwks: { keys: [{ ...jwk, kty: "EC", use: "sig", alg: "ES256", kid: this.#kid }] },
      // It asks no loopback by itself.
      fetch: (url, { method, headers, body }: RequestInit = {}) =>
        fetch(url, { method, headers, body }),
      ttl: { AccessToken: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
      cookies: { keys: ["one of a test"] },
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
      acrValues: ["urn:example:two-factors"],
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, sub) => ({
        accountId: sub,
        claims: () => ({ sub, ...this.people.get(sub) }),
      }),
      async loadExistingGrant(ctx) {
        const clientId = ctx.oidc.client?.clientId;
        const accountId = ctx.oidc.session?.accountId;
        if (clientId === undefined || accountId === undefined) return undefined;
        const grant = new ctx.oidc.provider.Grant({ clientId, accountId });
        grant.addOIDCScope("openid email profile");
        await grant.save();
        return grant;
      },
    });
  }
}
