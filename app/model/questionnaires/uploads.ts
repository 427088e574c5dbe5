import type { Viewer } from "#model/visibility/viewer.ts";
import type { QuestionnaireUploads } from "#model/settings/customization.ts";

/** Where members send questionnaires and see what became of them, below a portal's base. */
export const UPLOADS_PAGE = "/questionnaires";

/** So many questionnaires of an account can be open at once. */
export const MAX_OPEN = 20;
/** So many a member can send in a day. */
export const MAX_A_DAY = 5;

/** What members read of the setting, as staff choose it. */
export const UPLOAD_OPTIONS: readonly { value: QuestionnaireUploads; label: string }[] = [
  { value: "off", label: "Members can’t send questionnaires" },
  { value: "send", label: "Members can send questionnaires" },
  { value: "show", label: "Members can send them and read the answers once you finish" },
];

/**
 * Whether the viewer may send questionnaires where the organization takes them: a member of an account
 * that is approved and has access to some product.
 */
export function maySendQuestionnaires(
  viewer: Viewer,
): viewer is Extract<Viewer, { mode: "accountExternal" }> {
  return (
    viewer.mode === "accountExternal" &&
    viewer.account.reviewStatus === "approved" &&
    viewer.grants.length > 0
  );
}

/**
 * Whether a member may read the answers of a questionnaire, on the page and in its file: they may say
 * what the portal shows under the NDA alone, so the NDA comes first, as with documents.
 * @param productId what the questionnaire is about; of one about no product in particular, or about
 *   one in which the account has no access, each access that needs the NDA asks for it
 */
export function readsAnswers(
  { grants }: Pick<Extract<Viewer, { mode: "accountExternal" }>, "grants">,
  productId: string | null,
): boolean {
  const own = grants.filter((grant) => grant.productId === productId);
  return (own.length > 0 ? own : grants).every(
    ({ ndaRequired, ndaPassed }) => !ndaRequired || ndaPassed,
  );
}

/** What became of a questionnaire that a member sent. */
export type SentState = "received" | "inProgress" | "answered" | "released";

export const SENT_STATES: Readonly<Record<SentState, string>> = {
  received: "Received",
  inProgress: "In progress",
  answered: "Answered",
  released: "Released",
};

interface Progress {
  answered: number;
  finishedAt: string | null;
  /** Its file can be downloaded now. */
  isReleased: boolean;
}

export function sentState({ answered, finishedAt, isReleased }: Progress): SentState {
  if (isReleased) return "released";
  if (finishedAt !== null) return "answered";
  return answered > 0 ? "inProgress" : "received";
}

/** How far it is: '12 of 261 answered, due December 4, 2026'. */
export function progressWords(
  { answered, questions }: { answered: number; questions: number },
  due: string | null,
): string {
  const told = questions === 0 ? "Not read yet" : `${answered} of ${questions} answered`;
  return due === null ? told : `${told}, due ${due}`;
}
