import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { valueOf, valuesOf } from "#values/form-values.ts";
import { ACCEPTED_WORDS } from "#values/file-types.ts";
import { documentTypeInput } from "../rules/item-form-values.ts";
import { SORTED_DOCUMENT_TYPES } from "#model/documents/library.ts";
import { sizeInWords } from "#values/file-size.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldGroup } from "#web/ui/choice-field.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { FileField } from "#content/documents/staff/file-field.tsx";
import { UploadList } from "#content/documents/staff/upload-list.tsx";
import { useUploader } from "#content/documents/staff/uploader.ts";
import { useOrgAddress } from "#web/staff/editing/org-address.ts";
import { useHydrated } from "#web/staff/editing/use-hydrated.ts";
import { AvailableDocuments, LinkedDocuments, type Choosable } from "./document-lists.tsx";
import { inputId, pressing, type FormPart } from "./item-fields.tsx";
import { LibraryLink } from "./library-link.tsx";
import { TypeDialog } from "./type-dialog.tsx";

/** Documents that are linked, that will be with the next save, and that could be. */
export function DocumentsField({
  data,
  values,
  errors,
  documents,
}: FormPart & { documents: NonNullable<FormPart["data"]["documents"]> }) {
  const running = useHydrated();
  const [link, setLink] = useState(valuesOf(values, "link"));
  const [unlink, setUnlink] = useState(valuesOf(values, "unlink"));
  const [types, setTypes] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      valuesOf(values, "link").flatMap((id) =>
        [valueOf(values, documentTypeInput(id))].filter(Boolean).map((type) => [id, type]),
      ),
    ),
  );
  const [added, setAdded] = useState<readonly Choosable[]>([]);
  /**
   * New documents that were sent without a type wait for one: the first is asked for. In the
   * library every document has one, and “Other” is one that somebody may have meant.
   */
  const [untyped, setUntyped] = useState<readonly Choosable[]>([]);
  const [asked] = untyped;
  const library = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The boxes are still there: what was ticked before scripts ran goes on in the lists.
    const { link: ticks, unlink: unticks, types: chosen } = boxesOf(library.current);
    setLink((before) => followed(before, ticks));
    setUnlink((before) => followed(before, unticks));
    setTypes((before) => ({ ...before, ...chosen }));
  }, []);
  const answered = () => setUntyped((before) => before.slice(1));
  const known = [
    ...documents.linked,
    ...documents.available,
    ...added.filter(
      ({ id }) =>
        ![...documents.linked, ...documents.available].some((document) => document.id === id),
    ),
  ];
  const undoLink = (id: string) => setLink(link.filter((other) => other !== id));
  const choose = (document: Choosable) =>
    setLink((before) => [...before.filter((id) => id !== document.id), document.id]);
  return (
    <FieldGroup id={inputId("link")} legend="Linked documents" errors={errors.link}>
      <LinkedDocuments
        running={running}
        linked={documents.linked}
        pending={
          running
            ? known.filter(
                ({ id }) =>
                  link.includes(id) && !documents.linked.some((document) => document.id === id),
              )
            : []
        }
        types={types}
        unlink={unlink}
        onUnlink={(id) => setUnlink([...unlink, id])}
        onUndoUnlink={(id) => setUnlink(unlink.filter((other) => other !== id))}
        onUndoLink={undoLink}
      />
      <div ref={library} className="space-y-4 rounded-lg border border-line p-4">
        <p className="text-sm font-medium">Link documents from the library</p>
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 grow basis-60">
            <TextField
              id={inputId("documentSearch")}
              name="documentSearch"
              label="Search the library"
              type="search"
              autoComplete="off"
              defaultValue={documents.search}
              onKeyDown={(event) => pressByEnter(event, search.current)}
            />
            {documents.search === "" ? null : (
              <input type="hidden" name="documentSearched" value={documents.search} />
            )}
          </div>
          <Button ref={search} {...pressing(data.formHref, "find")} look="secondary" formNoValidate>
            Search
          </Button>
        </div>
        <AvailableDocuments
          running={running}
          documents={
            running
              ? documents.available.filter(({ id }) => !link.includes(id))
              : documents.available
          }
          chosen={link}
          types={values}
          more={documents.more}
          search={documents.search}
          onLink={choose}
        />
        {data.mayUpload ? (
          <Upload
            data={data}
            values={values}
            errors={errors}
            onAdded={(document, isTyped) => {
              setAdded((before) => [...before, document]);
              choose(document);
              if (!isTyped) setUntyped((before) => [...before, document]);
            }}
          />
        ) : null}
      </div>
      {asked === undefined ? null : (
        <TypeDialog
          key={asked.id}
          name={asked.name}
          onType={(type) => {
            setTypes({ ...types, [asked.id]: type });
            answered();
          }}
          onCancel={() => {
            undoLink(asked.id);
            answered();
          }}
        />
      )}
    </FieldGroup>
  );
}

