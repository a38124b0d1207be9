/**
 * The hash chain of a stream, computed independently of Postgres.
 *
 * Postgres computes it on write (`es.append`). This is the reader's side, for `rcpt ledger verify` and
 * for auditors. Both must agree byte for byte: test/store/chain.test.ts has test vectors.
 */
import { hash } from "node:crypto"

import type { StoredEvent } from "./EventStore.ts"

/** The hash before the first event of a stream. */
export const genesis: Uint8Array = new Uint8Array(32)

const leafPrefix = 0
const hashOctets = 32

/** Prefix, two hashes, two lengths, version and time, v. */
const fixedOctets = 1 + 2 * hashOctets + 2 * 4 + 2 * 8 + 2

export type Link = Pick<StoredEvent, "stream" | "version" | "type" | "v" | "data" | "atMicros">

/**
 * SHA-256(0x00 ‖ previous ‖ stream ‖ version ‖ type ‖ v ‖ at ‖ SHA-256(data)): texts are UTF-8 with a
 * length prefix of 4 bytes, version and at are 8 bytes, v is 2, all big-endian. The leading 0x00
 * separates leaves from the nodes of a Merkle tree (RFC 6962 §2.1).
 *
 * Hashes are in hexadecimal: an audit computes millions, and Node takes thrice as long for a small buffer.
 */
export const linkOf = (previous: string, event: Link): string => {
  const { stream, type } = event
  const [streamOctets, typeOctets] = [Buffer.byteLength(stream), Buffer.byteLength(type)]
  const input = Buffer.allocUnsafe(fixedOctets + streamOctets + typeOctets)
  input[0] = leafPrefix
  input.write(previous, 1, "hex")
  let at = input.writeInt32BE(streamOctets, 1 + hashOctets)
  at += input.write(stream, at)
  at = input.writeBigInt64BE(BigInt(event.version), at)
  at = input.writeInt32BE(typeOctets, at)
  at += input.write(type, at)
  at = input.writeInt16BE(event.v, at)
  at = input.writeBigInt64BE(BigInt(event.atMicros), at)
  input.write(hash("sha256", event.data), at, "hex")
  return hash("sha256", input)
}

/** The same in octets. */
export const hashOf = (previous: Uint8Array, event: Link): Uint8Array =>
  Buffer.from(linkOf(Buffer.from(previous).toString("hex"), event), "hex")

/** The first event with a wrong hash; `undefined`: all are correct. */
export const firstBrokenLink = (
  events: ReadonlyArray<StoredEvent>,
  previous: Uint8Array = genesis
): StoredEvent | undefined => {
  let head = previous
  for (const event of events) {
    head = hashOf(head, event)
    if (Buffer.compare(head, event.hash) !== 0) return event
  }
  return undefined
}
