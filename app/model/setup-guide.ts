import * as z from "zod";

/**
 * The setup guide of a new org: its documents, then forms of the settings and the portal, one
 * after the other. How far it is follows from what is stored, so that a step done elsewhere is done;
 * only what was skipped is remembered.
 */
export const START_STEPS = [
  {
    step: "content",
    label: "Documents",
    about: "Drop what you have. We suggest where it belongs.",
  },
  {
    step: "name",
    label: "Name",
    about: "Your organization’s name, the portal’s title and your mailboxes.",
  },
  { step: "logo", label: "Logo", about: "In the header and in emails." },
  { step: "color", label: "Color", about: "One accent color, readable on light and dark pages." },
  {
    step: "access",
    label: "Access level",
    about: "What visitors see without signing in, and what they have to request.",
  },
  {
    step: "certifications",
    label: "Certifications",
    about: "The ones that reviewers ask for first.",
  },
  {
    step: "controls",
    label: "Controls",
    about: "40 common controls, each with a description. Select the ones that apply to you.",
  },
  { step: "publish", label: "Publish", about: "Final check and publish." },
] as const;
export type StartStep = (typeof START_STEPS)[number]["step"];

export const START_PAGE = "/settings/start";

/** Where the starter set of controls is offered. */
export const STARTER_PAGE = `${START_PAGE}/controls`;

/** What the portal shows to those who have just published it. */
export const START_DONE = { parameter: "start", value: "done" } as const;

export type StepState = "done" | "skipped" | "open";

export interface StartFacts {
  /** The names of settings that somebody has set. */
  chosen: ReadonlySet<string>;
  /** Documents that an item of the portal links to. */
  linkedDocuments: number;
  hasLogo: boolean;
  certifications: number;
  /** Controls of the starter set that are on the portal. */
  starterControls: number;
  published: boolean;
  skipped: readonly StartStep[];
}

export interface StartProgress {
  steps: readonly { step: StartStep; label: string; about: string; state: StepState }[];
  /**
   * Where to go on: the first step that is neither done nor skipped, else the first that was
   * skipped; null when all are done.
   */
  next: StartStep | null;
  /** A step is left that nobody has done or skipped, or the portal is not public yet. */
  undecided: boolean;
}

export function startProgress(facts: StartFacts): StartProgress {
  const done: Readonly<Record<StartStep, boolean>> = {
    content: facts.linkedDocuments > 0,
    name: facts.chosen.has("portalTitle"),
    logo: facts.hasLogo,
    color: facts.chosen.has("accentColour"),
    access: facts.chosen.has("publicAccessLevel"),
    certifications: facts.certifications > 0,
    controls: facts.starterControls > 0,
    publish: facts.published,
  };
  const steps = START_STEPS.map((of) => ({
    ...of,
    state: done[of.step]
      ? ("done" as const)
      : facts.skipped.includes(of.step)
        ? ("skipped" as const)
        : ("open" as const),
  }));
  return {
    steps,
    next:
      (
        steps.find(({ state }) => state === "open") ??
        steps.find(({ state }) => state === "skipped")
      )?.step ?? null,
    undecided: !facts.published || steps.some(({ state }) => state === "open"),
  };
}

/** Its place, as the pages say it: 'Step 2 of 8'. */
export function stepWords(step: StartStep): string {
  return `Step ${START_STEPS.findIndex((of) => of.step === step) + 1} of ${START_STEPS.length}`;
}

/** The page of a step; after the last one, the list of them all. */
export function startPath(step: StartStep | null): string {
  return step === null ? START_PAGE : `${START_PAGE}/${step}`;
}

/** The page after a step's. */
export function pathAfter(step: StartStep): string {
  const at = START_STEPS.findIndex((of) => of.step === step);
  return startPath(START_STEPS[at + 1]?.step ?? null);
}

/** The page before a step's. */
export function pathBefore(step: StartStep): string {
  const at = START_STEPS.findIndex((of) => of.step === step);
  return startPath(START_STEPS[at - 1]?.step ?? null);
}

