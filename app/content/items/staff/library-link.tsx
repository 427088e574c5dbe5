import { buttonClass } from "#web/ui/button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

/** The library's upload dialog, by the address that the specification names. */
const UPLOAD = "/documents?uploadModal=true";
const SWITCH = "open-library";
const LABEL = "Upload new document";
const LOOK = buttonClass("quiet", "small");

/**
 * 'Upload new document', in a new tab. The library shows one org at a time: where that is another
 * one, the way switches first, by a form that stands outside of the item's (`LibrarySwitch`).
 */
export function LibraryLink({ areaIsHere }: { areaIsHere: boolean }) {
  const leavesTab = <span className="sr-only"> (opens in a new tab)</span>;
  if (areaIsHere) {
    return (
      <a href={UPLOAD} target="_blank" rel="noopener" className={LOOK}>
        {LABEL}
        {leavesTab}
      </a>
    );
  }
  return (
    <button
      type="submit"
      form={SWITCH}
      name="redirectTo"
      value={UPLOAD}
      className={`${LOOK} cursor-pointer`}
    >
      {LABEL}
      {leavesTab}
    </button>
  );
}

/** The form of `LibraryLink`, which can't stand in another one. */
export function LibrarySwitch({ areaIsHere, orgId }: { areaIsHere: boolean; orgId: string }) {
  if (areaIsHere) return null;
  return (
    <form
      id={SWITCH}
      method="post"
      noValidate
      action="/account/org"
      target="_blank"
      rel="noopener"
      hidden
    >
      <OnceField />
      <input type="hidden" name="orgId" value={orgId} />
    </form>
  );
}
