import * as z from "zod";
import {
  importCustomers,
  listCustomers,
  removeCustomer,
} from "#access/access-requests/store/customer-domains.server.ts";
import { Refused } from "#db/refusals.ts";
import { MAX_CUSTOMER_NAME, readCustomerDomain } from "#model/access-rules/customers.ts";
import { problem } from "#web/api/json-body.ts";
import { externalField } from "../rules/put.ts";
import { baseField, mustBeOfKey, verb, type Writes } from "./verb.ts";

const name = z
  .string()
  .trim()
  .min(1, "Enter a name")
  .max(MAX_CUSTOMER_NAME, `Use at most ${MAX_CUSTOMER_NAME} characters`);
const made = z.strictObject({
  domain: z.string({ error: "Send a domain" }).max(500, "Send a domain"),
  name: name.optional(),
  ...externalField,
});
const patch = z.strictObject({ name: name.optional(), ...externalField, ...baseField });

/** How domains come onto the list of customers, get their names, and leave it. */
export const customerWrites: Writes = {
  need: { scope: "access:write", permission: "accounts:review" },
  put: { fixed: ["domain"] },
  make: verb<z.output<typeof made>>({
    about: "Adds an email domain of a customer.",
    body: made,
    judge({ opened }, sent) {
      mustBeOfKey(opened, null);
      const read = readCustomerDomain(sent.domain);
      if ("fault" in read) throw problem(400, read.fault, { errors: { domain: [read.fault] } });
      const { domain } = read;
      return Promise.resolve(async (write) => {
        const known = await listCustomers(write.trx, write.orgId, { search: domain });
        if (known.some((one) => one.domain === domain))
          throw new Refused("This domain is already on the list.", "domain");
        await importCustomers(write, [{ domain, name: sent.name ?? null }], false);
        return domain;
      });
    },
  }),
  change: verb<z.output<typeof patch>>({
    about: "Changes a customer’s name.",
    body: patch,
    judge: ({ opened, id }, sent) => {
      mustBeOfKey(opened, null);
      return Promise.resolve(async (write) => {
        await importCustomers(write, [{ domain: id, name: sent.name ?? null }], false);
        return id;
      });
    },
  }),
  end: verb({
    about: "Removes a domain from the list.",
    body: null,
    judge: ({ id }) =>
      Promise.resolve(async ({ trx, orgId, by, now }) => {
        await removeCustomer(trx, orgId, id, by, now);
        return id;
      }),
  }),
};
