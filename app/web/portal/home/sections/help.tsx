import type { Customization } from "#model/settings/customization.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { AreaLink } from "../../editing/area-link.tsx";
import { useFrame } from "../../links.ts";
import { SectionFrame } from "../section.tsx";

type HelpAction = Customization["contactSupport"];

/**
 * 'Contact support' and 'Report issue': a mail or a site each. One that leads nowhere is not shown
 * to visitors; the owner sees it, and those that are disabled, with a hint.
 */
export function HelpSection({
  hidden,
  contactSupport,
  reportIssue,
}: {
  hidden: boolean;
  contactSupport: HelpAction;
  reportIssue: HelpAction;
}) {
  const { viewer, portalTitle, supportMailbox, securityMailbox } = useFrame();
  const actions = [
    {
      icon: "mail" as const,
      title: "Contact support",
      text: `If you need help using this ${portalTitle}, please contact us.`,
      setting: contactSupport,
      mailbox: supportMailbox,
    },
    {
      icon: "flag" as const,
      title: "Report issue",
      text: "If you think you may have discovered a vulnerability, please send us a note.",
      setting: reportIssue,
      mailbox: securityMailbox,
    },
  ]
    .map((action) => ({ ...action, target: targetOf(action.setting, action.mailbox) }))
    .filter(
      ({ setting, target }) => viewer.mode === "main" || (setting.enabled && target !== null),
    );
  if (actions.length === 0) return null;
  return (
    <SectionFrame id="help" title="Help" hidden={hidden}>
      <ul className="grid gap-4 md:grid-cols-2">
        {actions.map((action) => (
          <li key={action.title}>
            <Action
              icon={action.icon}
              title={action.title}
              text={action.text}
              target={action.target}
              disabled={!action.setting.enabled}
            />
          </li>
        ))}
      </ul>
    </SectionFrame>
  );
}

/** Where an action leads; null: nowhere yet. */
function targetOf(setting: HelpAction, mailbox: string | null): string | null {
  if (setting.onClickAction === "direct_to_site") return setting.url;
  return mailbox === null ? null : `mailto:${mailbox}`;
}

function Action({
  icon,
  title,
  text,
  target,
  disabled,
}: {
  icon: IconName;
  title: string;
  text: string;
  target: string | null;
  disabled: boolean;
}) {
  const { viewer } = useFrame();
  return (
    <div
      className={classNames(
        "relative flex h-full gap-4 rounded-lg border border-line bg-surface p-5",
        !disabled && target !== null && "hover:border-edge",
      )}
    >
      <span className="inline-flex size-10 flex-none items-center justify-center rounded-md bg-accent-soft text-accent">
        <Icon name={icon} />
      </span>
      <div>
        <h3 className="text-base font-semibold">
          {disabled || target === null ? (
            <span className="text-muted">{title}</span>
          ) : (
            <a
              href={target}
              className="inline-block underline decoration-line underline-offset-4 after:absolute after:inset-0"
            >
              {title}
            </a>
          )}
        </h3>
        <p className="mt-1 text-sm text-muted">{text}</p>
        {viewer.mode === "main" && (disabled || target === null) ? (
          <div className="relative z-10 mt-2 text-sm text-yellow">
            {disabled
              ? "Visitors don't see this. Enable it in "
              : "No mailbox or address is set. Add one in "}
            <AreaLink segment="settings" className="inline-block min-h-6 font-medium underline">
              Trust Center Settings
            </AreaLink>
            .
          </div>
        ) : null}
      </div>
    </div>
  );
}
