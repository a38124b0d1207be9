/** The mail servers of the bench: six hosts at each distance, once with PIPELINING and once without. */
import { sized } from "../smoke.ts"

/** Each has an address, and so a pace, of its own. */
export const hostsPerPlace = 6
export const rowsPerDomain = 10

export interface Place {
  /** Its domains are `d00001at40p.test` …. */
  readonly name: string
  /** Milliseconds until a reply comes. */
  readonly delay: number
  readonly pipelining: boolean
  /** Rows of a list for tools that open a connection for each row; about 6 s of theirs. */
  readonly rows: number
}

/** Milliseconds, and rows. A row takes such a tool five to six delays, on 12 connections. */
const rowsAt: ReadonlyArray<readonly [delay: number, rows: number]> = [
  [0, 1_200],
  [20, 600],
  [40, 360],
  [80, 180],
  [200, 60]
]

export const places: ReadonlyArray<Place> = rowsAt.flatMap(([delay, rows]) =>
  [true, false].map((pipelining) => ({
    name: `${delay}${pipelining ? "p" : "s"}`,
    delay,
    pipelining,
    rows: sized(rows, hostsPerPlace * rowsPerDomain)
  }))
)

/** 127.40.1.1 to 127.40.6.1, 127.41.1.1 …: no two are in one network, whose limit they would share. */
const networksFrom = 40
const addressOf = (place: number, host: number): string =>
  `127.${networksFrom + place}.${host + 1}.1`

export const addressesAt = (place: Place): ReadonlyArray<string> =>
  Array.from({ length: hostsPerPlace }, (_, host) => addressOf(places.indexOf(place), host))

/** The domain of this index, which is at one host: the index modulo their number. */
export const domainAt = ({ name }: Place, index: number): string =>
  `d${String(index).padStart(5, "0")}at${name}.test`
