import { expect, test } from "vitest";
import { readMultipart } from "#platform/files/upload/multipart.ts";

test("a file's name is the one on the sender's disk, whatever a browser has to write for it", async () => {
  const names = ['quo"te.txt', "line\r\nend.txt", "100%25 or %2F.txt", "plain.txt"];
  const form = new FormData();
  for (const name of names) form.append("files", new File(["x"], name));
  const read: string[] = [];
  await readMultipart(
    new Request("http://localhost/", { method: "POST", body: form }),
    { maxFiles: names.length },
    { field: () => undefined, file: async ({ sentName }) => void read.push(sentName) },
  );
  expect(read).toEqual(names);
});
