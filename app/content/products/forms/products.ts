import * as z from "zod";
import { NAME_CHARACTERS } from "#values/names.ts";
import { craFormSchema } from "./cra.ts";
import { box, optionalText, optionalUrl } from "#model/settings/fields.ts";

/** The forms of products. */
const name = z
  .string({ error: "Enter a name" })
  .trim()
  .min(2, "Use 2 characters or more")
  .max(50, "Use at most 50 characters")
  .regex(NAME_CHARACTERS, "Use letters, digits, spaces and . , ' & ( ) - / only");

/** Letters, digits, spaces and hyphens; spaces are shown as + in addresses. */
const slug = z
  .string()
  .trim()
  .transform((text) => text.replace(/ {2,}/g, " "))
  .pipe(
    z
      .string()
      .max(50, "Use at most 50 characters")
      .regex(
        /^(?:[A-Za-z0-9][A-Za-z0-9 -]*)?$/,
        "Use letters, digits, spaces and hyphens. Begin with a letter or digit.",
      ),
  );

/** Without a slug it follows from the name. */
export const newProductSchema = z.object({
  name,
  slug: slug.default(""),
  show: box,
  copyOf: optionalText(64),
});

export const productSchema = z.object({
  name,
  slug: slug.refine((text) => text !== "", "Enter a URL slug"),
  show: box,
  /** Left out, what is stored stays. */
  cra: craFormSchema.optional(),
});

export const productIntentSchema = z.object({
  intent: z.enum(["save", "delete"], {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
});
export const removeProductSchema = z.object({
  confirmName: z
    .string({ error: "Type the product’s name" })
    .trim()
    .min(1, "Type the product’s name")
    .max(100),
});

export const arrangeProductsSchema = z.object({
  intent: z.enum(["up", "down", "default"], {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
  productId: z.string({ error: "Choose a product" }).min(1).max(64),
});

export const MAX_PRODUCT_LINKS = 20;

const many = (of: z.ZodType<unknown>) =>
  z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(of).max(100),
  );

/**
 * The links beside the products: rows of repeated fields. A row without label and address is no
 * link.
 */
export const productLinksSchema = z
  .object({
    label: many(z.string().optional()),
    link: many(z.string().optional()),
    show: many(z.string().optional()),
  })
  .transform(({ label, link, show }, check) => {
    const rows = Array.from({ length: Math.max(label.length, link.length) }, (_, i) => ({
      label: String(label[i] ?? "").trim(),
      link: String(link[i] ?? "").trim(),
      show: show[i] !== "no",
    })).filter((row) => row.label !== "" || row.link !== "");
    const fault = (message: string) =>
      check.issues.push({ code: "custom", path: ["label"], message, input: rows });
    if (rows.length > MAX_PRODUCT_LINKS) fault(`Use at most ${MAX_PRODUCT_LINKS} links`);
    return rows.map((row, i) => {
      const url = optionalUrl.safeParse(row.link);
      const address = url.success ? url.data : null;
      if (row.label === "" || row.label.length > 50 || /[<>\p{Cc}]/u.test(row.label))
        fault(`Link ${i + 1}: enter a label of at most 50 characters`);
      if (address === null) fault(`Link ${i + 1}: enter a URL such as https://www.example.com`);
      return { ...row, link: address ?? "" };
    });
  });
