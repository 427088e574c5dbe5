/**
 * What a page of the installation itself is called in the browser; 'Error: ' comes first when its
 * form was refused.
 */
export function pageTitle(title: string, failed = false): string {
  return `${failed ? "Error: " : ""}${title} · Open Trust Center`;
}
