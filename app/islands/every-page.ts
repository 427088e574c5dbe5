// What every page gains from scripts, by events on the document: visitors' pages and hydrated ones alike.
import "./copy-link.ts";
import "./filter.ts";
import "./menu.ts";
import "./search.ts";
