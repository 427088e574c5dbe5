import * as z from "zod";
import { newProductSchema, productSchema } from "#content/products/forms/products.ts";
import {
  addProduct,
  makeDefaultProduct,
  moveProduct,
  removeProduct,
  updateProduct,
} from "#content/products/store/product-changes.server.ts";
import { productsSubject } from "#content/products/store/product-history.server.ts";
import { CRA_NAMES, type CraFacts } from "#model/cra.ts";
import { NotFound } from "#db/refusals.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { listProducts, type Product } from "#tenancy/products/store/products.server.ts";
import { problem } from "#web/api/json-body.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { judged } from "./grant-body.ts";
import { baseField, mustBeOfKey, verb, type Asking, type Verb, type Writes } from "./verb.ts";

const body = {
  name: z.string().optional(),
  slug: z.string().optional(),
  show: z.boolean().optional(),
};
const made = z.strictObject({
  ...body,
  /** The product that the new one is a copy of. */
  copyOf: z.string().max(64).optional(),
});
const text = z.string().nullable().optional();
const patch = z.strictObject({
  ...body,
  /** Facts under the Cyber Resilience Act: those that are named are changed; null takes all away. */
  cra: z
    .strictObject({
      manufacturer: text,
      contact: text,
      policyUrl: text,
      supportUntil: text,
      declarationUrl: text,
      sbom: text,
      updates: text,
    })
    .nullable()
    .optional(),
  ...baseField,
});

/** How products are added, named, shown, put in order and deleted, as on their pages. */
export const productWrites: Writes = {
  need: { scope: "settings:write", permission: "settings:edit" },
  make: verb<z.output<typeof made>>({
    about: "Adds a product after the others, empty or as a copy of another one.",
    body: made,
    judge({ opened }, sent) {
      mustBeOfKey(opened, null);
      const value = judged(newProductSchema, sent);
      return Promise.resolve((write) => changed(write, () => addProduct(write, value).catch(gone)));
    },
  }),
  change: verb<z.output<typeof patch>>({
    about:
      "Renames a product, gives it another URL slug, shows or hides it, or changes its facts for CRA files.",
    body: patch,
    async judge(asking, sent) {
      const { name, slug, show, cra: before } = await productOf(asking);
      const { cra, ...named } = sent;
      const value = judged(productSchema, {
        name,
        slug,
        show,
        ...named,
        ...(cra === undefined ? {} : { cra: craSent(cra, before) }),
      });
      const { id } = asking;
      return async (write) => {
        await changed(write, () => updateProduct(write.trx, write.orgId, id, value));
        return id;
      };
    },
  }),
  end: verb({
    about:
      "Deletes a product with everything on its page. The default product and those that visitors can see stay.",
    body: null,
    async judge(asking) {
      const { name } = await productOf(asking);
      const { id, opened } = asking;
      const { published } = opened.org;
      return async (write) => {
        await changed(write, () => removeProduct(write, id, { confirmName: name, published }));
        return id;
      };
    },
  }),
  calls: {
    up: arranged("Swaps a product with the one before it.", (write, id) =>
      moveProduct(write.trx, write.orgId, id, "up"),
    ),
    down: arranged("Swaps a product with the one after it.", (write, id) =>
      moveProduct(write.trx, write.orgId, id, "down"),
    ),
    default: arranged("Makes a product the one that the portal begins with.", (write, id) =>
      makeDefaultProduct(write.trx, write.orgId, id),
    ),
  },
};

/** A change of the place of a product among the others. */
function arranged(about: string, work: (write: Write, id: string) => Promise<void>): Verb {
  return verb({
    about,
    body: null,
    judge({ opened, id }) {
      mustBeOfKey(opened, null);
      return Promise.resolve(async (write) => {
        await changed(write, () => work(write, id));
        return id;
      });
    },
  });
}

/** Changes the list of products, which history and Undo know as a whole. */
async function changed<T>(write: Write, work: () => Promise<T>): Promise<T> {
  const { trx, ...authorship } = write;
  const edit = { ...authorship, subject: productsSubject, productId: null, subjectId: "" };
  return (await recordChange(trx, edit, work)).value;
}

/** @throws NotFound */
async function productOf({ services, opened, id }: Asking): Promise<Product> {
  const products = await listProducts(services.store.read, opened.org.id);
  const product = products.find((one) => one.id === id);
  if (product === undefined) throw new NotFound("product");
  return product;
}

/** The facts after a change as the form sends them: an empty one is left out. */
function craSent(
  sent: NonNullable<z.output<typeof patch>["cra"]> | null,
  before: CraFacts | null,
): Partial<Record<keyof CraFacts, string>> {
  const after = sent === null ? {} : { ...before, ...sent };
  return Object.fromEntries(
    CRA_NAMES.flatMap((field) => {
      const value = after[field] ?? null;
      return value === null ? [] : [[field, value]];
    }),
  );
}

/** @throws the problem of a product to copy that is not there; any other error as it is */
function gone(error: unknown): never {
  if (!(error instanceof NotFound)) throw error;
  const words = "There is no product with this id.";
  throw problem(400, words, { errors: { copyOf: [words] } });
}
