import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import { expect, test } from "vitest";
import type { Services } from "#platform/context.ts";
import { OutboundFailed } from "#platform/integrations/outbound.ts";
import { verifiedBy, type Published } from "#staff/auth/single-sign-on/published.ts";

const ISSUER = "https://id.example";

/** A provider whose keys are read, and what its tokens say to whoever keeps them. */
async function provider() {
  let time = new Date("2026-11-27T12:00:00Z");
  // What is kept is kept by the store.
  const parts = { store: {} as Services["store"], now: () => time };
  let key = await newKey("first");
  let failure: Error | null = null;
  let reads = 0;
  const read = async (): Promise<Published> => {
    reads += 1;
    if (failure !== null) throw failure;
    return { issuer: ISSUER, find: createLocalJWKSet({ keys: [key.jwk] }) };
  };
  const token = (own = key) =>
    new SignJWT({ sub: "1" })
      .setProtectedHeader({ alg: "ES256", kid: own.kid })
      .setIssuer(ISSUER)
      .sign(own.privateKey);
  const verify = async (said: string, issuer = ISSUER) => {
    const { payload } = await verifiedBy(parts, issuer, read, { token: said, currentDate: time });
    return payload.sub;
  };
  return {
    token,
    verify,
    /** Whether a token is believed; false where it is refused, for whatever reason. */
    isBelieved: (said: string, issuer?: string) =>
      verify(said, issuer).then(
        () => true,
        () => false,
      ),
    /** How often its keys were read since this was asked last. */
    reads: () => {
      const count = reads;
      reads = 0;
      return count;
    },
    later: (seconds: number) => {
      time = new Date(time.getTime() + seconds * 1_000);
    },
    rotate: async (kid: string) => {
      key = await newKey(kid);
    },
    fail: (error: Error | null) => {
      failure = error;
    },
  };
}

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" };
  return { kid, jwk, privateKey: privateKey as CryptoKey };
}

test("keys are kept for ten minutes, and read once for those who ask at the same time", async () => {
  const own = await provider();
  const token = await own.token();
  const all = await Promise.all([token, token, token].map((said) => own.verify(said)));
  expect([all, own.reads()]).toEqual([["1", "1", "1"], 1]);
  own.later(9 * 60);
  expect([await own.verify(token), own.reads()]).toEqual(["1", 0]);
  own.later(61);
  expect([await own.verify(token), own.reads()]).toEqual(["1", 1]);
  // A clock that went back by more makes them old, not fresh for longer.
  own.later(-3_600);
  expect([await own.verify(token), own.reads()]).toEqual(["1", 1]);
});

test("another key is looked for once in half a minute, whether its token names it or not", async () => {
  const own = await provider();
  const before = await own.token();
  await own.verify(before);
  await own.rotate("second");
  own.later(31);
  expect([await own.verify(await own.token()), own.reads()]).toEqual(["1", 2]);
  // The one of before is gone: its tokens count no more, and make nobody ask at once.
  expect([await own.isBelieved(before), own.reads()]).toEqual([false, 0]);
  // The same name for another key.
  await own.rotate("second");
  expect([await own.isBelieved(await own.token()), own.reads()]).toEqual([false, 0]);
  own.later(31);
  expect([await own.verify(await own.token()), own.reads()]).toEqual(["1", 1]);
});

test("keys that were right stay while the provider can’t be read for a new one", async () => {
  const own = await provider();
  const known = await own.token();
  await own.verify(known);
  await own.rotate("second");
  const unknown = await own.token();
  own.later(31);
  own.fail(new OutboundFailed("It could not be reached (ECONNREFUSED)."));
  own.reads();
  expect([await own.isBelieved(unknown), own.reads()]).toEqual([false, 1]);
  // Nobody makes it ask again at once, and what was signed by the old key is believed.
  expect([await own.isBelieved(unknown), await own.isBelieved(known), own.reads()]).toEqual([
    false,
    true,
    0,
  ]);
  own.fail(null);
  expect([await own.isBelieved(unknown), own.reads()]).toEqual([false, 0]);
  own.later(31);
  expect([await own.isBelieved(unknown), own.reads()]).toEqual([true, 1]);
});

test("a provider that fails is told as it failed, and asked again after ten seconds", async () => {
  const own = await provider();
  const token = await own.token();
  const failure = new OutboundFailed("Its answer is longer than 1,048,576 bytes.");
  own.fail(failure);
  for (let count = 0; count < 3; count += 1) await expect(own.verify(token)).rejects.toBe(failure);
  expect(own.reads()).toBe(1);
  own.fail(null);
  own.later(9);
  expect([await own.isBelieved(token), own.reads()]).toEqual([false, 0]);
  own.later(2);
  expect([await own.isBelieved(token), own.reads()]).toEqual([true, 1]);
  // Keys that are too old are not believed for it.
  own.later(11 * 60);
  own.fail(failure);
  expect([await own.isBelieved(token), own.reads()]).toEqual([false, 1]);
});

test("the oldest of more than five hundred issuers is forgotten, and read again", async () => {
  const own = await provider();
  const ask = (count: number) => own.isBelieved("no token", `https://${count}.example`);
  for (let count = 0; count < 500; count += 1) await ask(count);
  expect(own.reads()).toBe(500);
  await ask(0);
  expect(own.reads()).toBe(0);
  await ask(500);
  await ask(499);
  expect(own.reads()).toBe(1);
  await ask(0);
  expect(own.reads()).toBe(1);
});
