/** Whether our clock is right: leases, holds and signatures depend on it. */
import { listed, note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"
import type { Reading } from "./learnClock.ts"
import { clockSkewHarmful, clockSkewMax } from "./limits.ts"

const seconds = (offset: number): number => Math.abs(offset) / 1_000

const lag = ({ of, offset }: Reading): string =>
  `${seconds(offset).toFixed(0)} s ${offset > 0 ? "behind" : "ahead of"} that of ${of}`

export const judgeClock = (readings: ReadonlyArray<Reading>): ReadonlyArray<Finding> => {
  if (readings.length === 0)
    return [note("clock", "Our clock was compared with no other: none is in reach.")]
  const wrong = readings.filter(({ offset }) => seconds(offset) > clockSkewMax)
  if (wrong.length === 0)
    return [ok("clock", `Our clock agrees with that of ${listed(readings.map(({ of }) => of))}.`)]
  const says = `Our clock is ${listed(wrong.map(lag))}.`
  const advice = "Let NTP set it (chrony, systemd-timesyncd), on the other machine too."
  const isHarmful = wrong.some(({ offset }) => seconds(offset) > clockSkewHarmful)
  return [(isHarmful ? problem : warning)("clock", says, advice)]
}
