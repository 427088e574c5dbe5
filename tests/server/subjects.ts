// What the server is told when it starts: verbs that tests call by themselves keep history, too.
import { knowSubjects } from "../../app/history/store/known-subjects.server.ts";
import { SUBJECTS } from "../../app/history/store/subjects.server.ts";

knowSubjects(SUBJECTS);
