/**
 * Answers a question to the lab's DNS. This is the pure part of the name server.
 *
 * It answers like a recursive resolver: it is the authority for every name, follows every CNAME, and
 * gives no referrals.
 */
import type { ResourceRecord } from "./ResourceRecord.ts"
import { parentOf, type Zone } from "./Zone.ts"

export interface Question {
  /** The name as in the query, in upper or lower case. */
  readonly name: string
  readonly type: string
}

interface Answer {
  readonly rcode: "NOERROR" | "NXDOMAIN" | "SERVFAIL"
  readonly answers: ReadonlyArray<ResourceRecord>
  readonly authorities: ReadonlyArray<ResourceRecord>
}

/**
 * The longest chain of CNAMEs; a longer one is treated as a loop. Unbound gives up after 11 too
 * (`max-query-restarts`).
 */
const cnameHopsMax = 11

/** The SOA for names outside every zone. Its minimum is the negative TTL (RFC 2308 §4). */
const rootSoa: ResourceRecord = {
  name: ".",
  type: "SOA",
  ttl: 60,
  data: {
    mname: "a.root.test",
    rname: "hostmaster.root.test",
    serial: 1,
    refresh: 3600,
    retry: 600,
    expire: 86_400,
    minimum: 60
  }
}

const wildcardBelow = (name: string): string => (name === "." ? "*" : `*.${name}`)

/** The records of a name: its own, or those of the wildcard at its closest encloser (RFC 4592 §3.3.1). */
const lookup = (zone: Zone, name: string): ReadonlyArray<ResourceRecord> | undefined => {
  const own = zone.find(name)
  if (own || name === ".") return own
  let encloser = parentOf(name)
  while (encloser !== "." && !zone.find(encloser)) encloser = parentOf(encloser)
  return zone.find(wildcardBelow(encloser))
}

/** The SOA of a negative answer, its TTL limited to the negative TTL (RFC 2308 §3). */
const authorityOf = (zone: Zone, name: string): ResourceRecord => {
  let at = name
  for (;;) {
    const soa = zone.find(at)?.find((record) => record.type === "SOA")
    if (soa?.type === "SOA") return { ...soa, ttl: Math.min(soa.ttl, soa.data.minimum ?? soa.ttl) }
    if (at === ".") return rootSoa
    at = parentOf(at)
  }
}

export const answer = (zone: Zone, question: Question): Answer => {
  const chain: Array<ResourceRecord> = []
  let owner = question.name
  for (let hop = 0; hop <= cnameHopsMax; hop++) {
    const name = owner.toLowerCase()
    const records = lookup(zone, name)
    if (!records) {
      // The code is that of the last name in the chain (RFC 6604 §3).
      return { rcode: "NXDOMAIN", answers: chain, authorities: [authorityOf(zone, name)] }
    }
    const matching = records.filter(({ type }) => question.type === "ANY" || type === question.type)
    if (matching.length > 0) {
      const named = matching.map((record) => ({ ...record, name: owner }))
      return { rcode: "NOERROR", answers: [...chain, ...named], authorities: [] }
    }
    const alias = records.find((record) => record.type === "CNAME")
    if (alias?.type !== "CNAME")
      return { rcode: "NOERROR", answers: chain, authorities: [authorityOf(zone, name)] }
    chain.push({ ...alias, name: owner })
    owner = alias.data
  }
  return { rcode: "SERVFAIL", answers: [], authorities: [] }
}
