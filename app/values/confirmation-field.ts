/**
 * The hidden field that a page carries to prove that somebody saw it
 * (platform/http/request/confirmation-token).
 */
export const PROOF_FIELD = "proof";
