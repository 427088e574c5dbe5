import * as z from "zod";
import { STARTER_PAGE } from "#model/guided-start.ts";
import {
  publicationChecks,
  type Check,
  type PublicationFacts,
} from "#model/settings/publication.ts";

/** What a trust center needs beyond its look before it saves its owner work. */
export interface SetUpFacts extends PublicationFacts {
  /** Documents that an item of the portal links to. */
  linkedDocuments: number;
  /** Controls of the starter set that are on the portal. */
  starterControls: number;
  /** An NDA is asked for, or a text of it is ready. */
  ndaChosen: boolean;
  /** Rules that decide about requests, and decisions that were given a name. */
  rules: number;
  presets: number;
  /** People of the team, and those who are invited. */
  team: number;
}

/** The set-up list: everything that is there, and where the rest of it is done. */
export function setUpChecks(facts: SetUpFacts): readonly Check[] {
  return [
    {
      label: "Documents on your portal",
      done: facts.linkedDocuments > 0,
      to: "/settings/start/content",
    },
    { label: "Starter controls", done: facts.starterControls > 0, to: STARTER_PAGE },
    ...publicationChecks(facts),
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
export const setUpSchema = z.object({
  intent: z.enum(["dismiss", "show"], {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
});
