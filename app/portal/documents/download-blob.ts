import type { RouterContextProvider } from "react-router";
import type { FileRequest, Refusal } from "./request.ts";
import type { ServedBlob } from "./serve.ts";

/** The bytes that this viewer's download carries: the original's, or those of their own watermarked copy. */
export async function downloadBlob(_context: Readonly<RouterContextProvider>, { file }: FileRequest): Promise<ServedBlob | { refused: Refusal["reason"] }> {
  const { blobHash: hash, size } = file.document;
  return { hash, size };
}
