import * as z from "zod";
import type { OpenedKey } from "#auth/access-keys/open-key.server.ts";
import type { Services } from "#platform/context.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { KeyNeed } from "#web/api/key-call.ts";
import { problem } from "#web/api/json-body.ts";

/** In place of `If-Match`: the stamp of the entry that is changed, without the quotation marks. */
export const baseField = { base: z.string().max(200).optional() };

/** Who asks for a change, and with what. */
export interface Asking {
  services: Services;
  opened: OpenedKey;
  /** The entry that the address names; a new one has no id yet. */
  id: string;
}

/** What an organization knows that the schema of a body asks for. */
export interface Surroundings {
  timeZone: string;
  now: Date;
}

/** An answer that is no entry: what was asked for waits. */
export interface Waiting {
  waiting: Readonly<Record<string, string | null>>;
}

/** What a call does to an entry. */
export interface Verb<Body = unknown> {
  /** For the description: what is done, in a sentence. */
  about: string;
  /** What the call takes; null: nothing. */
  body: z.ZodType<Body> | ((around: Surroundings) => z.ZodType<Body>) | null;
  /** Whether the entry may be about no product afterwards: a key for some products then reads it for the last time. */
  mayEmpty?: boolean;
  /**
   * Judges what was sent, without its `base`, as the form of that change does, before anything is written.
   * @returns what is done in the transaction, which gives the id of the entry that is answered
   * @throws a problem
   */
  judge(asking: Asking, body: Body): Promise<(write: Write) => Promise<string | Waiting>>;
}

/** The changes of a noun; what is not there, the noun doesn't have. */
export interface Writes {
  need: KeyNeed;
  /** POST to the list. */
  make?: Verb;
  /** PATCH of one entry. */
  change?: Verb;
  /** DELETE of one entry. */
  end?: Verb;
  /** PUT of the list: entries are made and changed by what programs call them. */
  put?: {
    /** What only a new entry says, and is the same from then on. */
    fixed: readonly string[];
  };
  /** POST below one entry, by the last word of the address. */
  calls?: Readonly<Record<string, Verb>>;
}

/** The schema of a verb's body. */
export function bodyOf({ body }: Verb, around: Surroundings): z.ZodType | null {
  return typeof body === "function" ? body(around) : body;
}

/** A verb among others, whose bodies differ. */
export const verb = <Body>(one: Verb<Body>) => one as unknown as Verb;

const NO_PRODUCT = "There is no product with this id.";

/** @throws the problem of a product that the organization doesn't have */
export async function mustBeProduct(
  { services, opened }: Pick<Asking, "services" | "opened">,
  productId: string,
): Promise<void> {
  const products = await listProducts(services.store.read, opened.org.id);
  if (!products.some(({ id }) => id === productId))
    throw problem(400, NO_PRODUCT, { errors: { productId: [NO_PRODUCT] } });
}

/**
 * Whether all of some products are those of a key.
 * @param productIds null: all that there are
 * @throws a 403 problem where the key may not touch them
 */
export function mustBeOfKey({ key }: OpenedKey, productIds: readonly string[] | null): void {
  const { productIds: own } = key;
  if (own === null) return;
  if (productIds !== null && productIds.length > 0 && productIds.every((id) => own.has(id))) return;
  throw problem(403, "This key is for certain products only, and this call concerns others.", {
    members: { code: "other_products" },
  });
}
