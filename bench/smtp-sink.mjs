// An SMTP server that takes everything and keeps nothing, in a process of its own: what a relay on this machine could take.
// With --links it keeps the links to sign in with.
import { SMTPServer } from "smtp-server";

let taken = 0;
const links = new Map();
const keepsLinks = process.argv.includes("--links");
const server = new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  logger: false,
  onData(stream, session, done) {
    const chunks = [];
    if (keepsLinks) stream.on("data", (chunk) => chunks.push(chunk));
    else stream.resume();
    stream.on("end", () => {
      taken += 1;
      if (keepsLinks)
        noteLink(session.envelope.rcptTo[0]?.address, Buffer.concat(chunks).toString("latin1"));
      done();
    });
  },
});
server.on("error", () => undefined);
server.listen(0, "127.0.0.1", () => process.send({ port: server.server.address().port }));
process.on("message", (asked) =>
  process.send(asked === "links" ? { links: [...links] } : { taken }),
);
process.on("disconnect", () => process.exit(0));

/** Lines of emails end with "=" where they are broken, and an equals sign is written as its number. */
function noteLink(address, raw) {
  const text = raw.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  const link = /https?:\/\/\S+sign-in-link\?token=[\w-]+/.exec(text)?.[0];
  if (link !== undefined) links.set(address, link);
}
