/** What whatever was thrown says, for a log or for whoever runs the product. */
export function errorWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
