import { setImmediate as nextTurn } from "node:timers/promises";
import { leaveOutAttachments } from "./store/mail-attachments.server.ts";
import {
  dueMails,
  isQueued,
  nextDueAt,
  type DueMail,
  type OutdatedByKind,
} from "./store/mail-delivery.server.ts";
import {
  recordOutcomes,
  stillToRecord,
  withdrawStopped,
  type MailOutcome,
} from "./store/mail-outcomes.server.ts";
import { expandMailing, mailingsToExpand } from "./store/mailings.server.ts";
import type { Duty, Store } from "#db/store.ts";
import type { Log } from "../context.ts";
import { logoIn, withLogoWidth, withoutLogo, type LogoOf } from "./logo.ts";
import type { LeftOut } from "#model/mail/mail.ts";
import { withoutFiles } from "./attached.tsx";
import { enclose, type FilesOf } from "./enclosures.ts";
import { judge, putOff } from "./judgement.ts";
import { outgoingMail, type LinksFor } from "./outgoing.ts";
import { ReadyMails } from "./ready-mails.ts";
import { TransportState } from "./transport-state.ts";
import {
  errorLine,
  type MailFile,
  type OutgoingMail,
  type Transport,
} from "./transports/transport.ts";

/** How often the worker looks whether something was written; a look costs a comparison. */
const LOOK_MS = 200;
/** Outcomes wait so long for others, to be written with one commit. */
const GATHER_MS = 25;
const WITHDRAW_BATCH = 500;
const DRAIN_MS = 10_000;
const MAX_UNRECORDED = 500;
/**
 * So many mails for each one under way are read at once: the more, the longer a sign-in link waits
 * behind them.
 */
const READ_AHEAD = 4;

export interface WorkerParts {
  store: Store;
  now: () => Date;
  log: Log;
  mailFrom: string;
  transport: Transport;
  linksFor: LinksFor;
  filesOf: FilesOf;
  logoOf: LogoOf;
  outdated: OutdatedByKind;
  /** Whether it is this server that sends: of several, one does. */
  duty: Duty;
}

/**
 * Sends what is in the outbox. All that it must not forget is in the database: a process that ends
 * at any moment has sent what it recorded, or sends it again under the same Message-ID. Of several
 * servers the one sends that has the duty to; one that has lost it begins nothing, and records only
 * what has left.
 */
