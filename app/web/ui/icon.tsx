import type { CardKind } from "#model/cards/kinds.ts";
import { classNames } from "./class-names.ts";

/** Own line icons, 24 × 24, drawn with one stroke; one sprite a page, used by reference. */
const SHAPES = {
  arrowRight: "M5 12h14M13 6l6 6-6 6",
  arrowLeft: "M19 12H5M11 6l-6 6 6 6",
  chevronDown: "M6 9l6 6 6-6",
  chevronUp: "M6 15l6-6 6 6",
  chevronRight: "M9 6l6 6-6 6",
  grip: "M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01",
  more: "M5.5 11.5h1v1h-1zM11.5 11.5h1v1h-1zM17.5 11.5h1v1h-1z",
  expand: "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
  arrowUpToLine: "M5 4h14M12 20V9M7 13l5-5 5 5",
  arrowDownToLine: "M5 20h14M12 4v11M7 11l5 5 5-5",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  checkCircle: "M12 3a9 9 0 100 18 9 9 0 000-18zM8 12.3l2.8 2.8L16 9.6",
  progress: "M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3.5 2",
  circle: "M12 3a9 9 0 100 18 9 9 0 000-18z",
  emptyCircle: "M12 3a9 9 0 100 18 9 9 0 000-18zM8.5 12h7",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3M12 14.5v2",
  eyeOff:
    "M4 4l16 16M9.9 5.8A9.6 9.6 0 0112 5.5c5 0 8.5 4.2 9.5 6.5a13 13 0 01-2.9 3.8M6.3 7.4A13 13 0 002.5 12c1 2.3 4.5 6.5 9.5 6.5a9.8 9.8 0 004.2-.9M9.9 9.9a3 3 0 004.2 4.2",
  eye: "M2.5 12c1-2.3 4.5-6.5 9.5-6.5s8.5 4.2 9.5 6.5c-1 2.3-4.5 6.5-9.5 6.5S3.5 14.3 2.5 12zM12 9a3 3 0 100 6 3 3 0 000-6z",
  search: "M11 4a7 7 0 100 14 7 7 0 000-14zM16 16l4.5 4.5",
  link: "M10 14a4 4 0 005.7.3l3-3a4 4 0 00-5.7-5.7L11.5 7M14 10a4 4 0 00-5.7-.3l-3 3a4 4 0 005.7 5.7L12.5 17",
  external: "M14 5h5v5M19 5l-8 8M17 14v5H5V7h5",
  star: "M12 4l2.5 5.1 5.6.8-4.05 3.95.95 5.6L12 16.8l-5 2.65.95-5.6L3.9 9.9l5.6-.8z",
  pin: "M9 4h6l-1 6 3 3H7l3-3zM12 13v7",
  bell: "M6 16V11a6 6 0 0112 0v5l1.5 2h-15zM10 20.5h4",
  mail: "M4 6h16v12H4zM4 7l8 6 8-6",
  flag: "M6 21V4M6 5h11l-2 4 2 4H6",
  feed: "M5 5a14 14 0 0114 14M5 11a8 8 0 018 8M6.5 16.5a1 1 0 100 2 1 1 0 000-2z",
  share: "M12 15V4M8 7.5L12 3.5l4 4M6 11v9h12v-9",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  signOut: "M14 4h5v16h-5M4 12h10M10.5 8.5L14 12l-3.5 3.5",
  user: "M12 4a4 4 0 100 8 4 4 0 000-8zM4.5 20.5a7.5 7.5 0 0115 0",
  users:
    "M9 5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM2.5 19.5a6.5 6.5 0 0113 0M15.5 5.3a3.5 3.5 0 010 6.4M18 14a6.5 6.5 0 013.5 5.5",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  fileCheck: "M7 3h7l4 4v14H7zM14 3v4h4M9.5 14l2 2 3.5-3.5",
  files: "M9 3h6l4 4v11H9zM15 3v4h4M5 7v14h10",
  upload: "M12 15V4M7.5 8.5L12 4l4.5 4.5M4.5 15v5h15v-5",
  download: "M12 4v11M7.5 10.5L12 15l4.5-4.5M4.5 15v5h15v-5",
  trash: "M5 7h14M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5",
  clipboard: "M7 5h10v16H7zM10 3h4v4h-4zM10 12h4M10 16h4",
  shield: "M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6z",
  shieldCheck: "M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6zM8.5 12l2.5 2.5 4.5-4.5",
  gauge: "M4 17a8.5 8.5 0 1116 0M12 15l4-5M12 15.5v.01",
  puzzle: "M9 4h4v3a2 2 0 104 0h3v5h-3a2 2 0 100 4h3v4H5v-5h2a2 2 0 100-4H5V7h4z",
  database:
    "M5 6c0-1.7 3.1-3 7-3s7 1.3 7 3-3.1 3-7 3-7-1.3-7-3zM5 6v12c0 1.7 3.1 3 7 3s7-1.3 7-3V6M5 12c0 1.7 3.1 3 7 3s7-1.3 7-3",
  code: "M8 8l-4 4 4 4M16 8l4 4-4 4M13.5 5l-3 14",
  spark:
    "M12 3l1.8 5.2L19 10l-5.2 1.8L12 17l-1.8-5.2L5 10l5.2-1.8zM18.5 15.5l.8 2.2 2.2.8-2.2.8-.8 2.2-.8-2.2-2.2-.8 2.2-.8z",
  leaf: "M5 19c0-9 5-14 15-14 0 10-5 14-11 14-2 0-3-.5-4 0zM5 21c1-5 4-8 8-10",
  scale: "M12 4v16M7 20h10M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z",
  privacy: "M12 4a5 5 0 00-5 5v2M17 11V9a5 5 0 00-1.5-3.6M12 9v3M5 11h14v9H5zM12 14.5v2",
  key: "M8 10.5a4.5 4.5 0 100 9 4.5 4.5 0 000-9zM11.2 11.8L20 3M16.5 6.5L19 9M14 9l2 2",
  server: "M4 4h16v7H4zM4 13h16v7H4zM7.5 7.5h.01M7.5 16.5h.01M11 7.5h6M11 16.5h6",
  laptop: "M5 5h14v10H5zM2.5 19h19l-2-4h-15z",
  network: "M10 3h4v4h-4zM3 17h4v4H3zM17 17h4v4h-4zM10 17h4v4h-4zM12 7v10M5 17v-5h14v5",
  building: "M5 21V4h9v17M14 9h5v12M8 8h3M8 12h3M8 16h3M3 21h18",
  book: "M5 4h6a2 2 0 012 2v14a2 2 0 00-2-2H5zM19 4h-4a2 2 0 00-2 2v14a2 2 0 012-2h4z",
  pulse: "M3 12h4l2.5-7 5 14 2.5-7h4",
  badge: "M12 3a6 6 0 100 12 6 6 0 000-12zM8.5 14L7 21l5-2.5L17 21l-1.5-7M10 9l1.5 1.5L14.2 8",
  alert: "M12 4l9 16H3zM12 10v4.5M12 17.5v.01",
  warning: "M12 3a9 9 0 100 18 9 9 0 000-18zM12 7.5v5.5M12 16.5v.01",
  box: "M4 7.5L12 3l8 4.5v9L12 21l-8-4.5zM4 7.5l8 4.5 8-4.5M12 12v9",
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  inbox: "M4 13l3-8h10l3 8v6H4zM4 13h4.5l1.5 2.5h4L15.5 13H20",
  message: "M4 5h16v11H11l-5 4v-4H4zM8 9h8M8 12h5",
  bolt: "M13 3L5 13.5h6L10 21l8-10.5h-6z",
  refresh: "M20 11a8 8 0 00-14-4.5L4 8.5M4 4v4.5h4.5M4 13a8 8 0 0014 4.5l2-2M20 20v-4.5h-4.5",
  sliders: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  graduation: "M2.5 9L12 5l9.5 4L12 13zM6.5 11v5c1.5 1.5 3.5 2 5.5 2s4-.5 5.5-2v-5M21.5 9v5",
  question:
    "M12 3a9 9 0 100 18 9 9 0 000-18zM9.5 9.5a2.5 2.5 0 114 2c-1 .7-1.5 1.2-1.5 2.2M12 16.8v.01",
  layers: "M12 3l9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5",
  globe:
    "M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c2.5 2.5 3.8 5.5 3.8 9s-1.3 6.5-3.8 9c-2.5-2.5-3.8-5.5-3.8-9S9.5 5.5 12 3z",
} as const;

