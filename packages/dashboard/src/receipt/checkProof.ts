/**
 * Checks in the browser that an entry is in the signed log, as the stand-alone verifiers do it
 * (packages/store/verifier): from the hash of its event to the signature, with the browser's own cryptography.
 */
import type { LedgerReceipt } from "@rcpt/api/Ledger"
import type { LedgerProof } from "@rcpt/api/LedgerProofs"

import { words } from "../words/receipt.tsx"

type Octets = Uint8Array<ArrayBuffer>

/** A step of the check. The list of steps ends with the first one that does not hold. */
export interface Step {
  readonly says: string
  readonly holds: boolean
}

/** Whether this page may use the browser's cryptography: only pages from https or the own machine may. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined

const concat = (...parts: ReadonlyArray<Octets>): Octets => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const sha256 = async (...parts: ReadonlyArray<Octets>): Promise<Octets> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", concat(...parts)))

const leafHash = (...parts: ReadonlyArray<Octets>) => sha256(Uint8Array.of(0), ...parts)
const nodeHash = (left: Octets, right: Octets) => sha256(Uint8Array.of(1), left, right)

const fromHex = (text: string): Octets =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const toHex = (octets: Octets): string =>
  Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("")

const fromBase64 = (text: string): Octets => {
  try {
    return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0)
  } catch {
    return new Uint8Array()
  }
}

const utf8 = (text: string): Octets => new TextEncoder().encode(text)

const bigEndian = (octets: number, value: bigint): Octets =>
  fromHex(
    BigInt.asUintN(8 * octets, value)
      .toString(16)
      .padStart(2 * octets, "0")
  )

const withLength = (text: string): Octets => {
  const octets = utf8(text)
  return concat(bigEndian(4, BigInt(octets.length)), octets)
}

/** The microseconds since 1970 of a time such as `2026-11-23T21:40:00.123456Z`. */
const microsOf = (at: string): bigint =>
  BigInt(Date.parse(`${at.slice(0, 19)}Z`)) * 1000n + BigInt(at.slice(20, 26))

const eventHash = async ({ event }: LedgerProof): Promise<Octets> =>
  leafHash(
    fromHex(event.previous),
    withLength(event.stream),
    bigEndian(8, BigInt(event.version)),
    withLength(event.type),
    bigEndian(2, BigInt(event.v)),
    bigEndian(8, microsOf(event.at)),
    await sha256(utf8(event.data))
  )

/** The root by RFC 9162 §2.1.3.2, or `undefined` if there are too few or too many hashes. */
const rootOf = async (leaf: Octets, { index, size, path }: LedgerProof["inclusion"]) => {
  let [node, last, root] = [BigInt(index), BigInt(size) - 1n, leaf]
  if (node > last) return undefined
  for (const hash of path.map(fromHex)) {
    if (last === 0n) return undefined
    if ((node & 1n) === 1n || node === last) {
      root = await nodeHash(hash, root)
      for (; (node & 1n) === 0n && node !== 0n; node >>= 1n) last >>= 1n
    } else root = await nodeHash(root, hash)
    node >>= 1n
    last >>= 1n
  }
  return last === 0n ? root : undefined
}

const spkiPrefix = fromHex("302a300506032b6570032100")

const keyIdLength = 4

/**
 * Whether a line of the note is a signature of this key, written `<name>+<key id>+<type and key, base64>`.
 */
const isSignedBy = async (note: string, key: string): Promise<boolean> => {
  const [, name = "", id = "", value = ""] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(key) ?? []
  const spki = concat(spkiPrefix, fromBase64(value).slice(1))
  const publicKey = await crypto.subtle.importKey("spki", spki, "Ed25519", false, ["verify"])
  const end = note.lastIndexOf("\n\n") + 1
  const start = `— ${name} `
  for (const line of note.slice(end + 1).split("\n")) {
    const octets = line.startsWith(start) ? fromBase64(line.slice(start.length)) : undefined
    if (octets === undefined || toHex(octets.slice(0, keyIdLength)) !== id) continue
    const signature = octets.slice(keyIdLength)
    if (await crypto.subtle.verify("Ed25519", publicKey, signature, utf8(note.slice(0, end))))
      return true
  }
  return false
}

const isSignedByOne = async (note: string, keys: ReadonlyArray<string>): Promise<boolean> => {
  for (const key of keys) if (await isSignedBy(note, key)) return true
  return false
}

/** The event as the receipt on the page shows it. A right proof of another event proves nothing about it. */
export type ShownEvent = Pick<LedgerReceipt["proof"], "stream" | "version" | "hash">

/** Checks a proof against the trusted `keys`. */
export const checkProof = async (
  proof: LedgerProof,
  shown: ShownEvent,
  keys: ReadonlyArray<string>
): Promise<ReadonlyArray<Step>> => {
  const { event, commit, inclusion, checkpoint } = proof
  const { steps: said } = words.proof
  const steps: Array<Step> = []
  const [, size, root = ""] = checkpoint.split("\n")
  const computed = await rootOf(await leafHash(...commit.events.map(fromHex)), inclusion)
  const checks: ReadonlyArray<readonly [says: string, check: () => Promise<boolean>]> = [
    [
      said.event,
      async () =>
        event.stream === shown.stream &&
        event.version === shown.version &&
        commit.events[commit.position - 1] === shown.hash
    ],
    [said.hash, async () => toHex(await eventHash(proof)) === commit.events[commit.position - 1]],
    [
      said.commit(inclusion.index + 1, inclusion.size),
      async () =>
        size === String(inclusion.size) &&
        computed !== undefined &&
        toHex(computed) === toHex(fromBase64(root))
    ],
    [said.signature, () => isSignedByOne(checkpoint, keys)]
  ]
  for (const [says, check] of checks) {
    const holds = await check()
    steps.push({ says, holds })
    if (!holds) break
  }
  return steps
}
