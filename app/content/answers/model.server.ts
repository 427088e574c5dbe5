import * as z from "zod";
import type { Config } from "#platform/config.ts";
import { exemptFor } from "#platform/integrations/exemptions.ts";
import { fetchOutside, OutboundFailed } from "#platform/integrations/outbound.ts";
import { Busy, Semaphore } from "#platform/jobs/semaphore.ts";
import { MAX_ANSWER } from "#model/answers.ts";
import { withoutSlashes } from "#values/ends.ts";

/**
 * The model that an installation has: any service that speaks the chat API of OpenAI, hosted or on
 * the own network.
 */
export interface Model {
  /** Host and port that texts go to, as staff are shown it. */
  host: string;
  name: string;
  /**
   * What the model says.
   * @param line whose calls it is one of
   * @throws ModelFailed when it says nothing that can be used in time
   */
  say(messages: readonly ChatMessage[], line?: keyof typeof lines): Promise<string>;
}

export interface ChatMessage {
  role: "system" | "user";
  content: string;
}

/** The model did not answer as it should; the message says how, for staff to read. */
export class ModelFailed extends Error {}

/** It answered, and not to this question: to another one it may. */
export class ModelRefused extends ModelFailed {}

/** It has as many calls at once as it may have. */
export class ModelBusy extends ModelFailed {}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 256 * 1024;
/** Statuses by which it refuses what one question sends. */
const OF_QUESTION: ReadonlySet<number> = new Set([400, 413, 422]);
/** At most so many calls at once; a visitor who comes then gets a quoted answer. */
const CALLS_AT_ONCE = 4;

/** An hour of drafts for questionnaires leaves visitors their calls. */
const lines = { visitors: newLine(), drafts: newLine() };

function newLine(): Semaphore {
  return new Semaphore(
    { running: CALLS_AT_ONCE, waiting: 0 },
    { words: "The model is busy.", status: 503 },
  );
}

const completion = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullish() }) }))
    .min(1)
    .max(16),
});

/** The model of this installation, null where none is set up. */
export function modelOf({ ai, outboundAllow }: Pick<Config, "ai" | "outboundAllow">): Model | null {
  if (ai === null) return null;
  const url = new URL(ai.url);
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  // Who runs the installation named this address: it may be on their own network.
  const allow = [...exemptFor(outboundAllow, "ai"), `${url.hostname}:${port}`];
  const address = `${withoutSlashes(ai.url)}/chat/completions`;
  const ask = async (messages: readonly ChatMessage[]): Promise<string> => {
    const answer = await fetchOutside(address, "application/json", {
      allow,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      headers: ai.key === undefined ? {} : { Authorization: `Bearer ${ai.key}` },
      json: { model: ai.model, messages, temperature: 0, max_tokens: 700, stream: false },
    });
    if (answer.status !== 200) {
      const Failure = OF_QUESTION.has(answer.status) ? ModelRefused : ModelFailed;
      throw new Failure(`It answered with status ${answer.status}.`);
    }
    const { choices } = completion.parse(JSON.parse(answer.bytes.toString("utf8")));
    const said = choices[0]?.message.content?.trim() ?? "";
    if (said === "") throw new ModelRefused("Its answer was empty.");
    if (said.length > MAX_ANSWER)
      throw new ModelRefused(
        `Its answer is longer than ${MAX_ANSWER.toLocaleString("en")} characters.`,
      );
    return said;
  };
  return {
    host: url.host,
    name: ai.model,
    async say(messages, line = "visitors") {
      try {
        return await lines[line].run("model", () => ask(messages));
      } catch (error) {
        if (error instanceof ModelFailed) throw error;
        if (error instanceof Busy) throw new ModelBusy(error.message, { cause: error });
        if (error instanceof OutboundFailed) throw new ModelFailed(error.message, { cause: error });
        if (error instanceof SyntaxError || error instanceof z.ZodError)
          throw new ModelFailed("Its answer isn’t in the chat API’s format.", { cause: error });
        throw error;
      }
    },
  };
}
