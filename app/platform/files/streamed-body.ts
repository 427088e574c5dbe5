import type { Readable } from "node:stream";

/** Where the bytes of a long answer come from, and who wants to know how sending them went. */
export interface ByteSource {
  /** Opens the bytes; asked once, when the first of them is wanted. */
  open(): Promise<Readable>;
  /**
   * Told once, after the last byte was handed to the system or sending ended before: `whole` says
   * which, `error` why. An answer that nobody reads is never opened and never told of.
   */
  ended?(outcome: { whole: boolean; error: unknown }): void;
}

const sources = new WeakMap<ReadableStream<Uint8Array>, ByteSource>();

/**
 * The body of an answer that is sent as the Node stream it is: the listener finds its source and
 * pipes that to the socket, since a detour by Web streams costs half again as much work. Everyone
 * else can read it as a Web stream. Nothing is open before someone reads; cancelling closes the
 * file.
 */
export function streamedBody(source: ByteSource): ReadableStream<Uint8Array> {
  let bytes: AsyncIterator<Uint8Array> | null = null;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          bytes ??= (await source.open())[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
          const { done, value } = await bytes.next();
          if (!done) return controller.enqueue(value);
          controller.close();
          source.ended?.({ whole: true, error: null });
        } catch (error) {
          source.ended?.({ whole: false, error });
          throw error;
        }
      },
      async cancel(reason) {
        if (bytes === null) return;
        await bytes.return?.();
        source.ended?.({ whole: false, error: reason });
      },
    },
    { highWaterMark: 0 },
  );
  sources.set(body, source);
  return body;
}

/** The source behind a body that `streamedBody` made, for the one who sends it. */
export function sourceOf(body: ReadableStream<Uint8Array>): ByteSource | null {
  return sources.get(body) ?? null;
}
