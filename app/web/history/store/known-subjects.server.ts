import type { SubjectName } from "#model/history/subject-names.ts";
import type { AnySubject } from "./subject.server.ts";

/** What each name of history means. */
export type Subjects = Readonly<Record<SubjectName, AnySubject>>;

let known: Subjects | null = null;

/** Hands down what staff edit, once, when a process starts: history knows no noun by itself. */
export function knowSubjects(subjects: Subjects): void {
  known = subjects;
}

/** What a name of history means. */
export function subjectOf(name: SubjectName): AnySubject {
  if (known === null) throw new Error("history was not told what staff edit");
  return known[name];
}
