/**
 * The measurement of `npm run bench wire`: all verifiers are started once, and then verify a list at each place in
 * turns, round by round. Its arguments are the peers, as JSON, and the ports of DNS and of the mail servers.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"

import { elapsed, middle, perSecond, print } from "../measure.ts"
import type { Row } from "../measure.ts"
import type { Peer } from "../peers/PeerBuild.ts"
import { isSmoke, sized } from "../smoke.ts"
import { startProgram } from "../startProgram.ts"
import type { Counted } from "./lab.ts"
import { domainAt, hostsPerPlace, places, rowsPerDomain } from "./places.ts"
import type { Place } from "./places.ts"
import { startSubjects } from "./subjects.ts"
import type { Subject } from "./subjects.ts"

const rounds = Number(process.env["WIRE_ROUNDS"] ?? 1)
/** Names of places, such as `0p,40p,40s`. */
const chosen = process.env["WIRE_PLACES"] ?? (isSmoke ? "0p,20s" : "")
const measuredPlaces = places.filter(
  ({ name }) => chosen === "" || chosen.split(",").includes(name)
)

/** Rows at 0 ms before all measurements: until V8 has compiled what runs often, a row takes several times as long. */
const warmUpRows = sized(3_000, 60)

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "rcpt-bench-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const startLab = (ports: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const file = join(yield* folder, "env.json")
    const { port } = yield* startProgram([join(import.meta.dirname, "lab.ts"), file, ...ports])
    const counted = ({ name }: Place) =>
      Effect.promise(async () => {
        const response = await fetch(`http://127.0.0.1:${port}/${name}`)
        return (await response.json()) as Counted
      })
    const env = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>
    return { env, counted }
  })
type StartedLab = Effect.Success<ReturnType<typeof startLab>>

/** The numbers of one list; all but the first two per row, or per RCPT command where it says recipient. */
interface Measured {
  readonly perSecond: number
  /** Commands before their turn. */
  readonly outOfTurn: number
  /** Milliseconds. */
  readonly own: number
  readonly postgres: number
  readonly roundTrips: number
  /** Without those that open and close sessions. */
  readonly roundTripsPerRecipient: number
  readonly recipients: number
  readonly connections: number
}

interface Turn {
  readonly subject: Subject
  readonly place: Place
  /** The number of domains that the subject has been asked about at this place. None is asked about twice. */
  readonly asked: number
  readonly rows: number
}

/** Half of the mailboxes exist, alternately at each domain. */
const rowsOf = ({ place, asked, rows }: Turn): ReadonlyArray<string> => {
  const domains = rows / rowsPerDomain
  return Array.from({ length: rows }, (_, row) => {
    const mailbox = Math.floor(row / domains)
    const local = mailbox % 2 === 0 ? "user" : "nobody"
    return `${local}${mailbox}@${domainAt(place, asked + (row % domains))}`
  })
}

const measure = (lab: StartedLab, turn: Turn) =>
  Effect.gen(function* () {
    const { subject, place, rows } = turn
    const look = Effect.all({ counted: lab.counted(place), cpu: Effect.sync(subject.cpu) })
    yield* Effect.sleep(subject.settleFor)
    const before = yield* look
    const { value: tally, millis } = yield* elapsed(subject.verify(rowsOf(turn), place))
    yield* Effect.sleep(subject.settleFor + place.delay)
    const after = yield* look
    if (tally && (tally.valid !== tally.invalid || tally.unknown > 0))
      console.error(`wire: ${subject.name} at ${place.name}: ${JSON.stringify(tally)}`)
    const more = (of: keyof Counted) => after.counted[of] - before.counted[of]
    const cpu = (of: "own" | "postgres") => ((after.cpu[of] - before.cpu[of]) * 1_000) / rows
    return {
      perSecond: (rows / millis) * 1_000,
      outOfTurn: more("outOfTurn"),
      own: cpu("own"),
      postgres: cpu("postgres"),
      roundTrips: more("inTurn") / rows,
      roundTripsPerRecipient: more("inTurnForRecipients") / more("recipients"),
      recipients: more("recipients") / rows,
      connections: more("opened") / rows
    }
  })

const show = (what: string, all: ReadonlyArray<Measured>): Row => {
  const of = (key: keyof Measured) => middle(all.map((measured) => measured[key]))
  const [own, postgres] = [of("own"), of("postgres")]
  const parts = postgres > 0 ? ` (${own.toFixed(2)} + ${postgres.toFixed(2)})` : ""
  const early = of("outOfTurn") > 0 ? `, ${of("outOfTurn")} commands before their turn` : ""
  return {
    what,
    measured: `${perSecond(of("perSecond"))}, cpu ${(own + postgres).toFixed(2)} ms${parts}`,
    target:
      `trips ${of("roundTrips").toFixed(2)} a row, ${of("roundTripsPerRecipient").toFixed(2)} a recipient; ` +
      `${of("connections").toFixed(2)} connections, ${of("recipients").toFixed(1)} RCPT${early}`
  }
}

const bench = Effect.gen(function* () {
  const [peers = "[]", ...ports] = process.argv.slice(2)
  const lab = yield* startLab(ports)
  const chosenPeers = JSON.parse(peers) as ReadonlyArray<Peer>
  const subjects = yield* startSubjects(lab.env, yield* folder, chosenPeers)
  const askedSoFar = new Map<string, number>()
  const measured = new Map<string, Array<Measured>>()
  const turnOf = (subject: Subject, place: Place, rows: number): Turn => {
    const key = `${subject.name} ${place.name}`
    const asked = askedSoFar.get(key) ?? 0
    askedSoFar.set(key, asked + Math.ceil(rows / rowsPerDomain / hostsPerPlace) * hostsPerPlace)
    return { subject, place, asked, rows }
  }
  for (const place of places.slice(0, 1))
    for (const subject of subjects) yield* measure(lab, turnOf(subject, place, warmUpRows))
  for (let round = 1; round <= rounds; round++) {
    for (const place of measuredPlaces)
      for (const subject of subjects) {
        const turn = turnOf(subject, place, place.rows * subject.share)
        const key = `${subject.name} ${place.name}`
        measured.set(key, [...(measured.get(key) ?? []), yield* measure(lab, turn)])
      }
    console.error(`wire: round ${round} of ${rounds}`)
  }
  for (const place of measuredPlaces)
    yield* print(
      `${place.delay} ms away, ${place.pipelining ? "with" : "without"} PIPELINING`,
      subjects.map(({ name }) => show(name, measured.get(`${name} ${place.name}`) ?? []))
    )
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())
