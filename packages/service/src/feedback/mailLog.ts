/** Reads a line of a mail server's log: the end of a delivery to one recipient, or an attempt that was put off. */
import { smtpResponseCharsMax } from "@rcpt/api/Feedback"

import type { Outcome } from "./returnedMail.ts"

interface LogForm {
  /** Groups: `end`; `email`, and `original` where the recipient was rewritten. */
  readonly text: RegExp
  /** What an `end` means; any other is no outcome. */
  readonly ends: Readonly<Record<string, Outcome["outcome"]>>
  readonly source: string
}

const forms: ReadonlyArray<LogForm> = [
  {
    text: /\bto=<(?<email>[^>\s]+)>,(?: orig_to=<(?<original>[^>\s]+)>,)? relay=.*\bstatus=(?<end>\w+) /,
    ends: { bounced: "bounced", sent: "delivered", deferred: "deferred" },
    source: "Postfix: smtp(8), lmtp(8), local(8), pipe(8)"
  },
  {
    text: /^\S+ \S+ (?:[+-]\d{4} )?(?:\[\d+\] )?\S+ (?<end>\*\*|=>|->|==) (?<email>\S+@[^\s>]+)(?: <(?<original>\S+@[^\s>]+)>)? .*\bT=/,
    ends: { "**": "bounced", "=>": "delivered", "->": "delivered", "==": "deferred" },
    source: "Exim 4: main log, delivery lines"
  },
  {
    text: /\bto=<?(?<email>[^\s<>,]+@[^\s<>,]+)>?,.* dsn=(?<end>[245])\.\d{1,3}\.\d{1,3}, stat=/,
    ends: { 5: "bounced", 4: "deferred", 2: "delivered" },
    source: "sendmail: log of deliveries, with dsn= and stat="
  }
]

/** RFC 3339, Exim's own form, or that of RFC 3164, which has no year: it is of the last twelve months. */
const dateOf = (line: string, now: number): string | undefined => {
  const whole = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?\s?(Z|[+-]\d\d:?\d\d)?/.exec(line)
  const [, day, time, zone = ""] = whole ?? []
  const old = /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d/.exec(line)?.[0]
  const year = new Date(now).getFullYear()
  const texts = whole
    ? [`${day}T${time}${zone}`]
    : old
      ? [`${old} ${year}`, `${old} ${year - 1}`]
      : []
  // A day ahead is a matter of zones, not of years.
  const at = texts.map(Date.parse).find((one) => one <= now + 86_400_000)
  return at === undefined ? undefined : new Date(Math.min(at, now)).toISOString()
}

/** Characters. What is beyond them is said after the end of a delivery, or by somebody who floods the log. */
const lineCharsMax = 4_096

/** `now` in epoch milliseconds. `undefined` for a line about anything else. */
export const outcomeInLine = (whole: string, now: number): Outcome | undefined => {
  const line = whole.slice(0, lineCharsMax)
  for (const { text, ends } of forms) {
    const { email, original, end = "" } = text.exec(line)?.groups ?? {}
    const outcome = ends[end]
    if (email === undefined || outcome === undefined) continue
    const at = dateOf(line, now)
    return {
      email: original ?? email,
      outcome,
      ...(outcome === "bounced" && { smtp_response: line.slice(0, smtpResponseCharsMax) }),
      ...(at !== undefined && { occurred_at: at })
    }
  }
  return undefined
}
