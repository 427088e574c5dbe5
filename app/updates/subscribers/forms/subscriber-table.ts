import type { TableColumns } from "#model/table-import.ts";

export type SubscriberColumn = "email" | "categories" | "products" | "frequency";

/** What an import of subscribers takes. */
export const SUBSCRIBER_TABLE: TableColumns<SubscriberColumn> = {
  columns: ["email", "categories", "products", "frequency"],
  name: "email",
  required: ["email"],
  words: {
    email: "Email",
    categories: "Categories",
    products: "Products",
    frequency: "Frequency",
  },
  hints: {
    categories: "Separate several with |. An empty cell means all categories.",
    products: "Product names, separated by |. An empty cell means all products.",
    frequency: "Either each or weekly.",
  },
  also: {
    email: [
      "email address",
      "email addresses",
      "emails",
      "mail",
      "mail address",
      "email 1 - value",
      "primary email",
      "work email",
      "contact email",
      "subscriber email",
      "email adresse",
    ],
    categories: ["category"],
    products: ["product"],
    frequency: ["digest"],
  },
  headless: ["email"],
};
