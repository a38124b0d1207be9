/**
 * The egresses of SMTP sessions: addresses of this machine, or SOCKS5 proxies. More egresses are more
 * capacity, because each has its own pace with every provider.
 */
import { isIP } from "node:net"

import { knownOperators } from "@rcpt/verifier/smtp/rules/probePolicies"
import type { Socks5 } from "@rcpt/verifier/smtp/socks5"
import { Redacted } from "effect"

import { Expected } from "./parse.ts"
import type { Parse } from "./parse.ts"

/** How an egress is used. */
interface EgressUse {
  /** The HELO name, if it is not `RCPT_HELO`: a name must fit the address of its egress. */
  readonly helo: string | undefined
  /**
   * Since when the address is in use, in epoch milliseconds, if it has to warm up; infinite: since its first
   * conversation with each provider.
   */
  readonly warmsSince?: number
  /** The providers that this egress alone asks; absent: all that no egress names. */
  readonly providers?: ReadonlySet<string>
  /** How many domains it gets, compared with the others; absent: 1. */
  readonly weight?: number
  /** Whether providers that refuse IPv6 are asked over it too. */
  readonly isIpv6Forced?: true
}

export interface Egress extends EgressUse {
  /** The id contains no secret: names of guards, tables and logs have it. */
  readonly id: string
  /** The proxy; `undefined` if there is none. */
  readonly proxy: Socks5 | undefined
  /** The address of this machine that mail servers see; `undefined`: the machine chooses, or there is a proxy. */
  readonly sourceAddress: string | undefined
}

export type Egresses = readonly [Egress, ...ReadonlyArray<Egress>]

/** The default port of SOCKS5, RFC 1928 §3. */
const socksPort = 1080

/** An egress with a hundred times the domains of another one is as good as alone. */
const weightMax = 100

/** The word in place of a date: the address has not been used before. */
export const firstUse = "first-use"

type Where = Pick<Egress, "id" | "proxy" | "sourceAddress">

/** Each kind of egress by the scheme of its URL. */
const kinds: Readonly<Record<string, (url: URL) => Where | undefined>> = {
  "direct:": (url) => {
    const sourceAddress = hostOf(url)
    if (isIP(sourceAddress) === 0 || url.port !== "" || url.username !== "") return undefined
    return { id: `direct://${url.hostname}`, proxy: undefined, sourceAddress }
  },
  "socks5:": (url) => (url.hostname === "" ? undefined : proxied(url))
}

const direct: Where = { id: "direct", proxy: undefined, sourceAddress: undefined }

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "")

const proxied = (url: URL): Where => {
  const { hostname, port, username, password } = url
  const number = Number(port || socksPort)
  const user = {
    name: decodeURIComponent(username),
    password: Redacted.make(decodeURIComponent(password))
  }
  return {
    id: `socks5://${hostname}:${number}`,
    proxy: { host: hostOf(url), port: number, ...(username !== "" && { user }) },
    sourceAddress: undefined
  }
}

/** Names for several providers of one company, which an operator would name together. */
const companies: Readonly<Record<string, ReadonlyArray<string>>> = {
  google: ["google", "google_workspace"],
  microsoft: ["microsoft365", "outlook_consumer"]
}

const sinceOf = (value: string): number | undefined => {
  if (value === firstUse) return Number.POSITIVE_INFINITY
  const at = Date.parse(`${value}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(value) && Number.isFinite(at) ? at : undefined
}

const providersOf = (value: string): ReadonlySet<string> | undefined => {
  const ids = value.split(",").flatMap((name) => companies[name] ?? [name])
  return ids.every((id) => knownOperators.has(id)) ? new Set(ids) : undefined
}

const weightOf = (value: string): number | undefined =>
  /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= weightMax
    ? Number(value)
    : undefined

interface Option {
  /** The part of the egress that the value gives; `undefined` if it is none. */
  readonly read: (value: string) => Partial<EgressUse> | undefined
  readonly expected: string
}

const option =
  <A>(
    parse: (value: string) => A | undefined,
    use: (parsed: A) => Partial<EgressUse>
  ): Option["read"] =>
  (value) => {
    const parsed = parse(value)
    return parsed === undefined ? undefined : use(parsed)
  }

const options: Readonly<Record<string, Option>> = {
  helo: { read: (helo) => ({ helo }), expected: "a host name" },
  since: {
    read: option(sinceOf, (warmsSince) => ({ warmsSince })),
    expected: `${firstUse}, or the date of its first use such as 2026-12-01`
  },
  for: {
    read: option(providersOf, (providers) => ({ providers })),
    expected:
      "providers as rcpt guards names them, such as microsoft365,gmx, or google or microsoft"
  },
  weight: {
    read: option(weightOf, (weight) => ({ weight })),
    expected: `a whole number from 1 to ${weightMax}`
  },
  ipv6: {
    read: (value) => (value === "on" ? { isIpv6Forced: true } : undefined),
    expected: "on"
  }
}

const useOf = (id: string, { searchParams }: URL): EgressUse | Expected => {
  let use: EgressUse = { helo: undefined }
  for (const [name, value] of searchParams) {
    const known = options[name]
    const part = known?.read(value)
    if (known === undefined)
      return new Expected(
        `a list without ${name}= at ${id}: an egress may have ${Object.keys(options).join(", ")}`
      )
    if (part === undefined)
      return new Expected(`a list in which ${name}= of ${id} is ${known.expected}`)
    use = { ...use, ...part }
  }
  return use
}

/** Commas also stand between the providers of one egress, so that an item begins with its scheme. */
const itemsOf = (value: string): ReadonlyArray<string> =>
  value.split(",").reduce<ReadonlyArray<string>>((items, part) => {
    const isNew = items.length === 0 || !/^\w+$/.test(part.trim()) || part.trim() === direct.id
    return isNew ? [...items, part.trim()] : [...items.slice(0, -1), `${items.at(-1)},${part}`]
  }, [])

const egressIn = (text: string): Egress | Expected | undefined => {
  // `direct?since=…` is no URL, but its query is read like that of one.
  const isDirect = /^direct(?:$|\?)/.test(text)
  const url = URL.parse(isDirect ? text.replace(direct.id, "direct://") : text)
  const where = isDirect ? direct : url === null ? undefined : kinds[url.protocol]?.(url)
  if (url === null || where === undefined) return undefined
  const use = useOf(where.id, url)
  return use instanceof Expected ? use : { ...where, ...use }
}

const forms = "direct, direct://address"
const proxyForm = "socks5://name:password@host:port"

/** Reads one egress of a list, as `parseEgresses` does. */
export const parseEgress: Parse<Egress> = (value) =>
  egressIn(value.trim()) ?? new Expected(`${forms} or ${proxyForm}`)

/**
 * Reads `direct`, `direct://address` and `socks5://[name:password@]host[:port]`, each with options as a query,
 * comma-separated, each once.
 */
export const parseEgresses: Parse<Egresses> = (value) => {
  const all = itemsOf(value).map(egressIn)
  const wrong = all.find((egress) => egress instanceof Expected)
  if (wrong instanceof Expected) return wrong
  const known = all.filter((egress): egress is Egress => egress !== undefined)
  const isOnce = new Set(known.map(({ id }) => id)).size === all.length
  const [first, ...rest] = known
  if (first === undefined || !isOnce)
    return new Expected(`a comma-separated list of ${forms} and ${proxyForm}`)
  return known.some(({ providers }) => providers === undefined)
    ? [first, ...rest]
    : new Expected("a list with an egress without for=, which asks all other mail servers")
}
