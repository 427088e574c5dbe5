/** What a database says of itself, for a manifest and for the comparison with one. */
export interface DatabaseFacts {
  /** The names of the migrations that it has had, sorted. */
  migrations: string[];
  /** How many rows each table has. */
  counts: Record<string, number>;
  /** The number that the last commit left (db/sqlite/commit-mark); 0 where there is none. */
  mark: number;
}

/** A stored file, as its row names it. */
export interface NamedBlob {
  orgId: string;
  hash: string;
  /** Plain bytes. */
  size: number;
}

/** A host of a company's own that its portal answers at. */
export interface CustomDomain {
  host: string;
  /** What its name server has to say; null for one that came with the content. */
  token: string | null;
}
