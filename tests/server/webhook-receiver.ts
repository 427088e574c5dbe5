import type { ServerResponse } from "node:http";
import { newId } from "#db/ids.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { newHookSecret } from "#company/webhooks/signing.server.ts";
import { addHook, sealOf } from "#company/webhooks/store/webhooks.server.ts";
import type { HookKind } from "#model/webhooks.ts";
import { StandIn } from "./stand-in.ts";
import { builtServer } from "./template.ts";
import { openWorld, type World } from "./world.ts";

/** One call of a webhook as it came. */
export interface Call {
  id: string;
  headers: Record<string, string>;
  text: string;
  body: {
    type: string;
    timestamp: string;
    data: { id: string; url: string; details?: Record<string, unknown> };
  };
}

/** A receiver on loopback, which takes everything unless a test tells it otherwise. */
export class HookReceiver {
  readonly calls: Call[] = [];
  /** The status of an answer, or what is done instead of one. */
  answer: (call: Call) => number | ((response: ServerResponse) => void) = () => 204;
  readonly service: StandIn;

  private constructor(service: StandIn) {
    this.service = service;
    service.answer = (request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const text = Buffer.concat(pieces).toString("utf8");
        const headers = request.headers as Record<string, string>;
        const id = headers["webhook-id"] ?? "";
        const call = { id, headers, text, body: JSON.parse(text) as Call["body"] };
        this.calls.push(call);
        const answer = this.answer(call);
        if (typeof answer === "function") answer(response);
        else response.writeHead(answer).end();
      });
    };
  }

  static async open(): Promise<HookReceiver> {
    return new HookReceiver(await StandIn.open());
  }

  get types(): string[] {
    return this.calls.map(({ body }) => body.type);
  }
}

/** The named world and a receiver that its webhooks may ask. */
export async function hookWorld(): Promise<{ world: World; receiver: HookReceiver }> {
  const receiver = await HookReceiver.open();
  const world = await openWorld({ OUTBOUND_ALLOW: `webhooks:${receiver.service.host}` });
  return { world, receiver };
}

/** A webhook of a company. @returns its id and its secret */
export async function hookIn(
  world: World,
  receiver: { service: Pick<StandIn, "host" | "url"> },
  {
    types,
    details = false,
    slug = "acme",
    kind = "webhook",
  }: { types: readonly string[]; details?: boolean; slug?: string; kind?: HookKind },
): Promise<{ id: string; secret: string }> {
  const { store, key, now } = world.services;
  const orgId = await world.orgId(slug);
  const id = newId();
  const secret = newHookSecret();
  await store.write((trx) =>
    addHook(
      { trx, orgId, by: SYSTEM, now: now() },
      {
        id,
        kind,
        host: receiver.service.host,
        sealedUrl: key.seal(sealOf(orgId, id, "url"), receiver.service.url("/hook")),
        sealedSecret: key.seal(sealOf(orgId, id, "secret"), secret),
      },
      { name: "Tickets", types, details },
    ),
  );
  return { id, secret };
}

/** Lets the worker send what is due, once. */
export async function tellHooks(world: World): Promise<void> {
  const { webhookWorker } = await builtServer();
  await webhookWorker(world.services).pass();
}
