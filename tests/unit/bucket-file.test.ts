import { expect, test } from "vitest";
import { BucketFile, SpanRoom } from "#platform/files/s3/bucket-file.ts";
import { bytesOf, startOfBlock } from "#platform/files/s3/blocks.ts";

const SIZE = startOfBlock(200);
const LAST = 100;

/** How many blocks beyond the one that is read were asked for by who reads on from the start. */
async function aheadWith(room: SpanRoom): Promise<number> {
  let asked = 0;
  const file = new BucketFile(SIZE, Buffer.alloc(0), room, (span) => {
    asked += span.count;
    return Promise.resolve(Buffer.allocUnsafe(bytesOf(span, SIZE)));
  });
  for (let index = 0; index <= LAST; index += 1)
    expect(await file.read(Buffer.alloc(10), startOfBlock(index), SIZE)).toBe(10);
  await file.close();
  return asked - (LAST + 1);
}

test("four blocks at a time are fetched further ahead, and single ones never more than three", async () => {
  expect(await aheadWith(new SpanRoom(0))).toBe(3);
  const room = new SpanRoom(16);
  expect(await aheadWith(room)).toBe(11);
  // All of it is given back.
  for (let taken = 0; taken < 16; taken += 1) expect(room.take()).toBe(true);
  expect(room.take()).toBe(false);
});
