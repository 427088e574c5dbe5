// Works and rests by turns, so that this process takes the share of a processor that it is told.
const share = Number(process.argv[2]);
for (;;) {
  const until = performance.now() + 20 * share;
  while (performance.now() < until);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20 * (1 - share));
}
