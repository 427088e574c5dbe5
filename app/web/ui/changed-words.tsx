import type { WordsPart } from "#values/word-changes.ts";

/** The words of a text that stayed, went and came. */
export function ChangedWords({ parts }: { parts: readonly WordsPart[] }) {
  // Stretches of one text have no names of their own.
  return parts.map(({ said, text }, place) => <Words key={place} said={said} text={text} />);
}

/** What went is struck through, what came is underlined: no color alone says which. */
function Words({ said, text }: WordsPart) {
  if (said === "before")
    return (
      <>
        <del className="text-muted">{text}</del>{" "}
      </>
    );
  if (said === "after")
    return (
      <>
        <ins className="font-medium underline">{text}</ins>{" "}
      </>
    );
  return <>{text} </>;
}
