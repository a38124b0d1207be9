/** Says once for all pages which zone times are in. */
import { words } from "../words/shell.tsx"

const offsetOf = (date: Date): string | undefined =>
  new Intl.DateTimeFormat("en", { timeZoneName: "shortOffset" })
    .formatToParts(date)
    .find(({ type }) => type === "timeZoneName")?.value

/** "Europe/Berlin (GMT+1)"; for UTC itself "UTC". */
const zoneAt = (date: Date): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const offset = offsetOf(date)
  if (timeZone === "UTC" || offset === undefined) return timeZone
  return `${timeZone.replaceAll("_", " ")} (${offset})`
}

/** That of now: summer time changes it. */
const zoneText = (): string => zoneAt(new Date())

export const TimeZone = () => <p className="small muted breaks">{words.times(zoneText())}</p>