export class MailWorker {
  readonly #parts: WorkerParts;
  readonly #state: TransportState;
  /** Read, and not begun yet. */
  readonly #ready: ReadyMails;
  /** Under way. */
  readonly #sending = new Set<Promise<void>>();
  /** Ready, under way, or ended and not yet recorded: not to be read again. */
  readonly #claimed = new Set<string>();
  /** No longer claimed once the reading under way has ended; null while none is. */
  #released: string[] | null = null;
  #outcomes: MailOutcome[] = [];
  #recording: Promise<void> | null = null;
  #lastLane = "";
  #stopped = false;
  #running: Promise<void> | null = null;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#state = new TransportState(parts);
    this.#ready = new ReadyMails(parts.transport.concurrency);
  }

  /** Runs until `stop`. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Begins nothing more, lets what is under way end, records it. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const deadline = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref());
    await Promise.race([Promise.all([this.#running, this.#settle()]), deadline]);
    await this.#record();
    await this.#parts.transport.close();
  }

  /** Sends everything that is due now, and ends; for tests. */
  async pass(): Promise<void> {
    await this.#state.load();
    while (await this.#step()) await nextTurn();
    await this.#settle();
  }

  async #run(): Promise<void> {
    await this.#state.load();
    let seen = -1;
    let due = 0;
    let had = this.#parts.duty.isHeld();
    while (!this.#stopped) {
      try {
        const { store, now, duty } = this.#parts;
        if (!duty.isHeld()) {
          this.#putBack();
          had = false;
          await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
          continue;
        }
        // Another one may have sent since, and met a fault of the transport.
        if (!had) {
          await this.#state.load();
          [seen, due, had] = [-1, 0, true];
        }
        const generation = store.generation();
        if (generation !== seen || now().getTime() >= due) {
          if (await this.#step()) {
            await nextTurn();
            continue;
          }
          seen = generation;
          due = await this.#nextLook();
        }
      } catch (error) {
        this.#parts.log.error(
          { error: errorLine(error) },
          "the outbox could not be read or written",
        );
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /**
   * When there is something to do although nobody writes: a mail becomes due, or the transport is
   * tried again.
   */
  async #nextLook(): Promise<number> {
    const at = await nextDueAt(this.#parts.store.read, this.#parts.now());
    return Math.min(at === null ? Infinity : Date.parse(at), this.#state.probeAt);
  }

  /**
   * One round: puts some recipients into the outbox, begins some mails, waits for the first to end,
   * or looks again while there is room. @returns whether there may be more to do
   */
  async #step(): Promise<boolean> {
    const room = () =>
      this.#parts.duty.isHeld()
        ? this.#state.room(this.#parts.transport.concurrency) - this.#sending.size
        : 0;
    if (await this.#parts.store.isMoving()) return false;
    let expanding = false;
    if (!this.#ready.canBegin && (room() > 0 || this.#sending.size === 0))
      expanding = await this.#expand();
    while (room() > 0 && !this.#stopped) {
      const mail = this.#ready.begin();
      if (mail !== undefined) this.#begin(mail);
      else if (!(await this.#read())) break;
    }
    // What was under way may have ended during the reading.
    if (this.#sending.size === 0) return expanding || (room() > 0 && this.#ready.canBegin);
    // A server that takes a minute for a file keeps nothing else from being read.
    const look = room() > 0 ? [new Promise((resolve) => setTimeout(resolve, LOOK_MS).unref())] : [];
    await Promise.race([...this.#sending, ...look]);
    return true;
  }

  /**
   * Reads what is due: few at a time, so that a sign-in link overtakes the thousands that wait.
   * @returns whether there was something
   */
  async #read(): Promise<boolean> {
    const { store, now, transport } = this.#parts;
    // A database that takes no outcomes ends the sending, before much has left that nothing tells
    // of.
    if (this.#claimed.size > MAX_UNRECORDED) {
      await this.#recording;
      return false;
    }
    const limit =
      Math.min(this.#state.room(transport.concurrency), transport.concurrency) * READ_AHEAD;
    this.#released = [];
    const mails = await dueMails(store.read, {
      now: now(),
      limit,
      claimed: this.#claimed,
      after: this.#lastLane,
      withFiles: this.#ready.takesFiles,
      outdated: this.#parts.outdated,
    }).finally(() => {
      const released = this.#released ?? [];
      this.#released = null;
      for (const id of released) this.#release(id);
    });
    for (const { id, lane } of mails) {
      this.#claimed.add(id);
      this.#lastLane = lane;
    }
    this.#ready.add(mails);
    return mails.length > 0;
  }

  /**
   * Lets a mail be read again. A reading under way may have seen its row as it was before its
   * outcome, so the mail stays claimed until that reading has ended.
   */
  #release(id: string): void {
    if (this.#released === null) this.#claimed.delete(id);
    else this.#released.push(id);
  }

  async #expand(): Promise<boolean> {
    const { store, now } = this.#parts;
    const mailings = await mailingsToExpand(store.read, now());
    for (const { orgId, id } of mailings) {
      await store.write((trx) => expandMailing({ trx, orgId, now: now() }, id));
      await nextTurn();
    }
    return mailings.length > 0;
  }

  #begin(mail: DueMail): void {
    const work: Promise<void> = this.#send(mail)
      .catch((error: unknown) => {
        this.#release(mail.id);
        this.#parts.log.error(
          { mail: mail.id, error: errorLine(error) },
          "an email could not be handled",
        );
      })
      .finally(() => {
        this.#ready.end(mail);
        this.#sending.delete(work);
      });
    this.#sending.add(work);
  }

  async #send(mail: DueMail): Promise<void> {
    const { store, transport, filesOf, now, duty } = this.#parts;
    if (mail.obsolete !== null) return this.#withdraw(mail, mail.obsolete);
    const enclosed = await enclose(mail, filesOf, now());
    if (enclosed.kind === "later") {
      this.#parts.log.warn({ mail: mail.id, error: enclosed.error }, "an email waits for its file");
      return this.#gather(putOff(mail, enclosed, now()));
    }
    if (enclosed.kind === "without") return this.#sendBare(mail, enclosed.why, enclosed.error);
    // It may have been taken back since it was read: who was erased gets nothing. A mailing's rows
    // are too many to ask for each.
    if (mail.mailingId === null && !(await isQueued(store.read, mail.id)))
      return void this.#release(mail.id);
    const began = now();
    const whole = await this.#whole(mail, enclosed.files);
    // At the last moment: a process that stood still for a while finds that another one sends.
    const { signal } = duty;
    if (!duty.isHeld()) return void this.#release(mail.id);
    const outcome = await transport.send(whole, signal);
    if (outcome.kind !== "sent" && signal.aborted) return void this.#release(mail.id);
    await this.#state.note(outcome, began);
    // It may be the file that the server does not bear: too large, or of no kind that it takes.
    if (
      outcome.kind === "refused" &&
      !outcome.badAddress &&
      !outcome.ofRecipient &&
      enclosed.files.length > 0
    )
      return this.#sendBare(mail, "refused", outcome.error);
    this.#gather(judge(mail, outcome, { state: this.#state, keeps: transport.keeps, at: now() }));
    if (this.#state.room(1) === 0) this.#putBack();
  }

  /** A mail as it leaves: with its files, and with the logo that it shows. */
  async #whole(mail: DueMail, files: readonly MailFile[]): Promise<OutgoingMail> {
    const { mailFrom, linksFor, logoOf } = this.#parts;
    const whole = outgoingMail(mail, mailFrom, linksFor, files);
    if (logoIn(whole.html) === null) return whole;
    const logo = await logoOf({ orgId: mail.orgId, html: whole.html });
    return logo === null
      ? { ...whole, html: withoutLogo(whole.html) }
      : { ...whole, html: withLogoWidth(whole.html, logo), files: [...files, logo] };
  }

  /**
   * Sends a mail without its files, and with a word of it in their place: decided for good before
   * it leaves.
   */
  async #sendBare(mail: DueMail, why: LeftOut, error: string): Promise<void> {
    const { store, log } = this.#parts;
    const body = withoutFiles(mail.html ?? "");
    await store.write((trx) => leaveOutAttachments(trx, mail.id, { why, ...body }));
    log.warn({ mail: mail.id, why, error }, "an email leaves without its file");
    await this.#send({ ...mail, ...body, attachments: [], isBare: true });
  }

  /** Nothing can leave from here now: what was not begun keeps its place in the outbox. */
  #putBack(): void {
    for (const { id } of this.#ready.clear()) this.#release(id);
  }

  async #withdraw(mail: DueMail, error: string): Promise<void> {
    const { store, now } = this.#parts;
    if (mail.mailing?.state === "stopped")
      await store.write((trx) =>
        withdrawStopped(trx, mail.mailing?.orgId ?? "", mail.mailing?.id ?? "", WITHDRAW_BATCH),
      );
    this.#gather({ mail, state: "withdrawn", at: now(), error, attempted: false });
  }

  /** Keeps an outcome for some milliseconds, to be written with others. */
  #gather(outcome: MailOutcome): void {
    this.#outcomes.push(outcome);
    this.#recording ??= this.#recordSoon();
  }

  async #recordSoon(): Promise<void> {
    while (this.#outcomes.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      await this.#record();
    }
    this.#recording = null;
  }

  /**
   * A database that takes no writes now keeps the outcomes here, and their mails claimed, until it
   * does.
   */
  async #record(): Promise<void> {
    const { store, transport, log, duty } = this.#parts;
    const outcomes = this.#outcomes.splice(0);
    while (outcomes.length > 0) {
      try {
        const gone = await store.write(async (trx) =>
          recordOutcomes(
            trx,
            (await duty.isHeldIn(trx)) ? outcomes : await stillToRecord(trx, outcomes),
          ),
        );
        for (const { mail } of outcomes.splice(0)) this.#release(mail.id);
        // Erased while they were sent: what lies here of them is known by no row.
        if (gone.length > 0)
          await transport
            .forget?.(gone)
            .catch((error: unknown) =>
              log.error({ error: errorLine(error) }, "files of erased emails could not be removed"),
            );
      } catch (error) {
        log.error(
          { error: errorLine(error), mails: outcomes.length },
          "the outcome of some emails could not be recorded",
        );
        if (this.#stopped) return;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
  }

  async #settle(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending);
    await this.#recording;
  }
}
