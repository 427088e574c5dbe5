import { Link } from "react-router";
import type { ReadFact, ShownReadFact } from "../rules/read-facts.ts";
import type { ShownDocument } from "./document-shown.ts";

const LABELS: Readonly<Record<ReadFact["fact"], string>> = {
  auditor: "Auditor",
  periodFrom: "Period from",
  periodTo: "Period to",
  expiresOn: "Expiration Date",
};

/** A document as its form would begin with the facts of its first page. Nothing is saved by it. */
export function withFacts(document: ShownDocument, facts: readonly ShownReadFact[]): ShownDocument {
  return { ...document, ...Object.fromEntries(facts.map(({ fact, value }) => [fact, value])) };
}

/** Facts of a first page, each with the sentence that it comes from. */
export function FactList({ facts }: { facts: readonly ShownReadFact[] }) {
  return (
    <dl className="mt-2 space-y-2">
      {facts.map(({ fact, words, sentence }) => (
        <div key={fact}>
          <dt className="inline text-muted">{LABELS[fact]}:</dt>{" "}
          <dd className="inline font-medium [overflow-wrap:anywhere]">{words}</dd>
          <dd className="text-muted [overflow-wrap:anywhere]">“{sentence}”</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the first page seems to say, each fact with its sentence; the form takes it on request. */
export function FactsRead({
  documentId,
  facts,
  filled,
}: {
  documentId: string;
  facts: readonly ShownReadFact[];
  filled: boolean;
}) {
  return (
    <section
      aria-labelledby="facts-read"
      className="mb-6 rounded-md border border-line bg-sunken p-4 text-sm"
    >
      <h3 id="facts-read" className="font-medium">
        On the first page
      </h3>
      <FactList facts={facts} />
      <p className="mt-3">
        {filled ? (
          "The form below has these values. Check them and save."
        ) : (
          <Link
            to={`/documents/${documentId}?facts=read`}
            preventScrollReset
            className="inline-block py-0.5 font-medium text-accent underline"
          >
            Use these in the form
          </Link>
        )}
      </p>
    </section>
  );
}
