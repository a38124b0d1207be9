/** Which blocklists can be used here, how to turn them on, and whether they list our address. */
import { listed, note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"
import type { Listings, ListState } from "./learnBlocklists.ts"

/** Keys are secrets: the line shows where a key belongs, never the key itself. */
const settingOf = (lists: ReadonlyArray<ListState>): string =>
  `RCPT_DNSBL_ZONES=${lists.map(({ zone, hasKey }) => (hasKey ? `${zone}=<key>` : zone)).join()}`

const zonesOf = (lists: ReadonlyArray<ListState>): string => listed(lists.map(({ zone }) => zone))

const ownResolver =
  "Ask through a resolver of your own (RCPT_DNS_SERVERS): lists refuse the public ones"

const configuredOnes = (lists: ReadonlyArray<ListState>): Finding => {
  const configured = lists.filter(({ isConfigured }) => isConfigured)
  const off = configured.filter(({ isOn }) => !isOn)
  if (configured.length === 0) return note("dnsbl", "No blocklist is configured.")
  if (off.length === 0)
    return ok("dnsbl", `Blocklists answer as they must: ${zonesOf(configured)}.`)
  const reasons = off.map(({ zone, why }) => `${zone}: ${why}`).join("; ")
  const on = configured.filter(({ isOn }) => isOn)
  return warning(
    "dnsbl",
    `Configured blocklists do not answer us as they must, and are not used (${reasons}).`,
    `${ownResolver}, or ask for a key; or leave them out of RCPT_DNSBL_ZONES.`,
    on.length === 0 ? undefined : settingOf(on)
  )
}

const offer = (lists: ReadonlyArray<ListState>): ReadonlyArray<Finding> => {
  const on = lists.filter(({ isOn }) => isOn)
  const more = on.filter(({ isConfigured }) => !isConfigured)
  if (on.length === 0)
    return [note("dnsbl.offer", "No blocklist answers through this resolver.", `${ownResolver}.`)]
  if (more.length === 0) return []
  return [
    note(
      "dnsbl.offer",
      `More blocklists would answer us: ${zonesOf(more)}.`,
      "This line turns on all that answer; read their terms, some want to be paid by large users.",
      settingOf(on)
    )
  ]
}

export const judgeBlocklists = (lists: ReadonlyArray<ListState>): ReadonlyArray<Finding> => [
  configuredOnes(lists),
  ...offer(lists)
]

const own = ({ address, asked, listedBy }: Listings): Finding => {
  if (address === undefined)
    return note("dnsbl.own", "No blocklist was asked about our address: we do not know it.")
  if (asked.length === 0)
    return note("dnsbl.own", "No blocklist of addresses answers us, so none was asked about ours.")
  return listedBy.length === 0
    ? ok("dnsbl.own", `${address} is on no blocklist of those that answer: ${listed(asked)}.`)
    : problem(
        "dnsbl.own",
        `${address} is on ${listed(listedBy)}: many mail servers refuse to talk to it.`,
        "Look the address up on the list's own site: it says why, and how to get off."
      )
}

export const judgeListings = (learnt: Listings): ReadonlyArray<Finding> => [own(learnt)]
