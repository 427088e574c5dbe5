import { Refused } from "#db/refusals.ts";
import { MARKDOWN_FAULT_WORDS, type MarkdownFault } from "#values/markdown.ts";

/** A text that can't be laid out, at its field. The message is what the person is told. */
export class MarkdownRefused extends Refused {
  override readonly status = 400;
  readonly fault: MarkdownFault;

  constructor(fault: MarkdownFault, field: string | null) {
    super(MARKDOWN_FAULT_WORDS[fault], field);
    this.fault = fault;
  }
}
