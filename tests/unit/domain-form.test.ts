import { expect, test } from "vitest";
import { domainSchema } from "#model/settings/domain.ts";

const hostOf = (host: string) => {
  const read = domainSchema.safeParse({ intent: "add", host });
  return read.success ? read.data.host : null;
};

test("a domain is taken as people and DNS panels write it", () => {
  for (const written of [
    "trust.example.com",
    "trust.example.com.",
    " https://Trust.Example.com./ ",
  ])
    expect([written, hostOf(written)]).toEqual([written, "trust.example.com"]);
  for (const wrong of ["trust.example.com..", ".", "trust", "trust.example.com./path"])
    expect([wrong, hostOf(wrong)]).toEqual([wrong, null]);
});
