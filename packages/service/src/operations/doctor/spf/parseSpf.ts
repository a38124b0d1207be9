/**
 * Parses an SPF record into terms (RFC 7208 §12). One syntax error anywhere makes the whole record
 * invalid (§4.6).
 */
import { isIP } from "node:net"

export type Qualifier = "+" | "-" | "~" | "?"

export type Mechanism =
  | { readonly _tag: "all" }
  /** `ip4` and `ip6`. */
  | { readonly _tag: "network"; readonly ip: string; readonly bits: number }
  | {
      readonly _tag: "a" | "mx"
      /** `undefined`: the domain of the record. */
      readonly domain: string | undefined
      readonly bits4: number
      readonly bits6: number
    }
  | { readonly _tag: "include"; readonly domain: string }
  /** Depends on the sender or on names of addresses: valid, but not evaluated here. */
  | { readonly _tag: "opaque"; readonly text: string }

export interface Directive {
  readonly qualifier: Qualifier
  readonly mechanism: Mechanism
}

export interface SpfRecord {
  readonly directives: ReadonlyArray<Directive>
  /** May hold macros. */
  readonly redirect: string | undefined
}

const version = /^v=spf1(?= |$)/i
const directivePattern = /^([-+~?])?(all|include|a|mx|ptr|ip4|ip6|exists)(?![a-z0-9._=-])(.*)$/i
const modifierPattern = /^([a-z][a-z0-9._-]*)=([\x21-\x7e]*)$/i

/** §7.1. */
const macro = /%(?:\{[slodiphcrtv]\d{0,3}r?[-.+,/_=]*\}|[%_-])/gi

export const hasMacro = (text: string): boolean => text.includes("%")

/** §7.1 domain-spec: ends in a label that is not only digits, or in a macro. */
const isDomainSpec = (text: string): boolean => {
  const plain = text.replace(macro, "")
  if (text === "" || plain.includes("%") || !/^[\x21-\x7e]*$/.test(plain)) return false
  if (/%\{[^}]*\}$/.test(text)) return true
  return /\.(?!\d+\.?$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.?$/i.test(text)
}

/** §5.6: no leading zeros. `undefined`: not a length. */
const bitsOf = (text: string | undefined, max: number): number | undefined => {
  if (text === undefined) return max
  return /^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= max ? Number(text) : undefined
}

const networkOf = (rest: string, family: 4 | 6): Mechanism | undefined => {
  const [, ip = "", length] = /^:([^/]+)(?:\/(.*))?$/.exec(rest) ?? []
  const bits = bitsOf(length, family === 4 ? 32 : 128)
  if (isIP(ip) !== family || ip.includes("%") || bits === undefined) return undefined
  return { _tag: "network", ip, bits }
}

/** `:domain`, `/24`, `//64`, `:domain/24//64`; all of it may be left out. */
const hostsOf = (name: "a" | "mx", rest: string): Mechanism | undefined => {
  const [whole, domain, length4, length6] =
    /^(?::(.*?))?(?:\/(\d[^/]*))?(?:\/\/(\d[^/]*))?$/.exec(rest) ?? []
  const [bits4, bits6] = [bitsOf(length4, 32), bitsOf(length6, 128)]
  if (whole === undefined || bits4 === undefined || bits6 === undefined) return undefined
  if (domain !== undefined && !isDomainSpec(domain)) return undefined
  if (domain !== undefined && hasMacro(domain)) return { _tag: "opaque", text: `${name}${rest}` }
  return { _tag: name, domain, bits4, bits6 }
}

const domainOf = (rest: string): string | undefined => {
  const domain = rest.startsWith(":") ? rest.slice(1) : ""
  return isDomainSpec(domain) ? domain : undefined
}

const mechanismOf = (name: string, rest: string): Mechanism | undefined => {
  const opaque: Mechanism = { _tag: "opaque", text: `${name}${rest}` }
  switch (name) {
    case "all":
      return rest === "" ? { _tag: "all" } : undefined
    case "ip4":
      return networkOf(rest, 4)
    case "ip6":
      return networkOf(rest, 6)
    case "a":
    case "mx":
      return hostsOf(name, rest)
    case "include": {
      const domain = domainOf(rest)
      if (domain === undefined) return undefined
      return hasMacro(domain) ? opaque : { _tag: "include", domain }
    }
    case "exists":
      return domainOf(rest) === undefined ? undefined : opaque
    default:
      return rest === "" || domainOf(rest) !== undefined ? opaque : undefined
  }
}

const directiveOf = (term: string): Directive | undefined => {
  const [, qualifier = "+", name = "", rest = ""] = directivePattern.exec(term) ?? []
  const mechanism = name === "" ? undefined : mechanismOf(name.toLowerCase(), rest)
  return mechanism && { qualifier: qualifier as Qualifier, mechanism }
}

/** `undefined`: a syntax error. `record` begins with its version. */
export const parseSpf = (record: string): SpfRecord | undefined => {
  const directives: Array<Directive> = []
  const modifiers = new Map<string, string>()
  for (const term of record.replace(version, "").split(" ")) {
    if (term === "") continue
    const [, name, value = ""] = modifierPattern.exec(term) ?? []
    if (name === undefined) {
      const directive = directiveOf(term)
      if (directive === undefined) return undefined
      directives.push(directive)
      continue
    }
    // §6: these two at most once each; unknown modifiers are ignored.
    const key = name.toLowerCase()
    if (key !== "redirect" && key !== "exp") continue
    if (modifiers.has(key) || !isDomainSpec(value)) return undefined
    modifiers.set(key, value)
  }
  return { directives, redirect: modifiers.get("redirect") }
}
