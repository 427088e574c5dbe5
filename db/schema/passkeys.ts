// Keys on people's own devices, by which staff sign in.
import type { Id, IsoTime } from "./values.ts";

export interface PasskeysTable {
  id: Id;
  staffId: Id;
  /** What the device calls it, in base64url. */
  credentialId: string;
  /** COSE, in base64url. */
  publicKey: string;
  /** How often the device has used it, where it counts; a count that goes back is a copy. */
  counter: number;
  /** How the device is reached: usb, internal and so on. */
  transportsJson: string;
  /** The person's own name for it. */
  name: string;
  createdAt: IsoTime;
  lastUsedAt: IsoTime | null;
}

/** What a device has to sign next: once, and soon. The row goes with the first answer. */
export interface PasskeyChallengesTable {
  challenge: string;
  /** The session that adds a passkey; null where somebody signs in. */
  tokenHash: string | null;
  /** What the new passkey will be called. */
  name: string | null;
  expiresAt: IsoTime;
}

export interface PasskeyTables {
  passkeys: PasskeysTable;
  passkeyChallenges: PasskeyChallengesTable;
}
