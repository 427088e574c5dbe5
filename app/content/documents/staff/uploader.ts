import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { sizeInWords } from "#values/file-size.ts";

/** A file that was chosen, and how far its upload is. */
export interface UploadEntry {
  key: number;
  file: File;
  state: "waiting" | "sending" | "done" | "failed";
  /** 0 to 1. */
  progress: number;
  message: string | null;
  /** What staff should know of it, once it is there. */
  notes: readonly string[];
  /** Where the library has the same file already. */
  sameAs: { id: string; name: string } | null;
}

interface Options {
  /** The API's address, which takes one file a request. */
  to: string;
  maxBytes: number;
  /** Told of each file that is a document now, and what staff should know of it. */
  onAdded?: (document: { id: string; name: string }, notes: readonly string[]) => void;
  /** Told of a document that holds a file already; it is not said to have failed then. */
  onSame?: (document: { id: string; name: string }) => void;
}

/** Sends chosen files one after the other and follows each; where it goes on is the caller's. */
export function useUploader({ to, maxBytes, onAdded, onSame }: Options) {
  const [entries, setEntries] = useState<readonly UploadEntry[]>([]);
  const [sending, setSending] = useState(false);
  const current = useRef<XMLHttpRequest | null>(null);
  const nextKey = useRef(0);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      abort(current);
    };
  }, []);

  const change = useCallback((key: number, changes: Partial<UploadEntry>) => {
    setEntries((before) =>
      before.map((entry) => (entry.key === key ? { ...entry, ...changes } : entry)),
    );
  }, []);

  const add = useCallback((files: Iterable<File>) => {
    const added = [...files].map((file): UploadEntry => ({
      key: (nextKey.current += 1),
      file,
      state: "waiting",
      progress: 0,
      message: null,
      notes: [],
      sameAs: null,
    }));
    setEntries((before) => [...before, ...added]);
  }, []);

  const remove = useCallback(
    (key: number) => setEntries((before) => before.filter((entry) => entry.key !== key)),
    [],
  );

  /**
   * Sends what waits or failed, with the form's other fields. @returns whether every file of the
   * list is there now
   */
  const send = useCallback(
    async (fields: FormData): Promise<boolean> => {
      setSending(true);
      let failed = 0;
      for (const entry of entries) {
        if (entry.state === "done" || left.current) continue;
        change(entry.key, { state: "sending", progress: 0, message: null, sameAs: null });
        const result =
          entry.file.size > maxBytes
            ? tooLarge(maxBytes)
            : await post(to, bodyOf(fields, entry.file), current, (progress) =>
                change(entry.key, { progress }),
              );
        const isThere = "message" in result && result.sameAs !== null && onSame !== undefined;
        const notes = "message" in result ? [] : result.notes;
        if (!("message" in result))
          result.documents.forEach((document) => onAdded?.(document, notes));
        else if (isThere && result.sameAs !== null) onSame(result.sameAs);
        else failed += 1;
        change(
          entry.key,
          "message" in result && !isThere
            ? { state: "failed", ...result }
            : { state: "done", progress: 1, notes },
        );
      }
      setSending(false);
      return failed === 0 && !left.current;
    },
    [entries, change, maxBytes, to, onAdded, onSame],
  );

  return { entries, sending, add, remove, send };
}

function abort(request: { current: XMLHttpRequest | null }): void {
  request.current?.abort();
}

interface Failure {
  message: string;
  sameAs: { id: string; name: string } | null;
}

interface Success {
  documents: { id: string; name: string }[];
  notes: string[];
}

function successOf(answer: unknown): Success {
  const { documents, notes } =
    typeof answer === "object" && answer !== null ? (answer as Partial<Success>) : {};
  return {
    documents: Array.isArray(documents) ? documents : [],
    notes: Array.isArray(notes) ? notes : [],
  };
}

function tooLarge(maxBytes: number): Failure {
  return {
    message: `This file is larger than ${sizeInWords(maxBytes)}, the most that is accepted.`,
    sameAs: null,
  };
}

/** The fields first: the server looks at them before it takes the file. */
function bodyOf(fields: FormData, file: File): FormData {
  const body = new FormData();
  for (const [name, value] of fields) if (typeof value === "string") body.append(name, value);
  body.append("files", file, file.name);
  return body;
}

function post(
  to: string,
  body: FormData,
  current: { current: XMLHttpRequest | null },
  onProgress: (progress: number) => void,
): Promise<Failure | Success> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    current.current = request;
    request.open("POST", to);
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    const broken = () =>
      resolve({
        message: "The connection was lost during the upload. Please try again.",
        sameAs: null,
      });
    request.addEventListener("error", broken);
    request.addEventListener("abort", broken);
    request.addEventListener("load", () =>
      resolve(
        request.status === 201
          ? successOf(request.response)
          : failureOf(request.status, request.response),
      ),
    );
    request.send(body);
  });
}

function failureOf(status: number, answer: unknown): Failure {
  const said =
    typeof answer === "object" && answer !== null
      ? (answer as { title?: unknown; refused?: { sameAs?: Failure["sameAs"] }[] })
      : {};
  if (status === 401)
    return {
      message: "You are signed out. Sign in again in another tab, then try again.",
      sameAs: null,
    };
  return {
    message: typeof said.title === "string" ? said.title : "This file could not be uploaded.",
    sameAs: said.refused?.[0]?.sameAs ?? null,
  };
}

/** What an upload by script did: it leads here without a new page, so it has no flash message. */
export function useUploaded() {
  const state: unknown = useLocation().state;
  useEffect(() => {
    // Said once: the page that is loaded again does not say it again.
    if (state !== null) window.history.replaceState({ ...window.history.state, usr: null }, "");
  }, [state]);
  if (
    typeof state !== "object" ||
    state === null ||
    !("uploaded" in state) ||
    typeof state.uploaded !== "string"
  )
    return null;
  return { text: state.uploaded, tone: "success" as const };
}
