import path from "node:path";
import type { Config } from "../../config.ts";
import { resendTransport } from "./resend.ts";
import { smtpTransport } from "./smtp.ts";
import { type Transport, errorLine } from "./transport.ts";
import { mkdir, open, rename } from "node:fs/promises";
import { composeMime } from "../compose.ts";
import { keptFileName, removeFrom } from "../kept-files.ts";

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

/**
 * Sends nothing: the mail is kept in the database, and as a file that every mail program opens.
 * Written whole or not at all, and on the disk before it counts as sent; the same mail again is the
 * same file.
 */
export function outboxTransport(folder: string): Transport {
  return {
    name: "outbox",
    concurrency: 4,
    keeps: true,
    async send(mail) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = path.join(folder, keptFileName(mail));
        const handle = await open(`${file}.tmp`, "w", 0o600);
        try {
          await handle.writeFile(await composeMime(mail));
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(`${file}.tmp`, file);
        await syncFolder(folder);
        return { kind: "sent" };
      } catch (error) {
        return { kind: "down", error: errorLine(error) };
      }
    },
    forget: (mails) => removeFrom(folder, mails),
    close: () => Promise.resolve(),
  };
}

/** Waits until the names in a folder are on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
