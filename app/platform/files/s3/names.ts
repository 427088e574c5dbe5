import { isHash, isOrgName, type StoredBlob } from "../blob-place.ts";

/** Where a blob lies in a bucket, below the prefix. */
export function nameOf(orgId: string, hash: string): string {
  return `${orgId}/${hash.slice(0, 2)}/${hash}`;
}

/** The blob of a name in the bucket; null when it is none of ours. */
export function blobOf(name: string, prefix: string): StoredBlob | null {
  if (!name.startsWith(prefix)) return null;
  const [orgId = "", shard, hash = "", more] = name.slice(prefix.length).split("/");
  if (more !== undefined || !isOrgName(orgId) || !isHash(hash) || shard !== hash.slice(0, 2))
    return null;
  return { orgId, hash };
}
