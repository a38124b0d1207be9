/**
 * A zone of the lab: records by name, and fault rules.
 *
 * A zone is a function instead of a map, so that a million domains can be computed on demand instead of
 * being stored (`synthetic`). Names are absolute, lower case, without trailing dot.
 */
import type { FaultRule } from "./FaultRule.ts"
import type { ResourceRecord } from "./ResourceRecord.ts"

export interface Zone {
  /**
   * The records at exactly this name; `undefined` if there is no such name. An empty list means that the name
   * exists only because a name below it does (an empty non-terminal, RFC 8020 §2).
   */
  readonly find: (name: string) => ReadonlyArray<ResourceRecord> | undefined
  readonly rules: ReadonlyArray<FaultRule>
}

/** The name one label up; the root is its own parent. */
export const parentOf = (name: string): string => {
  const dot = name.indexOf(".")
  return dot < 0 || name === "." ? "." : name.slice(dot + 1)
}

const noRecords: ReadonlyArray<ResourceRecord> = []

export const make = (
  records: ReadonlyArray<ResourceRecord>,
  rules: ReadonlyArray<FaultRule> = []
): Zone => {
  const names = new Map<string, Array<ResourceRecord>>([[".", []]])
  for (const record of records) {
    for (let name = record.name; !names.has(name); name = parentOf(name)) names.set(name, [])
    names.get(record.name)?.push(record)
  }
  return { find: (name) => names.get(name), rules }
}

/** Several zones as one. A name that is in two of them has the records of both. */
export const union = (zones: ReadonlyArray<Zone>): Zone => {
  const [only, ...others] = zones
  if (only && others.length === 0) return only
  return {
    find: (name) => {
      let found: ReadonlyArray<ResourceRecord> | undefined
      for (const zone of zones) {
        const records = zone.find(name)
        if (records) found = found && found.length > 0 ? [...found, ...records] : records
      }
      return found
    },
    rules: zones.flatMap((zone) => zone.rules)
  }
}

// The synthetic domains. The numbers are chosen to resemble a customer's list: many domains share few
// mail hosts, most publish SPF, one in ten has no DMARC.
const apex = "lab.test"
const ttl = 300
const mailHostsMax = 64
const withoutDmarcEvery = 10

const mailHost = (index: number): string => `mx${index}.${apex}`

/** The label of a domain: 42 is `d00042`. Only larger numbers have more digits. */
const syntheticLabel = (index: number): string => `d${String(index).padStart(5, "0")}`

const syntheticIndex = (label: string, count: number): number | undefined => {
  const index = /^d\d{5,9}$/.test(label) ? Number(label.slice(1)) : 0
  return index >= 1 && index <= count && syntheticLabel(index) === label ? index : undefined
}

const domainRecords = (name: string, index: number): ReadonlyArray<ResourceRecord> => [
  {
    name,
    type: "MX",
    ttl,
    data: { preference: 10, exchange: mailHost(index % mailHostsMax) }
  },
  { name, type: "TXT", ttl, data: [`v=spf1 mx -all`] }
]

/** The records of a mail host. Each has its own loopback address: that of `mx7` is 127.0.1.7. */
const mailHostRecords = (name: string): ReadonlyArray<ResourceRecord> | undefined => {
  const index = Number(/^mx(0|[1-9]\d?)\./.exec(name)?.[1] ?? Number.NaN)
  return index < mailHostsMax ? [{ name, type: "A", ttl, data: `127.0.1.${index}` }] : undefined
}

/**
 * A zone of `count` domains `d00001.lab.test` … on 64 shared mail hosts. Each has MX and SPF, and all except
 * every tenth have DMARC. They use no memory.
 */
export const synthetic = (count: number): Zone => ({
  find: (name) => {
    if (name === apex || name === "test" || name === ".") return noRecords
    if (!name.endsWith(`.${apex}`)) return undefined
    const labels = name.slice(0, -apex.length - 1).split(".")
    const index = syntheticIndex(labels.at(-1) ?? "", count)
    if (index === undefined) return labels.length === 1 ? mailHostRecords(name) : undefined
    if (labels.length === 1) return domainRecords(name, index)
    if (labels.length > 2 || labels[0] !== "_dmarc" || index % withoutDmarcEvery === 0)
      return undefined
    return [{ name, type: "TXT", ttl, data: ["v=DMARC1; p=reject"] }]
  },
  rules: []
})
