import { fileTypeInWords, kindOfContentType } from "#values/file-types.ts";
import {
  fetchOutside,
  OutboundFailed,
  type OutboundRules,
} from "#platform/integrations/outbound.ts";
import { inSlices } from "#db/pace.ts";
import { decodeHtml, isUnwantedByHeader, pageText, UnreadablePage } from "./page-text.server.ts";
import { mayRead, robotsRules, TooMuchRobots, type RobotsRules } from "#model/webpages/robots.ts";
import {
  isOnHosts,
  MAX_PAGE_BYTES,
  MAX_REDIRECTS,
  MAX_WEBPAGE_URL,
  PAGE_TIMEOUT_MS,
  type PageReading,
} from "#model/webpages.ts";

const UNWANTED = "The page asks not to be listed (noindex).";
const TOO_FAR = `It redirects more than ${MAX_REDIRECTS} times.`;

/** It can't be read, and this is why, in words for staff. */
class Unread extends Error {
  readonly missing: boolean;

  constructor(fault: string, missing = false) {
    super(fault);
    this.missing = missing;
  }
}

/**
 * One reading of a company's pages: asks each host for its robots.txt once, and reads what that
 * allows.
 */
export class SiteReader {
  readonly #robots = new Map<string, Promise<RobotsRules | Unread>>();
  readonly #hosts: ReadonlySet<string>;
  readonly #allow: readonly string[];
  readonly #ending: AbortSignal;

  /**
   * @param hosts the company's own: nothing else is asked, whoever redirects there
   * @param rules.allow as OUTBOUND_ALLOW
   * @param ending ends what goes on
   */
  constructor(
    hosts: ReadonlySet<string>,
    { allow }: Pick<OutboundRules, "allow">,
    ending: AbortSignal,
  ) {
    this.#hosts = hosts;
    this.#allow = allow;
    this.#ending = ending;
  }

  /** Reads one page. Only what is no fault of the page or its site is thrown. */
  async read(address: string): Promise<PageReading> {
    try {
      return await this.#read(new URL(address));
    } catch (error) {
      if (error instanceof Unread)
        return { outcome: "failed", fault: error.message, missing: error.missing };
      if (error instanceof OutboundFailed || error instanceof UnreadablePage)
        return { outcome: "failed", fault: error.message, missing: false };
      throw error;
    }
  }

  async #read(address: URL): Promise<PageReading> {
    if (!isOnHosts(address, this.#hosts))
      throw new Unread("Its host no longer belongs to your organization.");
    let url = address;
    await this.#mustBeAllowed(url);
    const signal = this.#limited();
    for (let redirects = 0; ; redirects += 1) {
      const answer = await this.#get(url, "text/html, application/xhtml+xml", signal);
      const { status, contentType, headers, bytes } = answer;
      if (isRedirect(status)) {
        if (redirects === MAX_REDIRECTS) throw new Unread(TOO_FAR);
        url = this.#ledTo(headers.location, url);
        await this.#mustBeAllowed(url);
        continue;
      }
      if (status !== 200)
        throw new Unread(`The page answered ${status}.`, status === 404 || status === 410);
      if (!/^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType))
        throw new Unread(`The page isn’t HTML (${kindOf(contentType)}).`);
      if (!/^(?:identity)?$/i.test(headers["content-encoding"] ?? ""))
        throw new Unread("It answered in an unexpected compressed form.");
      if (isUnwantedByHeader([headers["x-robots-tag"] ?? []].flat().join(",")))
        return { outcome: "unwanted", fault: UNWANTED };
      const { title, text, isUnwanted } = await pageText(decodeHtml(bytes, contentType));
      if (isUnwanted) return { outcome: "unwanted", fault: UNWANTED };
      return { outcome: "read", title, text };
    }
  }

  /**
   * What a site's robots.txt says is asked once; what was not answered may be anything, and forbids
   * for now.
   */
  async #mustBeAllowed(url: URL): Promise<void> {
    let rules = this.#robots.get(url.origin);
    if (rules === undefined) {
      rules = this.#robotsOf(url.origin);
      this.#robots.set(url.origin, rules);
    }
    const said = await rules;
    if (said instanceof Unread) throw said;
    if (!mayRead(said, url)) throw new Unread("robots.txt does not allow it.");
  }

  /** An `Unread` where it could not be read. */
  async #robotsOf(origin: string): Promise<RobotsRules | Unread> {
    const unread = (why: string) => new Unread(`The site’s robots.txt could not be read. ${why}`);
    const signal = this.#limited();
    let url = new URL("/robots.txt", origin);
    try {
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const { status, headers, bytes } = await this.#get(url, "text/plain", signal);
        if (isRedirect(status)) {
          url = this.#ledTo(headers.location, url);
          continue;
        }
        if (status >= 400 && status < 500) return [];
        return status === 200
          ? await inSlices(robotsRules(bytes))
          : unread(`It answered ${status}.`);
      }
      return unread(TOO_FAR);
    } catch (error) {
      if (
        error instanceof OutboundFailed ||
        error instanceof Unread ||
        error instanceof TooMuchRobots
      )
        return unread(error.message);
      throw error;
    }
  }

  #get(url: URL, accept: string, signal: AbortSignal) {
    return fetchOutside(url.href, accept, {
      allow: this.#allow,
      maxBytes: MAX_PAGE_BYTES,
      timeoutMs: PAGE_TIMEOUT_MS,
      handsOverRedirects: true,
      signal,
    });
  }

  #limited(): AbortSignal {
    return AbortSignal.any([AbortSignal.timeout(PAGE_TIMEOUT_MS), this.#ending]);
  }

  /** Where a redirect leads. @throws Unread for anything but the company's own site */
  #ledTo(location: string | undefined, from: URL): URL {
    if (location === undefined || !URL.canParse(location, from))
      throw new Unread("It redirects to no address.");
    const to = new URL(location, from);
    if (!/^https?:$/.test(to.protocol) || !isOnHosts(to, this.#hosts))
      throw new Unread(
        `It redirects to ${to.host === "" ? to.protocol : to.host}, which isn’t your own site.`,
      );
    to.hash = "";
    if (to.href.length > MAX_WEBPAGE_URL)
      throw new Unread(
        `It redirects to an address of more than ${MAX_WEBPAGE_URL.toLocaleString("en")} characters.`,
      );
    return to;
  }
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** A content type as staff read it: in words where it is a known one. */
function kindOf(contentType: string): string {
  const [kind = ""] = contentType.split(";", 1);
  const type = kind.trim().slice(0, 80).toLowerCase();
  if (type === "") return "something without a type";
  return kindOfContentType(type) === null ? type : fileTypeInWords(type);
}
