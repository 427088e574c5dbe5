import {
  CONSENT_KEY,
  consentTo,
  mayLoadOthers,
  readConsent,
  type ConsentCategory,
  type ConsentRecord,
  type ThirdParties,
  type Tool,
} from "#model/consent.ts";

/**
 * Consent, and what waits for it: on the pages of a company's own domain that say so. A provider's
 * banner asks, or our own notice; nothing is loaded before it is allowed, and what is taken back is
 * gone with the page.
 */
type Others = Pick<ThirdParties, "tools"> & {
  banner: { type: Provider; scripts: readonly Tool[] } | null;
};
type Provider = NonNullable<ThirdParties["banner"]>["type"];
type Say = (allows: (category: ConsentCategory) => boolean) => void;
/** What providers put on the page. */
type Page = Record<string, unknown> & typeof globalThis;

const page = globalThis as Page;
/** How long a provider's banner may take before our own notice asks. */
const PATIENCE_MS = 5_000;
/** How often a consent library is asked to begin. */
const RETRY_MS = 1_000;

/** The tools that this page has loaded, and what each waited for. */
const loaded = new Map<Tool["id"], ConsentCategory>();

/** @param notice our own notice, hidden; `data-consent` says what there is */
export function begin(notice: HTMLElement): void {
  // The server keeps a page without parameters that it does not know; the address has them all the
  // same.
  if (!mayLoadOthers(location.pathname, new URLSearchParams(location.search))) return;
  const others = JSON.parse(notice.dataset.consent ?? "null") as Others;
  const own = ownNotice(notice, keep);

  function keep(record: ConsentRecord): void {
    localStorage.setItem(CONSENT_KEY, JSON.stringify(record));
    own.hide();
    apply(record);
  }

  function apply(record: ConsentRecord | null): void {
    const taken = [...loaded.values()].some((category) => record?.[category] !== true);
    // What runs can't be stopped: the page begins anew without it.
    if (taken) return location.reload();
    for (const tool of others.tools)
      if (record?.[tool.category] === true && !loaded.has(tool.id)) {
        loaded.set(tool.id, tool.category);
        START[tool.id]?.(tool.key);
        void load(tool);
      }
  }

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-cookies]") : null;
    if (link === null) return;
    event.preventDefault();
    own.open(readConsent(localStorage.getItem(CONSENT_KEY)));
  });
  addEventListener("storage", ({ key, newValue }) => {
    if (key === CONSENT_KEY || key === null) apply(readConsent(newValue));
  });

  const record = readConsent(localStorage.getItem(CONSENT_KEY));
  if (record !== null) apply(record);
  if (others.banner !== null)
    askBy(others.banner, (allows) => keep(consentTo(allows))).catch(() => {
      if (readConsent(localStorage.getItem(CONSENT_KEY)) === null) own.ask();
    });
  else if (record === null) own.ask();
}

/**
 * Adds a script of somebody else. From then on no form opens in this page: the page of a form loads
 * nothing.
 */
