/**
 * A status of the API as a badge with icon and colour. One table for everything that the service calls a
 * status: verdicts, results of mail servers, jobs, deliveries. An unknown status is shown in plain text.
 */
import { Icon } from "./Icon.tsx"
import type { IconName } from "./Icon.tsx"

export type Tone = "good" | "warn" | "bad" | "neutral" | "active"

type StatusStyle = readonly [tone: Tone, icon: IconName, label: string]

const styles: Readonly<Record<string, StatusStyle>> = {
  valid: ["good", "check", "Valid"],
  risky: ["warn", "warning", "Risky"],
  invalid: ["bad", "cross", "Invalid"],
  unknown: ["neutral", "question", "Unknown"],

  deliverable: ["good", "check", "Deliverable"],
  undeliverable: ["bad", "cross", "Undeliverable"],
  catch_all: ["warn", "warning", "Catch-all"],
  greylisted: ["neutral", "clock", "Greylisted"],
  rate_limited: ["neutral", "clock", "Rate limited"],
  policy_blocked: ["warn", "warning", "Policy blocked"],
  timeout: ["neutral", "clock", "Timeout"],
  not_checked: ["neutral", "dash", "Not checked"],

  pending: ["neutral", "clock", "Pending"],
  processing: ["active", "clock", "Processing"],
  complete: ["good", "check", "Complete"],
  failed: ["bad", "cross", "Failed"],
  cancelled: ["neutral", "dash", "Cancelled"],

  delivered: ["good", "check", "Delivered"]
}

/** Nothing was found against the mailbox: not the warning that every other risky one is. */
const unconfirmed: StatusStyle = ["neutral", "half", "Risky"]

/** Whether it is that: such a result is drawn in grey everywhere. */
export const isUnconfirmed = (subStatus: string | undefined): boolean =>
  subStatus === "mailbox_unverified"

const styleOf = (status: string, subStatus: string | undefined): StatusStyle =>
  isUnconfirmed(subStatus)
    ? unconfirmed
    : (styles[status] ?? ["neutral", "dash", humanized(status)])

/** `smtp_not_required` → "Smtp not required", for a status that is not in the table. */
const humanized = (status: string): string => {
  const text = status.replaceAll("_", " ")
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const statusLabel = (status: string): string => styles[status]?.[2] ?? humanized(status)

interface StatusBadgeProps {
  readonly status: string
  /** Of a verdict. */
  readonly subStatus?: string | undefined
}

export const StatusBadge = ({ status, subStatus }: StatusBadgeProps) => {
  const [tone, icon, label] = styleOf(status, subStatus)
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

interface BadgeProps {
  readonly tone: Tone
  readonly icon?: IconName
  readonly children: string
}

/** For texts that are not a status of the API, such as "This session". */
export const Badge = ({ tone, icon, children }: BadgeProps) => (
  <span className={`badge badge-${tone}`}>
    {icon && <Icon name={icon} />}
    {children}
  </span>
)
