// What the server is told when it starts: verbs that tests call by themselves keep history, too.
import { knowSubjects } from "#web/history/store/known-subjects.server.ts";
import { SUBJECTS } from "#server/history/store/subjects.server.ts";

knowSubjects(SUBJECTS);
