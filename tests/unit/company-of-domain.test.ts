import { expect, test } from "vitest";
import { companyOfDomain } from "#model/access-requests/access-domains.ts";

test.each([
  ["acme.com", "Acme"],
  ["mail.acme.com", "Acme"],
  ["blue-river.co.uk", "Blue River"],
  ["eu.blue-river.co.uk", "Blue River"],
  ["co.uk", "Co"],
  ["acme.de", "Acme"],
  ["uni.ac.at", "Uni"],
  ["3m.com", "3m"],
  ["-x-.com", "X"],
  ["xn--bcher-kva.example", ""],
  ["123.com", ""],
  ["x.com", ""],
  ["localhost", ""],
])("the company of %s is probably called '%s'", (domain, name) => {
  expect(companyOfDomain(domain)).toBe(name);
});
