/** The words of the NDA that the specification gives. */

export const SIGN_BUTTON = "Sign NDA";
export const DOWNLOAD_BUTTON = "Download NDA";
export const NDA_DOWNLOAD_FAILED = "Failed to download NDA. Please contact support.";

/** The query by which the NDA's page also welcomes somebody who signs in for the first time. */
export const FIRST_TIME = { first: "true" } as const;