function load({ src, attributes = {} }: Tool): Promise<void> {
  document.documentElement.dataset.others = "";
  const script = document.createElement("script");
  script.async = true;
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${src} did not load`)));
    script.src = src;
    document.head.append(script);
  });
}

/** A function that keeps its calls until the provider's script takes its place. */
function queueing(name: string, put: (calls: IArguments) => void) {
  return (page[name] ??= function queue() {
    // Providers read the arguments object itself.
    // oxlint-disable-next-line prefer-rest-params
    put(arguments);
  }) as (...words: unknown[]) => void;
}

const dataLayer = () => (page.dataLayer ??= []) as unknown[];
const gtag = () => queueing("gtag", (call) => dataLayer().push(call));

/** What each tool is told before its script comes. */
const START: Partial<Record<Tool["id"], (key: string) => void>> = {
  google_ua(key) {
    const calls: unknown[] = [];
    const ga = queueing("ga", (call) => calls.push(call));
    Object.assign(ga, { q: calls, l: Date.now() });
    ga("create", key, "auto");
    ga("send", "pageview");
  },
  gtag(key) {
    gtag()("js", new Date());
    gtag()("config", key);
  },
  gtm() {
    dataLayer().push({ "gtm.start": Date.now(), event: "gtm.js" });
  },
  // The banner's own container stores nothing until there is consent.
  banner_gtm() {
    gtag()("consent", "default", {
      ad_storage: "denied",
      ad_user_data: "denied",
      ad_personalization: "denied",
      analytics_storage: "denied",
    });
    dataLayer().push({ "gtm.start": Date.now(), event: "gtm.js" });
  },
  intercom(key) {
    page.intercomSettings = { app_id: key };
    const calls: unknown[] = [];
    const intercom = queueing("Intercom", (call) => calls.push(call));
    Object.assign(intercom, { q: calls, c: (call: unknown) => calls.push(call) });
  },
};

/** Loads a provider's banner, and hears what it is told. @throws when it is not there in time */
async function askBy({ type, scripts }: NonNullable<Others["banner"]>, say: Say): Promise<void> {
  const isThere = LISTEN[type](say, scripts);
  for (const script of scripts) START[script.id]?.(script.key);
  await Promise.all(scripts.map(load));
  const end = Date.now() + PATIENCE_MS;
  while (!isThere()) {
    if (Date.now() > end) throw new Error("the banner did not begin");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A banner without an interface of its own tells by an event: the record as its detail. */
function hearEvent(say: Say): void {
  addEventListener(CONSENT_KEY, (event) => {
    const record = readConsent(JSON.stringify((event as CustomEvent<unknown>).detail));
    if (record !== null) say((category) => record[category]);
  });
}

/** How each provider's banner tells what was chosen. @returns whether the banner is there */
const LISTEN: Record<Provider, (say: Say, scripts: readonly Tool[]) => () => boolean> = {
  onetrust(say) {
    const groups: Partial<Record<ConsentCategory, string>> = {
      analytics: "C0002",
      performance_and_functionality: "C0003",
      marketing_and_advertising: "C0004",
      social_media_advertising: "C0005",
    };
    page.OptanonWrapper = () => {
      const { IsAlertBoxClosed } = (page.OneTrust ?? {}) as { IsAlertBoxClosed?: () => boolean };
      // Before somebody chose, the groups are those that the provider presumes.
      if (IsAlertBoxClosed?.() !== true) return;
      const active = String(page.OnetrustActiveGroups ?? "").split(",");
      say((category) => active.includes(groups[category] ?? ""));
    };
    return () => page.OneTrust !== undefined;
  },
  cookiebot(say) {
    const hear = () => {
      const { consent } = page.Cookiebot as { consent: Record<string, boolean> };
      const names: Partial<Record<ConsentCategory, string>> = {
        analytics: "statistics",
        performance_and_functionality: "preferences",
        marketing_and_advertising: "marketing",
        social_media_advertising: "marketing",
      };
      say((category) => consent[names[category] ?? ""] === true);
    };
    addEventListener("CookiebotOnAccept", hear);
    addEventListener("CookiebotOnDecline", hear);
    return () => page.Cookiebot !== undefined;
  },
  hubspot(say) {
    const calls = (page._hsp ??= []) as { push: (call: unknown) => void };
    const names: Partial<Record<ConsentCategory, string>> = {
      analytics: "analytics",
      performance_and_functionality: "functionality",
      marketing_and_advertising: "advertisement",
      social_media_advertising: "advertisement",
    };
    calls.push([
      "addPrivacyConsentListener",
      ({ categories }: { categories: Record<string, boolean> }) =>
        say((category) => categories[names[category] ?? ""] === true),
    ]);
    return () => true;
  },
  dropbox(say, scripts) {
    hearEvent(say);
    const { attributes = {} } = scripts.find(({ id }) => id === "banner") ?? {};
    let begun = false;
    const init = () => {
      const library = page.DropboxConsent as { init?: (options: object) => void } | undefined;
      if (typeof library?.init !== "function") return void setTimeout(init, RETRY_MS);
      library.init({
        domain: attributes["data-cookie-domain"] ?? location.hostname,
        tenant: attributes["data-tenant-name"] ?? null,
      });
      begun = true;
    };
    init();
    return () => begun;
  },
  paypal(say) {
    hearEvent(say);
    return () => true;
  },
};

/** Our own notice: a region at the end of the page, which the page does not wait for. */
function ownNotice(notice: HTMLElement, keep: (record: ConsentRecord) => void) {
  const boxes = [...notice.querySelectorAll<HTMLInputElement>("input[name]")];
  const choice = notice.querySelector("details");
  let opener: Element | null = null;
  const hide = () => {
    if (notice.hidden) return;
    notice.hidden = true;
    if (opener instanceof HTMLElement) opener.focus();
    opener = null;
  };
  notice.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    const answer = button?.value;
    if (answer === "all" || answer === "none")
      keep(
        consentTo((category) => answer === "all" && boxes.some(({ name }) => name === category)),
      );
    else if (answer === "chosen")
      keep(
        consentTo((category) => boxes.some(({ name, checked }) => name === category && checked)),
      );
  });
  notice.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && opener !== null) hide();
  });
  return {
    hide,
    ask: () => {
      notice.hidden = false;
    },
    /** From 'Cookie settings': with what was chosen before. */
    open: (record: ConsentRecord | null) => {
      opener = document.activeElement;
      for (const box of boxes) box.checked = record?.[box.name as ConsentCategory] === true;
      if (choice !== null) choice.open = true;
      notice.hidden = false;
      notice.querySelector<HTMLElement>("h2")?.focus();
    },
  };
}
