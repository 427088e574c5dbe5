/**
 * The text is no SVG that may be stored; the message says why in words for the person who uploaded
 * it.
 */
export class NotAnSvg extends Error {
  readonly status = 400;

  /** @param reason what is wrong, without a full stop */
  constructor(reason: string, message = `This SVG can’t be used because ${reason}.`) {
    super(message);
  }
}

const MAX_NAMED = 3;

/** It draws something that can't be kept: without that, it would be another picture. */
export class SvgNotWhole extends NotAnSvg {
  /** @param lost what can't be kept, each with its article: 'an animation' */
  constructor(lost: ReadonlySet<string>) {
    const named = [...lost].slice(0, MAX_NAMED);
    if (lost.size > MAX_NAMED) named.push("more");
    const words = new Intl.ListFormat("en-US").format(named);
    super(
      words,
      `This SVG has ${words}, which can’t be kept. Export it again without that, or upload it as PNG.`,
    );
  }
}
