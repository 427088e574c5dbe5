import type { RouterContextProvider } from "react-router";
import { isShownAsPages } from "../../domain/file-rights.ts";
import type { FileRequest } from "./request.ts";
import type { Shown } from "./shown.ts";

/** What a viewer of a view-only document sees: never its own bytes. */
export async function shownMarked(_context: Readonly<RouterContextProvider>, _request: Request, { file }: FileRequest): Promise<Shown> {
  if (file.document.encryptedType !== null) return { as: "nothing", because: "encrypted" };
  if (!isShownAsPages(file.document)) return { as: "nothing", because: "view-only" };
  return { as: "nothing", because: "view-only" };
}
