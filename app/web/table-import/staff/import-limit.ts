import type { RateLimits } from "#platform/http/request/rate-limit.ts";

const MEGABYTE = 1024 * 1024;

/**
 * Counts what a form brings before it is read, by what it says of its length; one that says nothing
 * counts for all that it may have.
 * @throws TooManyRequests when the org sent in too much today
 */
export async function countImport(
  limits: RateLimits,
  orgId: string,
  request: Request,
  maxBytes: number,
): Promise<void> {
  const length = Number(request.headers.get("Content-Length") ?? maxBytes);
  await limits.consume(
    "import-megabytes",
    orgId,
    Math.max(1, Math.ceil(Math.min(length, maxBytes) / MEGABYTE)),
  );
}
