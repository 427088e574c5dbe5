import type { DueMail } from "./store/mail-delivery.server.ts";

/**
 * Mails that were read and not begun yet. Those with files take half of the places at most: what
 * has none is not held up behind them, and few files are in memory at once.
 */
export class ReadyMails {
  readonly #places: number;
  #mails: DueMail[] = [];
  /** How many under way carry files. */
  #carrying = 0;

  constructor(concurrency: number) {
    this.#places = Math.max(1, Math.floor(concurrency / 2));
  }

  /**
   * Whether mail with files is to be read: not while some waits here, or while its places are
   * taken. So at most one reading of it is kept.
   */
  get takesFiles(): boolean {
    return this.#carrying < this.#places && !this.#mails.some(carries);
  }

  /** Whether one of them could begin now. */
  get canBegin(): boolean {
    return this.#next() !== -1;
  }

  add(mails: readonly DueMail[]): void {
    this.#mails.push(...mails);
  }

  /** The next one to begin, if there is one; `end` frees its place. */
  begin(): DueMail | undefined {
    const [mail] = this.canBegin ? this.#mails.splice(this.#next(), 1) : [];
    if (mail !== undefined && carries(mail)) this.#carrying += 1;
    return mail;
  }

  end(mail: DueMail): void {
    if (carries(mail)) this.#carrying -= 1;
  }

  /** Gives back all that was not begun. */
  clear(): DueMail[] {
    return this.#mails.splice(0);
  }

  #next(): number {
    return this.#mails.findIndex((mail) => !carries(mail) || this.#carrying < this.#places);
  }
}

function carries({ attachments }: DueMail): boolean {
  return attachments.length > 0;
}
