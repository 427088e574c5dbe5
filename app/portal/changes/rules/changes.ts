/** Changes that a page, a feed or a file for programs has at most. */
export const MOST_CHANGES = 500;

/** Changes that a member's own list has, which leads to all of them. */
export const FEW_CHANGES = 5;

/** Whether a text can be a place in a list of changes, after which its next part begins. */
export function isPlace(text: string): boolean {
  return text.length <= 150 && /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z~[\w.-]+$/.test(text);
}
