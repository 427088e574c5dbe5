import { Link } from "react-router";
import * as z from "zod";
import type { Route } from "./+types/alike";
import { requireStaff } from "#auth/current-staff.ts";
import { inSlices } from "#db/pace.ts";
import { alikePairs, MOST_PAIRS } from "#model/knowledge-base/alike.ts";
import { FAQ_ACCESS_TONES, FAQ_ACCESS_WORDS } from "#model/knowledge-base/forms/faq-forms.ts";
import { shortAnswerWords } from "#model/short-answers.ts";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { formFailed } from "#web/forms/form.ts";
import { changeButton, pressed, refusedOr, type StaffDesk } from "#web/forms/page-buttons.ts";
import { Button } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { listFaq, type FaqRow } from "../store/faq-list.server.ts";
import { mergeFaqEntries } from "../store/merging.server.ts";

const PAGE = "/knowledge-base/alike";

export const handle: RouteHandle = { button: ["merge"] };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Similar entries", loaderData?.failed) }];
}

/** How much of an answer is shown. */
const SHOWN = 300;

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "kb:edit");
  const { store, now } = context.get(servicesContext);
  const rows = await listFaq(store.read, org.id, {}, now());
  const pairs = await inSlices(alikePairs(rows));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shown = (id: string) => {
    const row = byId.get(id);
    return row === undefined ? [] : [shownEntry(row)];
  };
  return {
    failed: formFailed(context),
    isMore: pairs.length === MOST_PAIRS,
    pairs: pairs.map(({ ids, differ }) => ({ differ, entries: ids.flatMap(shown) })),
  };
}

function shownEntry({ id, question, shortAnswer, answer, access, modifiedAt }: FaqRow) {
  const isCut = answer.length > SHOWN;
  return {
    id,
    question,
    shortAnswer: shortAnswerWords(shortAnswer),
    answer: isCut ? `${answer.slice(0, SHOWN)}…` : answer,
    access,
    modifiedAt,
  };
}

const id = z.string().max(64).default("");

const CHANGES = {
  merge: changeButton({
    schema: z.object({ keep: id, end: id, keepSeen: id, endSeen: id }),
    run: (write, merging, _desk: StaffDesk) => mergeFaqEntries(write, merging),
    done: (question) => `Merged. This entry was kept: ${question}`,
    isAlone: true,
  }),
};

/** Ends one entry of a pair in the other. */
export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const { org, session } = await requireStaff(context, "kb:edit");
  return refusedOr(await pressed(args, CHANGES, { context, org, session, page: PAGE }));
}

type Pair = Route.ComponentProps["loaderData"]["pairs"][number];

export default function Alike({ loaderData: { pairs, isMore } }: Route.ComponentProps) {
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to="/knowledge-base" className="inline-block py-0.5 text-accent underline">
          FAQ
        </Link>
      </p>
      <h1 className="text-2xl font-semibold tracking-tight">Similar entries</h1>
      <p className="mt-2 mb-8 max-w-[44rem] text-muted">
        Entries with nearly the same question, first those with different short answers. If you
        merge two, the URL of the other one leads to the entry that you keep. The kept entry takes
        the topic and review of the other one if it has none of its own. It also takes its uses in
        questionnaires, except those that told something internal. Text, access and products of the
        kept entry don’t change.
      </p>
      {pairs.length === 0 ? (
        <p>No two entries have nearly the same question.</p>
      ) : (
        <ul className="space-y-6">
          {pairs.map((pair) => (
            <li
              key={pair.entries.map(({ id: one }) => one).join(" ")}
              className="rounded-lg border border-line bg-surface p-5"
            >
              <ShownPair pair={pair} />
            </li>
          ))}
        </ul>
      )}
      {isMore ? <p className="mt-6">The first {pairs.length} pairs are shown.</p> : null}
    </>
  );
}

function ShownPair({ pair: { differ, entries } }: { pair: Pair }) {
  return (
    <>
      {differ ? (
        <p className="mb-3">
          <Tag tone="red">Different short answers</Tag>
        </p>
      ) : null}
      <div className="grid gap-6 md:grid-cols-2">
        {entries.map((entry, at) => (
          <ShownEntry key={entry.id} entry={entry} other={entries[1 - at]} />
        ))}
      </div>
    </>
  );
}

type Shown = Pair["entries"][number];

function ShownEntry({ entry, other }: { entry: Shown; other: Shown | undefined }) {
  return (
    <div className="min-w-0">
      <p className="font-medium break-words">
        <Link to={`/knowledge-base/${entry.id}`} className="text-accent underline">
          {entry.question}
        </Link>
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        {entry.shortAnswer === "" ? null : <Tag>{entry.shortAnswer}</Tag>}{" "}
        <Tag tone={FAQ_ACCESS_TONES[entry.access]}>{FAQ_ACCESS_WORDS[entry.access]}</Tag>
      </p>
      <p className="mt-2 text-sm whitespace-pre-wrap break-words">{entry.answer}</p>
      {other === undefined ? null : (
        <ButtonForm button="merge" className="mt-3">
          <input type="hidden" name="keep" value={entry.id} />
          <input type="hidden" name="keepSeen" value={entry.modifiedAt} />
          <input type="hidden" name="end" value={other.id} />
          <input type="hidden" name="endSeen" value={other.modifiedAt} />
          <Button look="secondary" size="small">
            Keep this one<span className="sr-only">: {entry.question}</span>
          </Button>
        </ButtonForm>
      )}
    </div>
  );
}
