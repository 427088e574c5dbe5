import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { connect } from "node:tls";
import * as z from "zod";
import type { CustomDomain } from "#db/facts.ts";
import type { Config } from "#platform/config.ts";
import { judgeDomain } from "#model/settings/domain.ts";
import type { InstallationKey } from "#platform/files/installation-key.ts";
import { askDomainRecords } from "#platform/integrations/domain-records.ts";
import { resendFault } from "#platform/mail/transports/resend.ts";
import { readSmtpAddress } from "#platform/mail/transports/smtp-address.ts";
import { smtpFault } from "#platform/mail/transports/smtp.ts";
import {
  DOCTOR_HEADER,
  DOCTOR_PURPOSE,
  judgeCertificate,
  judgeEcho,
  note,
  right,
  skipped,
  wrong,
  type Certificate,
  type Check,
} from "#model/doctor.ts";
import { errorWords } from "#values/error-words.ts";

const TIMEOUT_MS = 5_000;
/** How a certificate that is not trusted is called in what went wrong. */
const CERTIFICATE = /certificate|altname/i;
/** Names that lead nowhere by agreement (RFC 2606, RFC 6761): the demo's domain has one. */
const RESERVED = /\.(?:example|test|invalid|localhost)$/;

/** Mail by a real handshake: the server is called and signed in to, and no mail is sent. */
export async function checkMail({ mail, resend }: Pick<Config, "mail" | "resend">): Promise<Check> {
  const name = "mail";
  if (mail === "outbox")
    return note(
      name,
      "MAIL is outbox, so email isn’t sent but kept in the data folder",
      "set MAIL to smtp://… or resend to send email",
    );
  if (mail === "resend") {
    const fault = await resendFault(resend.apiKey ?? "", resend.url);
    return fault === null
      ? right(name, "Resend accepts the key")
      : wrong(name, `Resend rejects it: ${fault}`, "check RESEND_API_KEY and RESEND_URL");
  }
  return relayCheck(name, mail);
}

async function relayCheck(name: string, mail: string): Promise<Check> {
  const { host } = new URL(mail);
  const address = readSmtpAddress(mail);
  const { verified, local } =
    address === null || "fault" in address ? { verified: true, local: false } : address;
  const fault = await smtpFault(mail);
  if (fault !== null)
    return wrong(
      name,
      `${host} doesn’t accept email: ${fault}`,
      verified && CERTIFICATE.test(fault)
        ? "give the relay a certificate that this machine trusts, or end MAIL with ?tls=unverified, which encrypts without checking the certificate. Until then email waits, and none is lost."
        : "check host, port, name and password in MAIL (in a password, write % as %25, / as %2F and # as %23). Until then email waits, and none is lost.",
    );
  if (verified) return right(name, `${host} answered, and accepts email`);
  const found = `${host} answered, and accepts email. Its certificate is not checked (tls=unverified)`;
  return local
    ? right(name, found)
    : note(
        name,
        found,
        "once the relay has a certificate that this machine trusts, remove ?tls=unverified from MAIL",
      );
}

/** Name server and certificate of ORIGIN and of each custom domain. */
export async function checkDomains(
  { origin, dnsServer }: Pick<Config, "origin" | "dnsServer">,
  domains: readonly CustomDomain[] | null,
  now: Date,
): Promise<Check[]> {
  const own = new URL(origin);
  const checks: Check[] = [];
  if (own.protocol === "https:")
    checks.push(await checkCertificate("origin", own.hostname, Number(own.port || 443), now));
  if (domains === null)
    return [...checks, skipped("domains", "the database can’t be asked for them")];
  if (domains.length === 0)
    return [...checks, right("domains", "no organization has one of its own")];
  for (const { host, token } of domains) {
    const name = `domain ${host}`;
    if (RESERVED.test(host)) {
      checks.push(skipped(name, "the name is reserved for examples"));
      continue;
    }
    const answers = await askDomainRecords(host, token ?? "", dnsServer);
    const verdict =
      token === null
        ? {
            verified: answers.alias !== null || answers.hasAddress,
            message: `${host} has no CNAME or address record.`,
          }
        : judgeDomain(host, token, own.hostname, answers);
    const found = verdict.message.replace(/\.$/, "");
    if (!verdict.verified) {
      checks.push(
        answers.texts === "silent"
          ? skipped(name, "the name server did not answer")
          : wrong(name, found, "add the DNS records shown at Settings, Domain"),
      );
      continue;
    }
    checks.push(await checkCertificate(name, host, 443, now));
  }
  return checks;
}

