/** The UTC date of an instant, `2026-11-21`. Those of events that follow each other are mostly the same. */
export const dayMillis = 86_400_000

let last = { day: Number.NaN, date: "" }

export const dateOf = (millis: number): string => {
  const day = Math.floor(millis / dayMillis)
  if (day !== last.day)
    last = { day, date: new Date(millis).toISOString().slice(0, "2026-11-21".length) }
  return last.date
}
