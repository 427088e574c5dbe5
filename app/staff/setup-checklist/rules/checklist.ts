import * as z from "zod";
import { STARTER_PAGE, type BegunFacts } from "#model/setup-guide.ts";
import {
  publicationChecks,
  type Check,
  type PublicationFacts,
} from "#model/settings/publication.ts";

/** What a trust center needs beyond its look before it saves its owner work. */
export interface ChecklistFacts extends PublicationFacts, BegunFacts {
  /** none: it is kept on the server. untried: it could leave, and none has yet. */
  email: "none" | "untried" | "delivered";
}

/** The setup checklist: everything that is there, and where the rest of it is done. */
export function setupChecks(facts: ChecklistFacts): readonly Check[] {
  return [
    {
      label: "Documents on your portal",
      done: facts.linkedDocuments > 0,
      to: "/settings/start/content",
    },
    { label: "Starter controls", done: facts.starterControls > 0, to: STARTER_PAGE },
    ...publicationChecks(facts),
    {
      label: facts.email === "none" ? "Email delivery" : "Test email sent",
      done: facts.email === "delivered",
      to: "/mail",
      button: { label: "Send a test email", intent: "test" },
    },
    { label: "NDA chosen", done: facts.ndaChosen, to: "/nda" },
    {
      label: "A rule or a preset for requests",
      done: facts.rules + facts.presets > 0,
      to: "/rules",
    },
    { label: "Your team invited", done: facts.team > 1, to: "/team" },
  ];
}

/** What the buttons of the list send: put away, or shown again. */
export const checklistSchema = z.object({
  intent: z.enum(["dismiss", "show"], {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
});
