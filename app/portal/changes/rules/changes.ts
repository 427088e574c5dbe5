/** Changes that a page, a feed or a file for programs has at most. */
export const MOST_CHANGES = 500;

/** Changes that a member's own list has, which leads to all of them. */
export const FEW_CHANGES = 5;
