// A bare client: the same message again and again over as many connections as the product has; the sink's limit.
import { createTransport } from "nodemailer";

const [port, count, connections] = process.argv.slice(2).map(Number);
const pool = createTransport({
  pool: true,
  host: "127.0.0.1",
  port,
  maxConnections: connections,
  maxMessages: 1_000_000,
});
const raw = Buffer.from(
  `From: a@bench.example\r\nTo: b@bench.example\r\nSubject: x\r\n\r\n${"A line of the text of an update.\r\n".repeat(240)}`,
);
let left = count;
async function work() {
  while (left-- > 0)
    await pool.sendMail({ envelope: { from: "a@bench.example", to: ["b@bench.example"] }, raw });
}
const started = performance.now();
await Promise.all(Array.from({ length: connections * 2 }, work));
console.log(String(performance.now() - started));
pool.close();
