/**
 * The hidden field that a page carries to prove that somebody saw it
 * (http/request/confirmation-token).
 */
export const PROOF_FIELD = "proof";
