import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** Where a connection breaks: before the server has the commit, or after it made it, and before it can say so. */
export type Moment = "before" | "after";

/** Stands between a program and PostgreSQL, and cuts the connection in the middle of a commit. */
export interface Cutter {
  /** The address of a database by way of it. */
  through(url: string): string;
  /** Cuts the next commit of what writes to a table, once. @returns whether it was cut, so far */
  cut(table: string, moment: Moment): () => boolean;
  end(): void;
}

const SOCKET = ".s.PGSQL.5432";

/** @param folder where the server's socket is */
export async function startCutter(folder: string): Promise<Cutter> {
  const own = mkdtempSync(path.join(tmpdir(), "otc-cutter-"));
  let wanted: { table: string; moment: Moment; isDone: boolean } | null = null;
  const open = new Set<net.Socket>();
  const front = net.createServer((program) => {
    const server = net.connect(path.join(folder, SOCKET));
    for (const socket of [program, server]) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        program.destroy();
        server.destroy();
      });
    }
    let writesIt = false;
    let isCut = false;
    program.on("data", (bytes) => {
      const says = bytes.toString("latin1");
      // Each transaction for itself: others commit on the same connection.
      if (says.includes("begin;")) writesIt = false;
      if (wanted !== null && says.includes(`insert into "${wanted.table}"`)) writesIt = true;
      if (wanted === null || wanted.isDone || !writesIt || !says.includes("commit\0")) {
        server.write(bytes);
        return;
      }
      wanted.isDone = true;
      isCut = true;
      if (wanted.moment === "after") server.write(bytes);
      else program.destroy();
    });
    server.on("data", (bytes) => {
      // What it answers to a commit that is cut, it says to nobody.
      if (isCut) program.destroy();
      else program.write(bytes);
    });
  });
  await new Promise<void>((resolve) => front.listen(path.join(own, SOCKET), resolve));
  return {
    through(url) {
      const address = new URL(url);
      address.searchParams.set("host", own);
      return address.href;
    },
    cut(table, moment) {
      const one = { table, moment, isDone: false };
      wanted = one;
      return () => one.isDone;
    },
    end() {
      front.close();
      for (const socket of open) socket.destroy();
      rmSync(own, { recursive: true, force: true });
    },
  };
}
