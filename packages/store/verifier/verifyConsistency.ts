/**
 * Checks, without the service and without its code, that the log of today continues the one of a checkpoint that you kept:
 *
 *     node verifyConsistency.ts consistency.json 'rcpt/…+1a2b3c4d+AbCd…' kept.txt
 *
 * `consistency.json` is what GET /ledger/consistency answered, the second argument the key that you trust, and
 * `kept.txt` has your checkpoints, as many as you like. Exit codes are those of verifyProof.ts, which must stand beside
 * this file.
 */
import {
  answer,
  checkpointOf,
  contentOf,
  isStarted,
  keyOf,
  nodeHash,
  read,
  refuse,
  textOf,
  unreadable
} from "./verifyProof.ts"

interface Tree {
  readonly size: number
  readonly root: Buffer
}

const isOdd = (value: bigint): boolean => (value & 1n) === 1n

/** RFC 9162 §2.1.4.2. */
const requireConsistent = (from: Tree, to: Tree, path: ReadonlyArray<Buffer>): void => {
  if (from.size > to.size) refuse("from is later than to")
  if (from.size === 0) refuse("from is an empty log, which every log continues")
  if (from.size === to.size) {
    if (path.length > 0) refuse("path has too many hashes")
    if (!from.root.equals(to.root)) refuse("from and to have the same size and different roots")
    return
  }
  let [node, last] = [BigInt(from.size) - 1n, BigInt(to.size) - 1n]
  for (; isOdd(node); node >>= 1n) last >>= 1n
  // The whole of a complete tree stands for itself.
  const [seed, ...rest] = node === 0n ? [from.root, ...path] : path
  let [first, second] = [seed ?? refuse("path has too few hashes"), seed!]
  for (const hash of rest) {
    if (last === 0n) refuse("path has too many hashes")
    if (isOdd(node) || node === last) {
      first = nodeHash(hash, first)
      second = nodeHash(hash, second)
      for (; !isOdd(node) && node !== 0n; node >>= 1n) last >>= 1n
    } else second = nodeHash(second, hash)
    ;[node, last] = [node >> 1n, last >> 1n]
  }
  if (last !== 0n) refuse("path has too few hashes")
  if (!first.equals(from.root)) refuse("path leads to another root than that of from")
  if (!second.equals(to.root)) refuse("path leads to another root than that of to")
}

/** `kept`: notes, one after another. Answers what was proven, in words; throws `Refused`. */
export const verifyConsistency = (proof: unknown, vkey: string, kept: string): string => {
  const { text, hashes } = read(proof)
  const key = keyOf(vkey)
  const [from, to] = [checkpointOf(text("from.note"), key), checkpointOf(text("to.note"), key)]
  const start = `\n${from.origin}\n${from.size}\n`
  const notes = `\n${kept.replaceAll("\r\n", "\n")}`
  if (!notes.includes(start)) refuse("from has a size that no kept checkpoint has")
  if (!notes.includes(`${start}${from.root.toString("base64")}\n`))
    refuse("from has another root than the kept checkpoint of its size: there are two histories")
  requireConsistent(from, to, hashes("path"))
  return `The log of ${to.size} commits that ${to.origin} has signed begins with the ${from.size} of the kept checkpoint.`
}

if (isStarted(import.meta.filename))
  answer(() => {
    const [path = "", vkey = "", kept = ""] = process.argv.slice(2)
    if (kept === "") unreadable("arguments", "consistency.json, a key and kept checkpoints")
    return verifyConsistency(contentOf(path), vkey, textOf(kept))
  })
