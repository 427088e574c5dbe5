import { createSocket } from "node:dgram";
import { onTestFinished } from "vitest";

const TYPES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;
type RecordType = keyof typeof TYPES;

/** The records of a test's name server, `TXT name` by their values; it answers for nothing else. */
export type Records = Map<`${RecordType} ${string}`, string[]>;

/** A name server on a port of its own (RFC 1035), for the one kind of question that a check asks; it ends with the test. */
export async function openNameServer(): Promise<{
  address: string;
  records: Records;
  asked: string[];
}> {
  const records: Records = new Map();
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const { name, type, end } = question(message);
    asked.push(`${type} ${name}`);
    const values = records.get(`${type} ${name}` as `A ${string}`) ?? [];
    const known = [...records.keys()].some((key) => key.endsWith(` ${name}`));
    const header = Buffer.alloc(12);
    message.copy(header, 0, 0, 2);
    // An answer, recursion available; 3 is 'no such name'.
    header.writeUInt16BE(0x8180 | (known ? 0 : 3), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(values.length, 6);
    const answers = values.map((value) => answer(type, value));
    socket.send(
      Buffer.concat([header, message.subarray(12, end), ...answers]),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return { address: `127.0.0.1:${socket.address().port}`, records, asked };
}

function question(message: Buffer): { name: string; type: RecordType; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  const code = message.readUInt16BE(at + 1);
  const type = (Object.keys(TYPES) as RecordType[]).find((name) => TYPES[name] === code) ?? "A";
  return { name: labels.join(".").toLowerCase(), type, end: at + 5 };
}

/** One resource record for the name that was asked. */
function answer(type: RecordType, value: string): Buffer {
  const data = dataOf(type, value);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TYPES[type], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function dataOf(type: RecordType, value: string): Buffer {
  if (type === "A") return Buffer.from(value.split(".").map(Number));
  if (type === "TXT") return Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
  return Buffer.concat([
    ...value
      .split(".")
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}