export type IconName = keyof typeof SHAPES;

export const KIND_ICONS: Readonly<Record<CardKind, IconName>> = {
  Reports: "fileCheck",
  Certifications: "badge",
  Questionnaires: "clipboard",
  ProductFeatures: "puzzle",
  DataSecurity: "database",
  ApplicationSecurity: "code",
  Legal: "scale",
  Ai: "spark",
  Esg: "leaf",
  DataPrivacy: "privacy",
  AccessControl: "key",
  Infrastructure: "server",
  EndpointSecurity: "laptop",
  NetworkSecurity: "network",
  InternalPractices: "users",
  Policies: "book",
  ContinuousMonitoring: "pulse",
  PhysicalEnvironmental: "building",
  ChangeConfigurationManagement: "sliders",
  AwarenessTraining: "graduation",
  BusinessContinuity: "refresh",
  AssetManagement: "box",
  RiskManagement: "warning",
  IncidentResponse: "alert",
  Overview: "globe",
  RiskProfile: "gauge",
  SecurityGrades: "shieldCheck",
  TrustedBy: "star",
  Subprocessors: "layers",
  Documents: "files",
  CustomerData: "database",
};

/** The icons that a page uses, once, before everything that refers to them. */
export function IconSprite() {
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      <defs>
        {Object.entries(SHAPES).map(([name, path]) => (
          <symbol key={name} id={`i-${name}`} viewBox="0 0 24 24">
            <path d={path} />
          </symbol>
        ))}
      </defs>
    </svg>
  );
}

/**
 * One icon; decoration unless it has a label. The label is text, so that it reads in a text browser
 * too: a link that is only an icon would be no link there.
 */
export function Icon({
  name,
  size = 20,
  label,
  className,
}: {
  name: IconName;
  size?: number;
  label?: string;
  className?: string;
}) {
  return (
    <>
      <svg width={size} height={size} className={classNames("icon", className)} aria-hidden="true">
        <use href={`#i-${name}`} />
      </svg>
      {label === undefined ? null : <span className="sr-only"> {label} </span>}
    </>
  );
}
