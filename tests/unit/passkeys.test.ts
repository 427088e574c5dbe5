import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  checkedNew,
  checkedUse,
  creationOptions,
  PasskeyRefused,
  passkeySite,
  readAnswer,
  requestOptions,
} from "#staff/auth/passkeys/ceremony.ts";
import { type Altered, SoftwareAuthenticator } from "../software-authenticator.ts";

const SITE = { origin: "https://trust.example", rpId: "trust.example" };
const STAFF = { id: "staff-1", email: "robin@acme.example", name: "Robin" };

/** A device with a passkey of Robin's, and the passkey as it is stored. */
async function enrolled() {
  const device = new SoftwareAuthenticator(SITE.origin);
  const options = await creationOptions(SITE, STAFF, []);
  const made = await checkedNew(SITE, readAnswer(device.create(options), "new"));
  return { device, passkey: { id: "p1", staffId: STAFF.id, ...made } };
}

describe("a passkey", () => {
  test("is known by the name of the installation's own host, on https or localhost alone", () => {
    expect(passkeySite("https://trust.example:8443")).toEqual({
      origin: "https://trust.example:8443",
      rpId: "trust.example",
    });
    expect(passkeySite("http://localhost:3000")?.rpId).toBe("localhost");
    for (const origin of ["http://trust.example", "https://192.0.2.7", "https://[2001:db8::7]"])
      expect(passkeySite(origin), origin).toBeNull();
  });

  test("is asked for with its person verified, and none that they have is made again", async () => {
    const options = await creationOptions(SITE, STAFF, ["AQID"]);
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: "required",
      userVerification: "required",
    });
    expect(options.excludeCredentials?.map(({ id }) => id)).toEqual(["AQID"]);
    const asked = await requestOptions(SITE);
    expect([asked.userVerification, asked.allowCredentials ?? []]).toEqual(["required", []]);
    expect(asked.challenge).not.toBe((await requestOptions(SITE)).challenge);
  });

  const alterations: [what: string, altered: Altered][] = [
    ["another challenge", { challenge: "b3RoZXI" }],
    ["another origin", { origin: "https://evil.example" }],
    ["a domain of a company's", { origin: "https://trust.acme.example" }],
    ["another host", { rpId: "evil.example" }],
    ["the other kind of answer", { type: "payment.get" }],
    ["a person who was not verified", { verified: false }],
  ];

  test.each(alterations)("is not made for %s", async (_what, altered) => {
    const device = new SoftwareAuthenticator(SITE.origin);
    const options = await creationOptions(SITE, STAFF, []);
    const answer = { ...readAnswer(device.create(options, altered), "new") };
    await expect(
      checkedNew(SITE, { ...answer, challenge: options.challenge }),
    ).rejects.toBeInstanceOf(PasskeyRefused);
  });

  test.each<[string, Altered]>([
    ...alterations,
    ["a count that went back", { counter: 0 }],
    ["somebody else's handle", { userHandle: Buffer.from("staff-2").toString("base64url") }],
    ["another key", { key: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey }],
  ])("signs nobody in for %s", async (_what, altered) => {
    const { device, passkey } = await enrolled();
    const asked = await requestOptions(SITE);
    const answer = readAnswer(device.get(asked, altered), "use");
    const stored = { ...passkey, counter: altered.counter === 0 ? 4 : passkey.counter };
    await expect(
      checkedUse(SITE, { ...answer, challenge: asked.challenge }, stored),
    ).rejects.toBeInstanceOf(PasskeyRefused);
  });

  test("gives its new count when its device signs the challenge", async () => {
    const { device, passkey } = await enrolled();
    const asked = await requestOptions(SITE);
    const answer = readAnswer(device.get(asked), "use");
    expect(answer.challenge).toBe(asked.challenge);
    expect(await checkedUse(SITE, answer, passkey)).toBe(1);
  });

  test("is not made by a device that sends its maker's certificates to check", async () => {
    const device = new SoftwareAuthenticator(SITE.origin);
    const options = await creationOptions(SITE, STAFF, []);
    const answer = readAnswer(device.create(options, { format: "tpm" }), "new");
    await expect(checkedNew(SITE, answer)).rejects.toBeInstanceOf(PasskeyRefused);
  });

  test("is refused where the answer is none", () => {
    const device = new SoftwareAuthenticator(SITE.origin);
    const used = device.get({ challenge: "AA" });
    for (const text of [undefined, "", "{", "null", "[]", '{"id":1}', "[".repeat(5_000)])
      expect(() => readAnswer(text, "use"), text).toThrow(PasskeyRefused);
    expect(() => readAnswer(used, "new")).toThrow(PasskeyRefused);
    const noClient = JSON.stringify({
      ...JSON.parse(used),
      response: { clientDataJSON: "AA", signature: "AA" },
    });
    expect(() => readAnswer(noClient, "use")).toThrow(PasskeyRefused);
  });
});
