import type { Domain } from "../question.ts";
import { TRAIN_ACCESS } from "./access.ts";
import { TRAIN_BY_HAND } from "./by-hand.ts";
import { TRAIN_BY_HAND_AGAIN } from "./by-hand-again.ts";
import { TRAIN_COMPANY } from "./company.ts";
import { TRAIN_DATA } from "./data.ts";
import { TRAIN_ENGINEERING } from "./engineering.ts";
import { TRAIN_NOTHING } from "./nothing.ts";
import { TRAIN_STRANGERS } from "./strangers.ts";

/** In the manner of public questionnaires, by those who improve the answers: to choose limits with. */
export const TRAIN_DOMAINS: readonly Domain[] = [
  ...TRAIN_ACCESS,
  ...TRAIN_ENGINEERING,
  ...TRAIN_DATA,
  ...TRAIN_COMPANY,
  ...TRAIN_NOTHING,
  ...TRAIN_BY_HAND,
  ...TRAIN_BY_HAND_AGAIN,
  ...TRAIN_STRANGERS,
];
