import path from "node:path";
import type { Config } from "../../config.ts";
import { outboxTransport } from "./outbox.ts";
import { resendTransport } from "./resend.ts";
import { smtpTransport } from "./smtp.ts";
import type { Transport } from "./transport.ts";

/** The transport that MAIL names. */
export function openTransport({
  mail,
  dataDir,
  resend,
}: Pick<Config, "mail" | "dataDir" | "resend">): Transport {
  if (mail === "outbox") return outboxTransport(path.join(dataDir, "mail"));
  return mail === "resend" ? resendTransport(resend.apiKey ?? "", resend.url) : smtpTransport(mail);
}

/** The name under which the worker notes whether mail can leave. */
export function transportName({ mail }: Pick<Config, "mail">): Transport["name"] {
  return mail === "outbox" || mail === "resend" ? mail : "smtp";
}
