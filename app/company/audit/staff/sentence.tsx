import { Link } from "react-router";
import type { AuditSentence } from "#tenancy/audit/rules/audit.ts";

/** Who did what, as a sentence. */
export function Sentence({ who, sentence }: { who: string; sentence: AuditSentence }) {
  const { before, object, after } = sentence;
  return (
    <>
      <span className="font-medium">{who}</span> {before}
      {object === null ? null : object.to === null ? (
        <span className="break-words">{object.text}</span>
      ) : (
        <Link to={object.to} className="inline text-accent underline">
          {object.text}
        </Link>
      )}
      {after}
    </>
  );
}
