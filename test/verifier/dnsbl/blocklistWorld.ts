/** Configured blocklists and mail hosts, for the tests of blocklists. */
import type { BlocklistChoice } from "@rcpt/verifier/dnsbl/Dnsbl"
import { Redacted } from "effect"

/** As in `RCPT_DNSBL_ZONES`. */
export const zonesOf = (text: string): ReadonlyArray<BlocklistChoice> =>
  text.split(",").map((item) => {
    const [zone = "", key] = item.split("=")
    return { zone, key: key === undefined ? undefined : Redacted.make(key) }
  })

/** In order of preference. */
export const hosts = (...names: ReadonlyArray<string>) =>
  names.map((host, index) => ({ host, preference: index }))
