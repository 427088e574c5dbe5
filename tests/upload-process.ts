// Stores random bytes in the bucket of the environment, for a test that kills it meanwhile.
import { randomBytes } from "node:crypto";
import { readConfig } from "#platform/config.ts";
import { BlobStore } from "#platform/files/blob-store.ts";
import { InstallationKey } from "#platform/files/installation-key.ts";
import { openPlace } from "#platform/files/open-place.ts";

const [orgId = "", bytes = "0"] = process.argv.slice(2);
const key = new InstallationKey(Buffer.alloc(32, 7));
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const place = await openPlace(readConfig(process.env), { key, writer: "server", store: null, log });
await new BlobStore(place, key).put(orgId, randomBytes(Number(bytes)), { maxBytes: 1e9 });
