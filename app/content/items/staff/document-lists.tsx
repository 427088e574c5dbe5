import { valueOf, type FormValues } from "#values/form-values.ts";
import { documentTypeInput } from "../rules/item-form-values.ts";
import { SORTED_DOCUMENT_TYPES } from "#model/documents/library.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { inputClass } from "#web/ui/field.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { inputId } from "./item-fields.tsx";

/** A document of the library; an empty type is one that is not known here. */
export interface Choosable {
  id: string;
  name: string;
  type: string;
}

interface LinkedProps {
  running: boolean;
  linked: readonly Choosable[];
  /** Chosen here, and linked with the next save. */
  pending: readonly Choosable[];
  types: Readonly<Record<string, string>>;
  unlink: readonly string[];
  onUnlink: (id: string) => void;
  onUndoUnlink: (id: string) => void;
  onUndoLink: (id: string) => void;
}

const ROW =
  "flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line px-3 py-2 text-sm";

/**
 * What is linked now, and what the next save changes of it. Where no scripts run, a box unlinks.
 */
export function LinkedDocuments({
  running,
  linked,
  pending,
  types,
  unlink,
  onUnlink,
  onUndoUnlink,
  onUndoLink,
}: LinkedProps) {
  if (linked.length === 0 && pending.length === 0)
    return <p className="text-sm text-muted">No documents are linked yet.</p>;
  return (
    <ul aria-label="Linked documents" className="space-y-2">
      {linked.map((document) => {
        const leaves = unlink.includes(document.id);
        return (
          <li key={document.id} className={ROW}>
            <Name document={document} faded={running && leaves} />
            {running ? (
              <>
                {leaves ? <input type="hidden" name="unlink" value={document.id} /> : null}
                {leaves ? (
                  <Pending
                    id={inputId(`unlink-${document.id}`)}
                    words="Unlinked (pending)"
                    to="Save to unlink"
                    name={document.name}
                    onUndo={() => onUndoUnlink(document.id)}
                  />
                ) : (
                  <Button
                    id={inputId(`unlink-${document.id}`)}
                    type="button"
                    look="quiet"
                    size="small"
                    aria-label={`Unlink ${document.name}`}
                    onClick={() => onUnlink(document.id)}
                  >
                    Unlink
                  </Button>
                )}
              </>
            ) : (
              <label className="inline-flex min-h-6 items-center gap-2">
                <input
                  id={inputId(`unlink-${document.id}`)}
                  type="checkbox"
                  name="unlink"
                  value={document.id}
                  defaultChecked={leaves}
                  aria-label={`Unlink ${document.name}`}
                  className="size-6 accent-accent"
                />
                <span aria-hidden="true">Unlink</span>
              </label>
            )}
          </li>
        );
      })}
      {pending.map((document) => (
        <li key={document.id} className={ROW}>
          <Name
            document={
              types[document.id] === undefined
                ? document
                : { ...document, type: types[document.id] ?? "" }
            }
          />
          <input type="hidden" name="link" value={document.id} />
          {types[document.id] === undefined ? null : (
            <input type="hidden" name={documentTypeInput(document.id)} value={types[document.id]} />
          )}
          <Pending
            id={inputId(`link-${document.id}`)}
            words="Linked (pending)"
            to="Save to link"
            name={document.name}
            onUndo={() => onUndoLink(document.id)}
          />
        </li>
      ))}
    </ul>
  );
}

function Pending({
  id,
  words,
  to,
  name,
  onUndo,
}: {
  /** That of the control that it stands in place of: a focus that was there comes here. */
  id: string;
  words: string;
  to: string;
  name: string;
  onUndo: () => void;
}) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Tag tone="yellow">{words}</Tag>
      <span className="text-muted">{to}</span>{" "}
      <Button
        id={id}
        type="button"
        look="quiet"
        size="small"
        aria-label={`Undo: ${name}`}
        onClick={onUndo}
      >
        Undo
      </Button>
    </span>
  );
}

function Name({ document, faded = false }: { document: Choosable; faded?: boolean }) {
  return (
    <>
      <Icon name="file" size={18} className="text-muted" />
      <span
        className={
          faded
            ? "min-w-0 flex-1 basis-40 text-muted line-through [overflow-wrap:anywhere]"
            : "min-w-0 flex-1 basis-40 font-medium [overflow-wrap:anywhere]"
        }
      >
        {document.name}
      </span>{" "}
      {document.type === "" ? null : <Tag>{document.type}</Tag>}
    </>
  );
}

/**
 * The rest of the library, by name. Where no scripts run, a box chooses, and a list beside it gives
 * a type to what has none.
 */
export function AvailableDocuments({
  running,
  documents,
  chosen,
  types,
  more,
  search,
  onLink,
}: {
  running: boolean;
  documents: readonly Choosable[];
  chosen: readonly string[];
  types: FormValues;
  more: number;
  search: string;
  onLink: (document: Choosable) => void;
}) {
  if (documents.length === 0 && more === 0)
    return (
      <p className="text-sm text-muted">
        {search === ""
          ? "There are no other documents in the library."
          : "No results match this criteria"}
      </p>
    );
  return (
    <div>
      <ul
        aria-label="Documents in the library"
        tabIndex={0}
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {documents.map((document) => (
          <li
            key={document.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm"
          >
            {running ? (
              <>
                <Name document={document} />
                <Button
                  id={inputId(`link-${document.id}`)}
                  type="button"
                  look="quiet"
                  size="small"
                  aria-label={`Link ${document.name}`}
                  onClick={() => onLink(document)}
                >
                  Link
                </Button>
              </>
            ) : (
              <Box
                document={document}
                chosen={chosen.includes(document.id)}
                type={valueOf(types, documentTypeInput(document.id))}
              />
            )}
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="mt-2 text-sm text-muted">{more} more. Search to find them.</p>
      ) : null}
    </div>
  );
}

function Box({ document, chosen, type }: { document: Choosable; chosen: boolean; type: string }) {
  const id = inputId(`link-${document.id}`);
  return (
    <>
      <input
        id={id}
        type="checkbox"
        name="link"
        value={document.id}
        defaultChecked={chosen}
        className="size-6 flex-none accent-accent"
      />{" "}
      <label htmlFor={id} className="min-w-0 flex-1 basis-40 py-0.5 [overflow-wrap:anywhere]">
        {document.name}
      </label>{" "}
      {document.type === "Other" ? (
        <select
          name={documentTypeInput(document.id)}
          defaultValue={type || "Other"}
          aria-label={`Type of ${document.name}`}
          className={`${inputClass} !w-auto !min-h-8 !py-1 !text-sm`}
        >
          {SORTED_DOCUMENT_TYPES.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <Tag>{document.type}</Tag>
      )}
    </>
  );
}
