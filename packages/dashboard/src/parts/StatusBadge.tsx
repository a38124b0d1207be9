/**
 * A badge for a status of the API, with icon and colour. One table has everything that the service calls a
 * status: verdicts, results of mail servers, jobs, deliveries. An unknown status is shown in plain text.
 */
import { words } from "../words/parts.tsx"
import { Icon } from "./Icon.tsx"
import type { IconName } from "./Icon.tsx"

export type Tone = "good" | "warn" | "bad" | "neutral" | "active"

type Status = keyof typeof words.statuses
type StatusStyle = readonly [tone: Tone, icon: IconName]

const styles: Readonly<Record<Status, StatusStyle>> = {
  valid: ["good", "check"],
  risky: ["warn", "warning"],
  invalid: ["bad", "cross"],
  unknown: ["neutral", "question"],

  deliverable: ["good", "check"],
  undeliverable: ["bad", "cross"],
  catch_all: ["warn", "warning"],
  greylisted: ["neutral", "clock"],
  rate_limited: ["neutral", "clock"],
  policy_blocked: ["warn", "warning"],
  timeout: ["neutral", "clock"],
  not_checked: ["neutral", "dash"],

  pending: ["neutral", "clock"],
  processing: ["active", "clock"],
  complete: ["good", "check"],
  failed: ["bad", "cross"],
  cancelled: ["neutral", "dash"],

  delivered: ["good", "check"]
}

/** The style of a mailbox that has nothing against it. It has no warning, unlike every other risky one. */
const unconfirmed: StatusStyle = ["neutral", "half"]

/** Whether a result only lacks confirmation. Such a result is drawn in grey everywhere. */
export const isUnconfirmed = (subStatus: string | undefined): boolean =>
  subStatus === "mailbox_unverified"

const isStatus = (text: string): text is Status => Object.hasOwn(styles, text)

const styleOf = (status: string, subStatus: string | undefined): StatusStyle =>
  isUnconfirmed(subStatus) ? unconfirmed : isStatus(status) ? styles[status] : ["neutral", "dash"]

/** The status in plain text, such as "Smtp not required", if it is not in the table. */
const humanized = (status: string): string => {
  const text = status.replaceAll("_", " ")
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const statusLabel = (status: string): string =>
  isStatus(status) ? words.statuses[status] : humanized(status)

interface StatusBadgeProps {
  readonly status: string
  /** The sub-status of a verdict. */
  readonly subStatus?: string | undefined
}

export const StatusBadge = ({ status, subStatus }: StatusBadgeProps) => {
  const [tone, icon] = styleOf(status, subStatus)
  return (
    <Badge tone={tone} icon={icon}>
      {statusLabel(isUnconfirmed(subStatus) ? "risky" : status)}
    </Badge>
  )
}

interface BadgeProps {
  readonly tone: Tone
  /** By default the tone's own, if it has one. */
  readonly icon?: IconName | undefined
  readonly children: string
}

const icons: Readonly<Partial<Record<Tone, IconName>>> = {
  good: "check",
  warn: "warning",
  bad: "cross"
}

/** A badge for a text that is not a status of the API, such as "This session". */
export const Badge = ({ tone, icon = icons[tone], children }: BadgeProps) => (
  <span className={`badge badge-${tone}`}>
    {icon && <Icon name={icon} />}
    {children}
  </span>
)
