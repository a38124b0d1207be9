/**
 * The hash chain of a stream, computed independently of Postgres.
 *
 * Postgres computes it on write (`es.append`). This is the reader's side, for `rcpt ledger verify` and
 * for auditors. Both must agree byte for byte: test/store/chain.test.ts has test vectors.
 */
import { createHash } from "node:crypto"

import type { StoredEvent } from "./EventStore.ts"

/** The hash before the first event of a stream. */
export const genesis: Uint8Array = new Uint8Array(32)

export type Link = Pick<StoredEvent, "stream" | "version" | "type" | "v" | "data" | "atMicros">

/**
 * SHA-256(0x00 ‖ previous ‖ stream ‖ version ‖ type ‖ v ‖ at ‖ SHA-256(data)): texts are UTF-8 with a
 * length prefix of 4 bytes, version and at are 8 bytes, v is 2, all big-endian. The leading 0x00
 * separates leaves from the nodes of a Merkle tree (RFC 6962 §2.1).
 */
export const hashOf = (previous: Uint8Array, event: Link): Uint8Array => {
  const hash = createHash("sha256").update(leafPrefix).update(previous)
  addText(hash, event.stream)
  hash.update(bigEndian(8, event.version))
  addText(hash, event.type)
  hash.update(bigEndian(2, event.v)).update(bigEndian(8, event.atMicros))
  return hash.update(createHash("sha256").update(event.data).digest()).digest()
}

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

const leafPrefix = Uint8Array.of(0)

const addText = (hash: ReturnType<typeof createHash>, text: string): void => {
  const bytes = Buffer.from(text, "utf8")
  hash.update(bigEndian(4, bytes.length)).update(bytes)
}

const bigEndian = (octets: 2 | 4 | 8, value: number): Buffer => {
  const buffer = Buffer.alloc(octets)
  if (octets === 8) buffer.writeBigInt64BE(BigInt(value))
  else buffer.writeUIntBE(value, 0, octets)
  return buffer
}
