/** `RCPT_LEDGER_WITNESSES`: who co-signs checkpoints, and where they are asked. */
import type { Verifier } from "@rcpt/store/tree/checkpoint"
import { parseWitness } from "@rcpt/store/tree/cosignature"

import { Expected } from "./parse.ts"
import type { Parse } from "./parse.ts"

export interface Witness {
  readonly verifier: Verifier
  /** As the setting has it. */
  readonly key: string
  /** What `/add-checkpoint` is appended to. */
  readonly url: string
}

/** More are of no use: each is asked about each checkpoint, and each line is in each proof. */
const witnessesMax = 20

/** https://c2sp.org/signed-note#signature-types */
const mlDsa44 = 6

const isWeb = (url: string): boolean =>
  URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol)

const typeOf = (key: string): number | undefined =>
  Buffer.from(key.split("+").slice(2).join("+"), "base64")[0]

const witnessIn = (item: string): Witness | Expected => {
  const [key = "", url = "", ...rest] = item.trim().split(/\s+/)
  const verifier = parseWitness(key)
  if (typeOf(key) === mlDsa44) return new Expected("keys of Ed25519: those of ML-DSA are not read")
  return verifier === undefined || !isWeb(url) || rest.length > 0
    ? new Expected("`<key> <URL>` of each witness, with commas between")
    : { verifier, key, url: url.replace(/\/+$/, "") }
}

const octetsOf = ({ verifier }: Witness): string =>
  String(verifier.publicKey.export({ format: "jwk" }).x)

export const witnesses: Parse<ReadonlyArray<Witness>> = (value) => {
  const items = value.split(",").filter((item) => item.trim() !== "")
  const all: Array<Witness> = []
  for (const item of items) {
    const witness = witnessIn(item)
    if (witness instanceof Expected) return witness
    all.push(witness)
  }
  if (all.length > witnessesMax) return new Expected(`at most ${witnessesMax} witnesses`)
  // Two names of one key are one party.
  return new Set(all.map(octetsOf)).size < all.length
    ? new Expected("witnesses with a key of its own each")
    : all
}
