// What a visitor's page runs before intent: a few kilobytes, every part of it over links and forms that work alone.
import "./every-page.ts";
import "./dialog.ts";
import "./bulk.ts";
import "./countdown.ts";
import "./events.ts";
import "./on-turn.ts";
import "./passing.ts";

const notice = document.querySelector<HTMLElement>("[data-consent]");
if (notice) void import("./consent.ts").then(({ begin }) => begin(notice));