type Ticks = ReadonlyMap<string, boolean>;

/** The boxes and lists of a browser without scripts, as they stand; none once scripts run. */
function boxesOf(library: HTMLElement | null): {
  link: Ticks;
  unlink: Ticks;
  types: Record<string, string>;
} {
  const group = library?.closest("fieldset");
  const named = (name: string) =>
    new Map(
      [
        ...(group?.querySelectorAll<HTMLInputElement>(`input[type=checkbox][name=${name}]`) ?? []),
      ].map(({ value, checked }) => [value, checked]),
    );
  const link = named("link");
  const types: Record<string, string> = {};
  for (const select of group?.querySelectorAll("select") ?? [])
    for (const [document, isTicked] of link)
      if (
        select.name === documentTypeInput(document) &&
        (isTicked || select.selectedIndex !== servedIndex(select))
      )
        types[document] = select.value;
  return { link, unlink: named("unlink"), types };
}

function servedIndex(select: HTMLSelectElement): number {
  return [...select.options].findIndex(({ defaultSelected }) => defaultSelected);
}

/** A list of ids after the ticks for some of them. */
function followed(ids: readonly string[], ticks: Ticks): string[] {
  const kept = ids.filter((id) => ticks.get(id) !== false);
  return [...kept, ...[...ticks].flatMap(([id, on]) => (on && !kept.includes(id) ? [id] : []))];
}

/** Enter searches: a form's first button, which it would press else, saves the item. */
function pressByEnter(
  event: KeyboardEvent<HTMLInputElement>,
  button: HTMLButtonElement | null,
): void {
  const { form } = event.currentTarget;
  if (event.key !== "Enter" || form === null) return;
  event.preventDefault();
  form.requestSubmit(button);
}

const TYPES = [
  { value: "", label: "Choose a type" },
  ...SORTED_DOCUMENT_TYPES.map((type) => ({ value: type, label: type })),
];

/**
 * Files that come into the library from here. Where scripts run each is sent at once; else with the
 * form, which comes back.
 */
function Upload({
  data,
  values,
  errors,
  onAdded,
}: FormPart & { onAdded: (document: Choosable, isTyped: boolean) => void }) {
  const type = useRef<HTMLDivElement>(null);
  const { entries, sending, add, remove, send } = useUploader({
    to: useOrgAddress()("/api/documents"),
    maxBytes: data.maxUpload,
    onAdded: (document) => {
      const given = typeIn(type.current);
      onAdded({ ...document, type: given }, given !== "");
    },
    onSame: (document) => onAdded({ ...document, type: "" }, true),
  });
  const waiting = entries.some(({ state }) => state === "waiting");
  useEffect(() => {
    if (!waiting || sending) return;
    const fields = new FormData();
    const given = typeIn(type.current);
    if (given !== "") fields.set("type", given);
    void send(fields);
  }, [waiting, sending, send]);
  return (
    <div className="space-y-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="text-sm font-medium">Upload a document</p>
        <LibraryLink areaIsHere={data.areaIsHere} />
      </div>
      <div ref={type}>
        <SelectField
          id={inputId("uploadType")}
          name="uploadType"
          label="Document type"
          options={TYPES}
          defaultValue={valueOf(values, "uploadType")}
        />
      </div>
      <FileField
        id={inputId("files")}
        label="Files"
        hint={`${ACCEPTED_WORDS}, at most ${sizeInWords(data.maxUpload)} each.`}
        errors={errors.files}
        multiple
        hasFiles={entries.length > 0}
        onFiles={add}
      />
      <UploadList entries={entries} onRemove={remove} />
      {/* Where scripts run it is not there from the first paint: nothing below it moves when they come. */}
      <div className="hidden noscript:block">
        <Button {...pressing(data.formHref, "upload")} look="secondary" formNoValidate>
          Upload
        </Button>
      </div>
    </div>
  );
}

/** The type that is chosen for files that come; empty where none is. */
function typeIn(part: HTMLElement | null): string {
  return part?.querySelector("select")?.value ?? "";
}
