import type { CatalogueItem } from "./item.ts";

/** How staff learn to keep data safe. */
export const AWARENESS_TRAINING: readonly CatalogueItem[] = [
  {
    uid: "AwarenessTraining.securityTraining",
    title: "Security Training",
    guidance:
      "Give frequency, completion rate and topics, and say that new staff finish it before access.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "AwarenessTraining.phishingSimulation",
    title: "Phishing Simulation",
    guidance: "State how often, the report and click rates, and what follows for repeat clickers.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "AwarenessTraining.developerTraining",
    title: "Secure Coding Training",
    guidance:
      "Name the program, the languages it covers and the share of developers trained this year.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "AwarenessTraining.roleBasedTraining",
    title: "Role-Based Training",
    guidance:
      "List the roles with additional training, such as support, finance and administrators.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "AwarenessTraining.privacyAwareness",
    title: "Privacy Awareness",
    guidance: "Say how staff learn to spot personal data and requests from data subjects.",
    files: true,
    recurrence: true,
  },
  {
    uid: "AwarenessTraining.incidentTraining",
    title: "Incident Exercises",
    guidance: "Give the date and scenario of the last tabletop, who took part and what changed.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "AwarenessTraining.policyAcknowledgement",
    title: "Policy Acknowledgement",
    guidance: "Confirm that all staff sign policies at hire and yearly, and how that is tracked.",
    files: true,
    recurrence: true,
  },
  {
    uid: "AwarenessTraining.trainingRecords",
    title: "Training Records",
    guidance: "Say where records are kept and what share of staff is up to date.",
    files: true,
    recurrence: true,
  },
  {
    uid: "AwarenessTraining.securityChampions",
    title: "Security Champions",
    guidance: "Describe the network of engineers in each team, and the time they are given.",
    files: true,
    maturity: true,
  },
  {
    uid: "AwarenessTraining.executiveTraining",
    title: "Executive Training",
    guidance: "State how management and the board are trained. NIS2 and DORA make this a duty.",
    files: true,
    recurrence: true,
  },
  {
    uid: "AwarenessTraining.socialEngineering",
    title: "Social Engineering Awareness",
    guidance: "Cover phone, chat and deepfake attempts, and how staff verify unusual requests.",
    files: true,
    maturity: true,
    recurrence: true,
  },
];
