/**
 * How a page's script sends a form for it (web/staff/page/send-forms), and what the server answers it
 * (http/kept-answers).
 */

/** The header of a form that a script sends. */
export const SENT_BY_SCRIPT = "X-Sent-By-Script";

/** The header of its answer: the address where the answer stands. No answer without it is ours. */
export const ANSWER_AT = "X-Answer-At";

/** The part of such an address that names an answer which is kept for it. */
export const ANSWER_PARAMETER = "answer-kept";
