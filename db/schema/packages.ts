// Evidence packages of members, and the keys of the installation that sign their manifests.
import type { Id, IsoTime } from "./values.ts";

/** A key that signs manifests in one quarter of a year. Its public part is kept for years. */
export interface SigningKeysTable {
  /** Such as '2026-4'. */
  quarter: string;
  /** SHA-256 of the public key (DER), hexadecimal. */
  kid: string;
  /** The public key as JWK. */
  publicJson: string;
  /** The private key, encrypted by the installation's; null once its quarter is over. */
  sealedPrivate: string | null;
  createdAt: IsoTime;
  /** The quarter's end. */
  endsAt: IsoTime;
  keptUntil: IsoTime;
}

/** A package that was made for one member. Its texts are made anew when it is downloaded. */
export interface EvidencePackagesTable {
  /** SHA-256 of the link's token. */
  tokenHash: string;
  orgId: Id;
  /** What the manifest is called by. */
  id: Id;
  productId: Id;
  /** Whose it is: `member:{id}`. */
  viewerKey: string;
  /** The org's revision when it was made. */
  revision: number;
  /** The documents in it: items, files, and the hashes of what was prepared. */
  filesJson: string;
  /** Documents that could not be put into it, and why. */
  leftOutJson: string;
  /** SHA-256 of the manifest. */
  manifestHash: string;
  kid: string;
  /** Of the JWS, in base64url. */
  jwsSignature: string;
  /** Of the manifest's own bytes, DER in base64. */
  derSignature: string;
  createdAt: IsoTime;
  expiresAt: IsoTime;
}

/** A manifest that was signed: by its hash it is known again. Nothing says whose it was. */
export interface IssuedManifestsTable {
  orgId: Id;
  id: Id;
  hash: string;
  issuedAt: IsoTime;
  keptUntil: IsoTime;
}

export interface PackageTables {
  signingKeys: SigningKeysTable;
  evidencePackages: EvidencePackagesTable;
  issuedManifests: IssuedManifestsTable;
}
