import * as z from "zod";
import type { Route } from "./+types/markdown";
import { MAX_MARKDOWN_TEXT } from "#values/markdown.ts";
import { previewMarkdown } from "#platform/files/markdown/keep-markdown.ts";
import { MarkdownRefused } from "#platform/files/markdown/refused.ts";
import { readJson, problem } from "#web/api/json-body.ts";
import { staffAnswer, staffCaller } from "#web/api/staff.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/** Room for the longest text in any script. */
const MAX_BODY = 256 * 1024;

const schema = z.strictObject({
  text: z.string().max(MAX_MARKDOWN_TEXT, `Use at most ${MAX_MARKDOWN_TEXT} characters`),
});

/** Who writes texts: those who edit the portal, and those who publish the NDA. */
async function writerOf(context: Parameters<typeof staffCaller>[0], url: URL) {
  try {
    return await staffCaller(context, "statuspage:edit", url);
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 403) throw error;
    return staffCaller(context, "accounts:review", url);
  }
}

/**
 * POST {text}, with ?org=: how a text will be laid out, for the forms that show it; nothing is
 * saved.
 */
export async function action({ context, request, url }: Route.ActionArgs): Promise<Response> {
  return staffAnswer(
    async () => {
      const { org } = await writerOf(context, url);
      const sent = await readJson(request, schema, MAX_BODY);
      if (sent instanceof Response) return sent;
      const tree = await previewMarkdown(org.id, sent.text, "text");
      return Response.json({ tree }, { headers: { "Cache-Control": "private, no-store" } });
    },
    (error) =>
      error instanceof MarkdownRefused
        ? problem(error.status, error.message, { errors: { text: [error.message] } })
        : undefined,
  );
}
