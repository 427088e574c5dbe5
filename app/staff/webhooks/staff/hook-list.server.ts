import { newHookSecret } from "#company/webhooks/signing.server.ts";
import { addHook, listHooks, sealOf } from "#company/webhooks/store/webhooks.server.ts";
import { newId } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import { KIND_NAMES, type HookKind } from "#model/webhooks.ts";
import type { Services } from "#platform/context.ts";
import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { stateOf } from "./hook-state.tsx";
import { sealedUrl } from "./sealed-url.server.ts";

/** Webhooks, or the channels of chats, as their list shows them. */
export async function shownHooks(
  db: Reader,
  org: Pick<Org, "id" | "timeZone">,
  list: "webhooks" | "channels",
) {
  const hooks = await listHooks(db, org.id);
  return hooks
    .filter(({ kind }) => (kind === "webhook") === (list === "webhooks"))
    .map(({ id, name, kind, host, typesJson, ...hook }) => ({
      id,
      name,
      host: kind === "webhook" ? host : `${KIND_NAMES[kind]}, ${host}`,
      events: (JSON.parse(typesJson) as string[]).length,
      state: stateOf(hook, org.timeZone),
    }));
}

/**
 * Adds a webhook or a channel, its URL and its secret sealed.
 * @returns its id and its secret; or what is wrong with the URL
 */
export async function addSealedHook(
  services: Pick<Services, "store" | "key" | "now" | "config" | "limits">,
  { orgId, by }: { orgId: string; by: Actor },
  { kind, url, ...choices }: Parameters<typeof addHook>[2] & { kind: HookKind; url: string },
): Promise<{ id: string; secret: string } | { fault: string }> {
  const { store, key, now } = services;
  const id = newId();
  const address = await sealedUrl(services, orgId, id, url);
  if ("fault" in address) return address;
  // Nothing is signed for a channel; a column holds the secret all the same.
  const secret = newHookSecret();
  const sealedSecret = key.seal(sealOf(orgId, id, "secret"), secret);
  await store.write((trx) =>
    addHook({ trx, orgId, by, now: now() }, { id, kind, ...address, sealedSecret }, choices),
  );
  return { id, secret };
}
