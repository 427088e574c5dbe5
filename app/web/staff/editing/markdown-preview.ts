import { useRef, useState } from "react";
import type { MarkdownTree } from "#values/markdown.ts";
import { useOrgAddress } from "./org-address.ts";

/**
 * How a text reads that is being written: asked of the server, which lays out what is saved, too.
 */
export interface MarkdownPreview {
  /** null while the text itself is shown. */
  tree: MarkdownTree | null;
  /** Why the text can't be shown as it reads. */
  errors: readonly string[];
  /** Shows how the text reads; the same again shows the text. */
  toggle: (text: string) => void;
}

const FAILED = "This could not be shown. Check your connection and try again.";

export function useMarkdownPreview(first: MarkdownTree | null = null): MarkdownPreview {
  const address = useOrgAddress()("/api/trust-center/markdown");
  const [tree, setTree] = useState(first);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const asked = useRef(0);
  const show = async (text: string) => {
    const mine = (asked.current += 1);
    const answer = await ask(address, text);
    if (mine !== asked.current) return;
    setTree(answer.tree);
    setErrors(answer.error === null ? [] : [answer.error]);
  };
  return {
    tree,
    errors,
    toggle(text) {
      setErrors([]);
      if (tree === null) return void show(text);
      asked.current += 1;
      setTree(null);
    },
  };
}

async function ask(
  address: string,
  text: string,
): Promise<{ tree: MarkdownTree; error: null } | { tree: null; error: string }> {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json" },
      body: JSON.stringify({ text }),
    });
    const said = (await answer.json()) as { tree?: MarkdownTree; title?: string };
    return answer.ok && said.tree !== undefined
      ? { tree: said.tree, error: null }
      : { tree: null, error: said.title ?? FAILED };
  } catch {
    return { tree: null, error: FAILED };
  }
}
