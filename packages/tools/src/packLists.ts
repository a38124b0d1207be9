/**
 * Writes the bundled lists of domains: `node packages/tools/src/packLists.ts <list>@<date>=<file> …`. A file is a
 * release of the list, as text or JSON; of a list with several files the newest says what is listed, and the older
 * ones since when. `fakefilter`'s JSON has the date of each domain in it.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { domainToASCII } from "node:url"
import { brotliCompressSync, constants } from "node:zlib"

import { domainLists, writeNamed } from "@rcpt/verifier/lists/packedLists"
import type { Naming } from "@rcpt/verifier/lists/packedLists"

/** Dates of single domains are cut to the month, so that the lines of lists and dates are few. */
const toMonth = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, "YYYY-MM".length)}-01`

interface Release {
  readonly list: string
  readonly date: string
  /** The domains with their dates. */
  readonly domains: ReadonlyMap<string, string>
}

const dated = (domains: Readonly<Record<string, { readonly firstseen: number }>>) =>
  Object.entries(domains).map(([domain, { firstseen }]) => [domain, toMonth(firstseen)] as const)

const readRelease = (argument: string): Release => {
  const [, list, date, file] = /^([^@]+)@(\d{4}-\d\d-\d\d)=(.+)$/.exec(argument) ?? []
  if (list === undefined || date === undefined || file === undefined)
    throw new Error(`"${argument}" is no <list>@<YYYY-MM-DD>=<file>`)
  if (!domainLists.some(({ name }) => name === list)) throw new Error(`there is no list "${list}"`)
  const text = readFileSync(file, "utf8")
  const data: unknown = /^\s*[[{]/.test(text) ? JSON.parse(text) : text.split(/\r?\n/)
  const rows = Array.isArray(data)
    ? data.map((domain: string) => [domain, date] as const)
    : dated((data as { readonly domains: Parameters<typeof dated>[0] }).domains)
  const domains = rows.flatMap(([domain, since]) => {
    const ascii = domainToASCII(domain.trim())
    return ascii.includes(".") ? [[ascii, since] as const] : []
  })
  return { list, date, domains: new Map(domains) }
}

const releases = process.argv
  .slice(2)
  .map(readRelease)
  .toSorted((one, other) => one.date.localeCompare(other.date))

const namingsOf = new Map<string, Array<Naming>>()
for (const { name: list } of domainLists) {
  const own = releases.filter((release) => release.list === list)
  for (const domain of own.at(-1)?.domains.keys() ?? []) {
    const since = own.find(({ domains }) => domains.has(domain))?.domains.get(domain) ?? ""
    const namings = namingsOf.get(domain)
    if (namings === undefined) namingsOf.set(domain, [{ list, since }])
    else namings.push({ list, since })
  }
}

const groups = Map.groupBy(namingsOf, ([, namings]) => JSON.stringify(namings))
/** Domains are sorted by what they end in: those of one service compress well. */
const backwards = (domain: string): string => Array.from(domain).toReversed().join("")
const text = writeNamed(
  Array.from(groups.values(), (rows) => ({
    namings: rows[0]?.[1] ?? [],
    domains: rows
      .map(([domain]) => domain)
      .toSorted((one, other) => (backwards(one) < backwards(other) ? -1 : 1))
      .join("\n")
  }))
)

/** The window, 4 MB, is larger than the text. A reader sets aside as much as the window has. */
const windowBits = 22

const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length
  }
})
writeFileSync(new URL("../../verifier/src/lists/domains.txt.br", import.meta.url), packed)
process.stdout.write(
  `${namingsOf.size} domains in ${groups.size} groups: ${text.length} octets, packed ${packed.length}\n`
)
