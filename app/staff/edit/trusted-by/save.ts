import type { RouterContextProvider } from "react-router";
import { EditConflict } from "../../../../db/changes/changing.ts";
import {
  trustedCompanyIn,
  type TrustedBySnapshot,
  type TrustedCompanySnapshot,
} from "../../../../db/changes/trusted-by.ts";
import { chooseCompany } from "../../../../db/company-choice.ts";
import { newId } from "../../../../db/ids.ts";
import { touchListItem } from "../../../../db/list-items.ts";
import { addTrustedCompany, updateTrustedCompany } from "../../../../db/trusted-companies.ts";
import { base } from "../../../domain/edit-forms.ts";
import { SAVE_ERROR } from "../../../domain/item-forms.ts";
import { trustedCompanySchema } from "../../../domain/subprocessor-forms.ts";
import { readSubmission } from "../../../middleware/form.ts";
import { conflictAnswer, removedWords, UNSEEN } from "../conflict.tsx";
import { refuseSaying } from "../refuse-saying.ts";
import type { EditRequest } from "../edit-request.ts";

interface Saving {
  request: Request;
  context: Readonly<RouterContextProvider>;
  edit: EditRequest;
  /** The entry that the form shows; null for a new one. */
  stored: TrustedCompanySnapshot | null;
  /** Somebody else removed it while its form was open. */
  removed: boolean;
}

/** Saves an entry of the Trusted By card with the company that the form means. */
export async function saveTrustedCompany({ request, context, edit, stored, removed }: Saving) {
  const submitted = await readSubmission(
    { request, context },
    trustedCompanySchema.extend({ base }),
  );
  if (!submitted.ok) return submitted.answer;
  const sent = submitted.value;
  const { org, product, by, now } = edit;
  const id = stored?.id ?? newId();
  try {
    const { changeId } = await edit.change(
      {
        subject: "trusted-by",
        subjectId: "",
        base: stored === null ? null : sent.base || (removed ? UNSEEN : undefined),
        part: trustedCompanyIn(id),
      },
      async (trx) => {
        const values = {
          companyId: await chooseCompany(trx, org.id, sent),
          href: sent.href ?? null,
        };
        if (stored === null || removed)
          await addTrustedCompany(trx, org.id, product.id, { ...values, id });
        else await updateTrustedCompany(trx, org.id, product.id, id, values);
        await touchListItem(trx, org.id, product.id, "TrustedBy", { by: by.actorName, on: now });
      },
    );
    return edit.done(
      `${sent.company} ${stored === null || removed ? "added" : "saved"}`,
      changeId,
      edit.href("/edit/trusted-by"),
    );
  } catch (error) {
    if (!(error instanceof EditConflict))
      return refuseSaying(context, submitted, error, SAVE_ERROR);
    const theirs = trustedCompanyIn(id)(error.current as TrustedBySnapshot);
    return conflictAnswer(
      submitted.refuse({ form: [error.message] }, { status: 409 }),
      error,
      org.timeZone,
      [
        { label: "Company", yours: sent.company, theirs: theirs?.company ?? "(removed)" },
        { label: "Link", yours: sent.href ?? null, theirs: theirs?.href ?? null },
      ],
      theirs === null ? removedWords(edit.href("/edit/trusted-by")) : undefined,
    );
  }
}
