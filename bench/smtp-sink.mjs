// An SMTP server that takes everything and keeps nothing, in a process of its own: what a relay on this machine could take.
import { SMTPServer } from "smtp-server";

let taken = 0;
const server = new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  logger: false,
  onData(stream, _session, done) {
    stream.resume();
    stream.on("end", () => {
      taken += 1;
      done();
    });
  },
});
server.on("error", () => undefined);
server.listen(0, "127.0.0.1", () => process.send({ port: server.server.address().port }));
process.on("message", () => process.send({ taken }));
process.on("disconnect", () => process.exit(0));
