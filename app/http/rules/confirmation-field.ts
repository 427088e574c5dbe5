/** The hidden field that a page carries to prove that somebody saw it (middleware/page-proof). */
export const PROOF_FIELD = "proof";
