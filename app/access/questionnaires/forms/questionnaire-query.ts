import { ROW_STATES, type RowState } from "#model/questionnaires.ts";

/** What the list of questionnaires is narrowed to: the query of its address. */
export interface QuestionnaireFilter {
  search: string;
  isFinished: boolean | null;
}

const MAX_SEARCH = 200;

export function questionnaireFilter(query: URLSearchParams): QuestionnaireFilter {
  const state = query.get("state");
  return {
    search: (query.get("q") ?? "").trim().slice(0, MAX_SEARCH),
    isFinished: state === "finished" ? true : state === "open" ? false : null,
  };
}

export function questionnaireParams({ search, isFinished }: QuestionnaireFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== "") params.set("q", search);
  if (isFinished !== null) params.set("state", isFinished ? "finished" : "open");
  return params;
}

/** What the questions of one are narrowed to. */
export interface QuestionFilter {
  search: string;
  state: RowState | null;
  section: string | null;
  /** The id of somebody of the team, or one of the words for it; null for any. */
  assignee: string | null;
}

/** What narrows nothing. */
export const ALL_QUESTIONS: QuestionFilter = {
  search: "",
  state: null,
  section: null,
  assignee: null,
};

export function questionFilter(query: URLSearchParams): QuestionFilter {
  return {
    search: (query.get("q") ?? "").trim().slice(0, MAX_SEARCH),
    state: ROW_STATES.find((state) => state === query.get("state")) ?? null,
    section: (query.get("section") ?? "").slice(0, MAX_SEARCH) || null,
    assignee: (query.get("assigned") ?? "").slice(0, 64) || null,
  };
}

export function questionParams({
  search,
  state,
  section,
  assignee,
}: QuestionFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== "") params.set("q", search);
  if (state !== null) params.set("state", state);
  if (section !== null) params.set("section", section);
  if (assignee !== null) params.set("assigned", assignee);
  return params;
}