async function checkCertificate(
  name: string,
  host: string,
  port: number,
  now: Date,
): Promise<Check> {
  try {
    return judgeCertificate(name, host, await certificateOf(host, port), now);
  } catch (error) {
    const words = errorWords(error);
    return wrong(
      name,
      `nothing answers over TLS at ${host}:${port} (${words})`,
      "start the proxy that terminates TLS, and point the name to it. Behind some routers a machine can’t call itself by its public name.",
    );
  }
}

/** What a host shows when it is called by TLS under its name. @throws Error when nothing answers */
function certificateOf(host: string, port: number): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      // Whether it is trusted is told, not enforced.
      { host, port, servername: host, rejectUnauthorized: false, timeout: TIMEOUT_MS },
      () => {
        const fault = socket.authorized ? null : String(socket.authorizationError);
        const { valid_to } = socket.getPeerCertificate();
        socket.end();
        resolve({ fault, validTo: new Date(valid_to) });
      },
    );
    socket.once("timeout", () => socket.destroy(new Error("no answer within 5 seconds")));
    socket.once("error", reject);
  });
}

const echoSchema = z.object({
  echo: z.object({
    host: z.string().nullable(),
    origin: z.string(),
    ip: z.string(),
    forwarded: z.enum(["no", "believed", "ignored"]),
  }),
});

/** Asks the server itself, by the way that visitors take, how the request reached it. */
export async function checkProxy(
  { origin }: Pick<Config, "origin">,
  key: InstallationKey | null,
  serverRuns: boolean,
  now: Date,
): Promise<Check> {
  const name = "proxy";
  if (!serverRuns) return skipped(name, "no server is running to ask");
  if (key === null) return skipped(name, "the server can’t be asked without the key");
  const moment = now.toISOString();
  const ticket = `${moment} ${key.sign(DOCTOR_PURPOSE, moment)}`;
  let text: string;
  try {
    text = await ask(new URL("/healthz", origin), ticket);
  } catch (error) {
    const words = errorWords(error);
    return wrong(
      name,
      `${origin} doesn’t answer (${words})`,
      "check that ORIGIN is the address visitors use, and that the proxy forwards to this server",
    );
  }
  const read = echoSchema.safeParse(jsonOf(text));
  if (!read.success)
    return wrong(
      name,
      `${origin} is answered by a different server`,
      "make the proxy forward to this server’s port, with all headers. Both clocks must agree.",
    );
  return judgeEcho(origin, origin.startsWith("https:"), read.data.echo);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * The addresses of a name. localhost is this machine (RFC 6761) also where nobody told the system so, as in a small
 * container.
 */
const addressesOf: LookupFunction = (host, options, found) => {
  dns.lookup(host, options, (error, address, family) => {
    if (error === null || host !== "localhost") found(error, address, family);
    else if (options.all === true) found(null, [{ address: "127.0.0.1", family: 4 }]);
    else found(null, "127.0.0.1", 4);
  });
};

function ask(url: URL, ticket: string): Promise<string> {
  const request = url.protocol === "https:" ? https.request : http.request;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      // What is wrong with the certificate is told by its own check.
      {
        headers: { [DOCTOR_HEADER]: ticket },
        lookup: addressesOf,
        rejectUnauthorized: false,
        timeout: TIMEOUT_MS,
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => {
          text = `${text}${piece}`.slice(0, 10_000);
        });
        response.on("end", () => resolve(text));
        response.on("error", reject);
      },
    );
    sent.once("timeout", () => sent.destroy(new Error("no answer within 5 seconds")));
    sent.once("error", reject);
    sent.end();
  });
}
