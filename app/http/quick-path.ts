/**
 * The headers that a kept page depends on, read from the raw list: `req.headers` would sort and
 * copy all of them, which is a good part of what a kept page costs. One glance serves one request
 * after the other; what it holds is good until the next `read`.
 */
export class QuickCheck {
  host: string | undefined;
  cookie: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  userAgent: string | undefined;
  destination: string | undefined;
  purpose: string | undefined;
  /** Whether something is sent along, which the long way watches. */
  hasBody = false;

  /** @param raw names and values in turn, as Node's parser gives them */
  read(raw: readonly string[]): void {
    this.host = this.cookie = this.acceptEncoding = this.ifNoneMatch = undefined;
    this.userAgent = this.destination = this.purpose = undefined;
    this.hasBody = false;
    for (let i = 0; i + 1 < raw.length; i += 2) {
      const name = raw[i] as string;
      const value = raw[i + 1] as string;
      switch (name.length) {
        case 4:
          // Two names are none: the long way refuses them.
          if (is(name, "Host", "host")) this.host = this.host === undefined ? value : "";
          break;
        case 6:
          if (is(name, "Cookie", "cookie"))
            this.cookie = this.cookie === undefined ? value : `${this.cookie}; ${value}`;
          break;
        case 10:
          if (is(name, "User-Agent", "user-agent")) this.userAgent = value;
          break;
        case 11:
          if (is(name, "Sec-Purpose", "sec-purpose")) this.purpose = value;
          break;
        case 13:
          if (is(name, "If-None-Match", "if-none-match")) this.ifNoneMatch = value;
          break;
        case 14:
          if (is(name, "Content-Length", "content-length")) this.hasBody = value !== "0";
          else if (is(name, "Sec-Fetch-Dest", "sec-fetch-dest")) this.destination = value;
          break;
        case 17:
          if (is(name, "Transfer-Encoding", "transfer-encoding")) this.hasBody = true;
          break;
        case 15:
          if (is(name, "Accept-Encoding", "accept-encoding")) this.acceptEncoding = value;
          break;
        default:
      }
    }
  }
}

/** The two spellings that clients use come first. */
function is(name: string, usual: string, lower: string): boolean {
  return name === usual || name === lower || name.toLowerCase() === lower;
}
