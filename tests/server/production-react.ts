// React as users run it. Under NODE_ENV=test it loads its development build, whose pages take five times as long.
// Loaded before anything that imports React, once a worker.
const before = process.env.NODE_ENV;
process.env.NODE_ENV = "production";
/** React's modules, loaded. */
export const loaded = await Promise.all([
  import("react"),
  import("react/jsx-runtime"),
  import("react-dom/server"),
]);
process.env.NODE_ENV = before;
