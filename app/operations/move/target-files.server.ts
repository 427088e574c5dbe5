import { ConfigError, readConfig, type Config } from "#platform/config.ts";
import { type Destination, MoveRefused } from "./rules/destination.ts";

const KEY = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY_FILE"] as const;
/** What the variables begin with that have the key of the target alone. */
const TARGET = "TARGET_";

type Environment = Record<string, string | undefined>;

/** Where the stored files of a target lie. */
export interface TargetFiles {
  blobs: Config["blobs"];
  /** What is said of BLOBS and its key, in the words of this command. */
  inOwnWords: (text: string) => string;
}

/** Where an installation is moved to, and where its stored files come. */
export type WholeDestination = Destination & { files: TargetFiles };

/**
 * The bucket of --blobs. Its key is in variables that begin with TARGET_, or else in those that BLOBS
 * has.
 * @param address null where --blobs isn't given: files come into the new data folder
 * @throws MoveRefused with what is wrong, in the words of this command
 */
export function targetFiles(address: string | null, environment: Environment): TargetFiles {
  const hasOwnKey = KEY.some((name) => (environment[`${TARGET}${name}`] ?? "") !== "");
  const prefix = hasOwnKey ? TARGET : "";
  const inOwnWords = (text: string) =>
    text.replaceAll("BLOBS", "--blobs").replaceAll("AWS_", `${prefix}AWS_`);
  if (address === null) return { blobs: { kind: "folder" }, inOwnWords };
  const key = Object.fromEntries(KEY.map((name) => [name, environment[`${prefix}${name}`]]));
  try {
    return { blobs: readConfig({ ...key, BLOBS: address }).blobs, inOwnWords };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new MoveRefused(inOwnWords(error.message), { cause: error });
  }
}
