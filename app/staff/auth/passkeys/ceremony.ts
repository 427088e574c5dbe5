import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { isIP } from "node:net";
import * as z from "zod";
import {
  CHALLENGE_LIFE,
  type NewPasskey,
  type StoredPasskey,
} from "#auth/store/passkeys.server.ts";

/*
 * What is asked of a device, and whether its answer holds (Web Authentication, level 3). Nothing here
 * knows the database: the challenge is the caller's to keep and to spend.
 */

/** Where passkeys count: the origin of the private area and its host's name. */
export interface PasskeySite {
  origin: string;
  rpId: string;
}

/** What a device answered doesn't hold, or is no such answer. */
export class PasskeyRefused extends Error {}

/** The library is loaded when the first passkey is used: it brings 2 MB that few starts need. */
const webauthn = () => import("@simplewebauthn/server");

/**
 * The site of an installation's own host, or null where browsers know no passkeys: on an address in
 * place of a name, and without https on any name but localhost.
 */
export function passkeySite(origin: string): PasskeySite | null {
  const { protocol, hostname, origin: own } = new URL(origin);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isNamed = isIP(hostname) === 0 && !hostname.startsWith("[");
  return isNamed && (protocol === "https:" || isLocal) ? { origin: own, rpId: hostname } : null;
}

/**
 * What a device is asked to make a passkey. The device verifies its person, by finger, face or PIN,
 * and keeps the passkey itself.
 * @param existing what the person's passkeys are called by their devices
 */
export async function creationOptions(
  { rpId }: PasskeySite,
  staff: { id: string; email: string; name: string },
  existing: readonly string[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: "Open Trust Center",
    rpID: rpId,
    userID: new TextEncoder().encode(staff.id),
    userName: staff.email,
    userDisplayName: staff.name,
    attestationType: "none",
    timeout: CHALLENGE_LIFE,
    excludeCredentials: existing.map((id) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: [-8, -7, -257],
  });
}

/** What a device is asked to sign somebody in. No passkey is named: who it is, the device says. */
export async function requestOptions({
  rpId,
}: PasskeySite): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: rpId,
    userVerification: "required",
    timeout: CHALLENGE_LIFE,
  });
}

/**
 * The passkey that a device made.
 * @throws PasskeyRefused where challenge, origin, host or signature are others, or where the device
 *   did not verify its person
 */
export async function checkedNew(
  { origin, rpId }: PasskeySite,
  { text, challenge }: Answered,
): Promise<Omit<NewPasskey, "name">> {
  const { verifyRegistrationResponse } = await webauthn();
  const response = JSON.parse(text) as RegistrationResponseJSON;
  await hasNoCertificates(response.response.attestationObject);
  const { registrationInfo } = await refusing(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    }),
  );
  if (registrationInfo === undefined) throw new PasskeyRefused();
  const { id, publicKey, counter, transports } = registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: transports ?? [],
  };
}

/**
 * Checks that a passkey's own device signed the challenge, and verified its person.
 * @returns how often it has been used by its own count
 * @throws PasskeyRefused where anything is otherwise, or the count does not go up
 */
export async function checkedUse(
  { origin, rpId }: PasskeySite,
  { text, challenge }: Answered,
  passkey: StoredPasskey,
): Promise<number> {
  const { verifyAuthenticationResponse } = await webauthn();
  const response = JSON.parse(text) as AuthenticationResponseJSON;
  const { userHandle } = response.response;
  const whose = userHandle === undefined ? null : Buffer.from(userHandle, "base64url").toString();
  if (whose !== null && whose !== passkey.staffId) throw new PasskeyRefused();
  const { verified, authenticationInfo } = await refusing(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter,
      },
    }),
  );
  if (!verified) throw new PasskeyRefused();
  return authenticationInfo.newCounter;
}

/** A device's answer, and the challenge that it says it signed. */
export interface Answered {
  /** As the browser wrote it down. */
  text: string;
  /** What the device calls the passkey. */
  credentialId: string;
  challenge: string;
}

const base64url = z.string().max(12_000);

const written = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url.optional(),
    authenticatorData: base64url.optional(),
    signature: base64url.optional(),
    userHandle: base64url.optional(),
  }),
  clientExtensionResults: z.object({}).loose(),
});

const clientData = z.object({ challenge: z.string().min(1).max(200) });

/**
 * Reads what a browser wrote down of a device's answer. Nothing of it is believed yet.
 * @param kind whether the device made a passkey or used one
 * @throws PasskeyRefused for anything that is no such answer
 */
export function readAnswer(text: string | undefined, kind: "new" | "use"): Answered {
  const answer = written.safeParse(parsed(text ?? ""));
  if (!answer.success) throw new PasskeyRefused();
  const { id, response } = answer.data;
  const needed = kind === "new" ? response.attestationObject : response.signature;
  const data = clientData.safeParse(
    parsed(Buffer.from(response.clientDataJSON, "base64url").toString()),
  );
  if (needed === undefined || !data.success) throw new PasskeyRefused();
  return { text: text ?? "", credentialId: id, challenge: data.data.challenge };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * We ask no device for certificates of its maker, so none has to be checked: checking one would ask
 * the addresses that it names, which are the sender's choice.
 */
async function hasNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const bytes = new Uint8Array(Buffer.from(attestationObject, "base64url"));
  const decoded = await refusing(Promise.resolve().then(() => decodeAttestationObject(bytes)));
  const format = decoded.get("fmt");
  const isPlain = format === "none" || format === "packed";
  if (!isPlain || decoded.get("attStmt").get("x5c") !== undefined) throw new PasskeyRefused();
}

/** The library's result; what it throws is said of a stranger's bytes, and is a refusal. */
async function refusing<Result>(checking: Promise<Result>): Promise<Result> {
  try {
    return await checking;
  } catch (error) {
    throw new PasskeyRefused(error instanceof Error ? error.message : "", { cause: error });
  }
}
