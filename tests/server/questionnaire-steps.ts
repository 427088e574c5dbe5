import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { Answer, World } from "./world.ts";

/** What tests of questionnaires do on the way to what they prove. */

const REVIEWER = "reviewer@acme.example";

/**
 * Saves the first answer to a question.
 * @param page the questionnaire's
 */
export async function saveAnswer(
  world: World,
  page: string,
  place: number,
  answer: string,
  comment = "",
): Promise<void> {
  const form = { version: "1", answer, comment };
  const saved = await world.ask(`${page}/questions/${place}`, { as: REVIEWER, form });
  expect([place, saved.status]).toEqual([place, 303]);
}

/** The answered file. */
export function answeredFile(world: World, page: string): Promise<Answer> {
  return world.ask(`${page}/file`, { as: REVIEWER, form: {} });
}

/**
 * Opens a file in LibreOffice and saves what it shows beside it.
 * @param folder what it writes, and its profile
 * @param to the kind of file, and how it is written
 */
export async function savedByOffice(folder: string, file: string, to: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  await promisify(execFile)(
    "soffice",
    [profile, "--headless", "--convert-to", to, "--outdir", folder, file],
    { timeout: 90_000 },
  );
}

/** Each sheet of a workbook as a CSV file of its own, with what its formulas come to. */
export const SHEETS_AS_CSV =
  "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1";
