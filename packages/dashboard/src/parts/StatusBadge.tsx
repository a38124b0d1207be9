/**
 * A status as the API words it, with a sign and a colour. One table for all that the service calls a
 * status: verdicts, answers of mail servers, jobs. A word that is not in it is shown as it is.
 */
import { Icon } from "./Icon.tsx"
import type { IconName } from "./Icon.tsx"

export type Tone = "good" | "warn" | "bad" | "neutral" | "active"

type Row = readonly [tone: Tone, icon: IconName, word: string]

const rows: Readonly<Record<string, Row>> = {
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

/** `smtp_not_required` → "Smtp not required": for words that nobody has put into the table yet. */
const spelled = (status: string): string => {
  const words = status.replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const statusWord = (status: string): string => rows[status]?.[2] ?? spelled(status)

export const StatusBadge = ({ status }: { readonly status: string }) => {
  const [tone, icon, word] = rows[status] ?? ["neutral", "dash", spelled(status)]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

interface BadgeProps {
  readonly tone: Tone
  readonly icon?: IconName
  readonly children: string
}

/** For what is no status of the API: "This session", "Disabled". */
export const Badge = ({ tone, icon, children }: BadgeProps) => (
  <span className={`badge badge-${tone}`}>
    {icon && <Icon name={icon} />}
    {children}
  </span>
)