/** What the list of steps takes: a step that is skipped, or the start put away. */
export const startSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("skip"), step: z.enum(START_STEPS.map(({ step }) => step)) }),
    z.object({ intent: z.literal("end") }),
  ],
  {
    error: "Something went wrong with this form. Reload the page and try again.",
  },
);

/** Something to do after the publication, and the page of the private area where it is done. */
export interface NextStep {
  segment: string;
  to: string;
  label: string;
  about: string;
}

/** What an org has of the things that come with and after its publication. */
export interface BegunFacts {
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

type NextFacts = BegunFacts & { keepsMail: boolean };

/** How many next steps the portal shows. */
const NEXT_STEPS = 3;

/**
 * The first things that are worth doing after the publication and are not done yet.
 * @param facts.keepsMail mail is kept on the server and goes nowhere
 */
export function nextSteps(facts: NextFacts): readonly NextStep[] {
  return WHAT_NEXT.filter(({ isDone }) => !isDone(facts))
    .slice(0, NEXT_STEPS)
    .map(({ segment, to, label, about }) => ({ segment, to, label, about }));
}

/** What comes after the publication, the most pressing first. */
const WHAT_NEXT: readonly (NextStep & { isDone: (facts: NextFacts) => boolean })[] = [
  {
    segment: "mail",
    to: "/mail",
    label: "Set up email",
    about: "Emails are not being delivered. Visitors can’t sign in until they are.",
    isDone: ({ keepsMail }) => !keepsMail,
  },
  {
    segment: "documents",
    to: "/documents?uploadModal=true",
    label: "Upload documents",
    about: "Reports, policies, questionnaires. Each stays locked until you choose who can read it.",
    isDone: ({ linkedDocuments }) => linkedDocuments > 0,
  },
  {
    segment: "settings",
    to: STARTER_PAGE,
    label: "Add starter controls",
    about: "40 common controls, each with a description. Select the ones that apply to you.",
    isDone: ({ starterControls }) => starterControls > 0,
  },
  {
    segment: "team",
    to: "/team",
    label: "Invite your team",
    about: "Editors write, reviewers decide on access, viewers read.",
    isDone: ({ team }) => team > 1,
  },
  {
    segment: "rules",
    to: "/rules",
    label: "Decide on access",
    about: "Rules approve your customers right away. Everything else waits in your inbox.",
    isDone: ({ rules, presets }) => rules + presets > 0,
  },
  {
    segment: "nda",
    to: "/nda",
    label: "Require an NDA",
    about: "A clickwrap agreement members sign before they open confidential documents.",
    isDone: ({ ndaChosen }) => ndaChosen,
  },
  {
    segment: "settings",
    to: "/settings/domain",
    label: "Use your own domain",
    about: "Your portal at trust.example.com, with the DNS records it needs.",
    isDone: () => false,
  },
  {
    segment: "updates",
    to: "/updates/new",
    label: "Write a trust update",
    about: "Tell subscribers about new reports, subprocessors and incidents.",
    isDone: () => false,
  },
];

/** The certifications that reviewers ask for most, first; the others follow by title. */
export const ASKED_FOR_MOST: readonly string[] = [
  "soc2",
  "iso27001",
  "gdpr",
  "pciDss",
  "hipaa",
  "soc1",
  "soc3",
  "iso27701",
  "iso42001",
  "csaStar2",
  "euUsDpf",
  "ccpa",
].map((name) => `Certifications.${name}`);

/** The items that a company shows with a certification: who uploads one has the other. */
const PROVEN_BY: Readonly<Record<string, string>> = {
  "Reports.soc1": "Certifications.soc1",
  "Reports.soc2": "Certifications.soc2",
  "Reports.soc3": "Certifications.soc3",
  "Reports.iso27001Certificate": "Certifications.iso27001",
  "Reports.iso27701Certificate": "Certifications.iso27701",
  "Reports.pciAoc": "Certifications.pciDss",
  "Reports.hitrustLetter": "Certifications.hitrust",
  "Reports.hipaaReport": "Certifications.hipaa",
  "Reports.c5Report": "Certifications.c5",
};

/** The certifications that items with documents speak for. */
export function certificationsOf(itemUids: readonly string[]): string[] {
  return [...new Set(itemUids.flatMap((uid) => PROVEN_BY[uid] ?? []))];
}
