/** Words that reviewers ask with, each in all of its forms. */
export const WORD_FAMILIES: readonly (readonly [string, ...string[]])[] = [
  ["encrypt", "encrypts", "encrypted", "encrypting", "encryption", "Encryption"],
  ["delete", "deletes", "deleted", "deleting", "deletion", "deletions"],
  ["host", "hosts", "hosted", "hosting"],
  ["retain", "retains", "retained", "retaining", "retention"],
  [
    "subprocess",
    "subprocessor",
    "subprocessors",
    "subprocessing",
    "sub-processor",
    "sub processors",
  ],
  [
    "certify",
    "certifies",
    "certified",
    "certifying",
    "certification",
    "certifications",
    "certificate",
  ],
  ["authenticate", "authenticates", "authenticated", "authenticating", "authentication"],
  ["audit", "audits", "audited", "auditing", "auditor", "auditors"],
  ["restore", "restores", "restored", "restoring", "restoration"],
  ["classify", "classifies", "classified", "classifying", "classification", "classifications"],
];
