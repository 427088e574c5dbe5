/** A move that is not made; the message says why and what to do, for the operator. */
export class MoveRefused extends Error {}

/** Where an installation is moved to. */
export type Destination =
  | {
      kind: "folder";
      /** A data folder, with a file of SQLite in it. */
      dataDir: string;
    }
  | {
      kind: "postgres";
      url: string;
      /** The data folder beside the database. */
      dataDir: string;
      keyFile: string;
    };

/** The address of a database without its password and its parameters. */
export function addressInWords(url: string): string {
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`;
}
