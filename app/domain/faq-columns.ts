/** The columns of the knowledge base as CSV: what an export writes and an import knows by name. */
export const FAQ_COLUMNS = ["id", "question", "answer", "comment", "access", "favourite", "products", "added", "modified"] as const;
