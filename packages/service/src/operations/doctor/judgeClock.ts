/** Whether our clock is right: leases, holds and signatures depend on it. */
import { clockSkewHarmful, clockSkewMax, lag as aheadText } from "../../platform/joining/mayJoin.ts"
import { listed, note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"
import type { Clocks, Reading } from "./learnClock.ts"
import type { WrongClock } from "./learnDatabase.ts"

const seconds = (offset: number): number => Math.abs(offset) / 1_000

const lag = ({ of, offset }: Reading): string =>
  `${seconds(offset).toFixed(0)} s ${offset > 0 ? "behind" : "ahead of"} that of ${of}`

const advice = "Let NTP set it (chrony, systemd-timesyncd), on the other machine too."

const judgeOwn = (readings: ReadonlyArray<Reading>): Finding => {
  if (readings.length === 0)
    return note("clock", "Our clock was compared with no other: none is in reach.")
  const wrong = readings.filter(({ offset }) => seconds(offset) > clockSkewMax)
  if (wrong.length === 0)
    return ok("clock", `Our clock agrees with that of ${listed(readings.map(({ of }) => of))}.`)
  const says = `Our clock is ${listed(wrong.map(lag))}.`
  const isHarmful = wrong.some(({ offset }) => seconds(offset) > clockSkewHarmful)
  return (isHarmful ? problem : warning)("clock", says, advice)
}

const ofNode = ({ name, ahead }: WrongClock): string => `of ${name} is ${aheadText(ahead)}`

/** What running nodes have measured themselves, at their last heartbeat. */
const judgeNodes = (nodes: ReadonlyArray<WrongClock>): ReadonlyArray<Finding> =>
  nodes.length === 0
    ? []
    : [
        warning(
          "clock.nodes",
          `Of running nodes, the clock ${listed(nodes.map(ofNode))} the database's.`,
          advice
        )
      ]

export const judgeClock = ({ readings, wrongNodes }: Clocks): ReadonlyArray<Finding> => [
  judgeOwn(readings),
  ...judgeNodes(wrongNodes)
]
