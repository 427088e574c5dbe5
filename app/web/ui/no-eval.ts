import * as z from "zod";

// In browsers schemas make no functions of text: our policy forbids it, and asking whether it does
// is a violation that Firefox notes on every page. It has to be said before the first schema is
// made.
if (typeof document !== "undefined") z.config({ jitless: true });
