/**
 * A co-signature of a checkpoint: its witness has seen the checkpoint at this time, and none that contradicts it. They
 * are kept as rows of `es.cosignature`, beside the notes that were signed.
 * https://c2sp.org/tlog-cosignature, version 1. A witness is a party of its own, with a key of its own.
 *
 *     — witness.example <key id, time and signature, base64>
 */
import { verify } from "node:crypto"

import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { SignedCheckpoint } from "./certify.ts"
import {
  keyIdOctets,
  keyTypes,
  parseVerifier,
  partsOf,
  signatureOctets,
  signaturePrefix
} from "./checkpoint.ts"
import type { Verifier } from "./checkpoint.ts"

const timeOctets = 8

/** The key of a witness; `undefined`: the text is no key of a witness that signs with Ed25519. */
export const parseWitness = (text: string): Verifier | undefined =>
  parseVerifier(text, keyTypes.cosignature)

const messageOf = (note: string, time: bigint): Buffer =>
  Buffer.from(`cosignature/v1\ntime ${time}\n${partsOf(note)[0]}`)

const octetsIn = (line: string, name: string): Buffer | undefined => {
  const start = `${signaturePrefix}${name} `
  const octets = Buffer.from(line.slice(start.length), "base64")
  return line.startsWith(start) && octets.length === keyIdOctets + timeOctets + signatureOctets
    ? octets
    : undefined
}

/** Whether the line names this key as its signer. Its signature is not checked. */
export const isOf = (
  line: string,
  { name, keyId }: { readonly name: string; readonly keyId: Uint8Array }
): boolean => {
  const octets = octetsIn(line, name)
  return octets !== undefined && octets.subarray(0, keyIdOctets).equals(keyId)
}

/** When the witness has signed the note by this line, in seconds of the epoch; `undefined`: it has not. */
export const cosignedAt = (line: string, note: string, witness: Verifier): number | undefined => {
  const octets = octetsIn(line, witness.name)
  if (octets === undefined || !octets.subarray(0, keyIdOctets).equals(witness.keyId))
    return undefined
  const time = octets.readBigUInt64BE(keyIdOctets)
  const signature = octets.subarray(keyIdOctets + timeOctets)
  return verify(null, messageOf(note, time), witness.publicKey, signature)
    ? Number(time)
    : undefined
}

/** The lines of signatures under a note, or of an answer of a witness. */
export const linesIn = (text: string): ReadonlyArray<string> =>
  text.split("\n").filter((line) => line.startsWith(signaturePrefix))

type Asked<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

/** Keeps the first co-signature of each witness for a checkpoint. */
export const keepCosignature = (size: number, { name, keyId }: Verifier, line: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into es.cosignature (size, name, key_id, line)
      values (${size}, ${name}, ${keyId}, ${line}) on conflict do nothing`
  ).pipe(Effect.asVoid)

/** The size of the newest checkpoint that the witness has signed; 0: none. */
export const cosignedSize = ({ name, keyId }: Verifier): Asked<number> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly size: bigint }>`
      select coalesce(max(size), 0) as size from es.cosignature
      where name = ${name} and key_id = ${keyId}`
  ).pipe(Effect.map(([row]) => Number(row!.size)))

/** The same checkpoints, with the lines of witnesses at the end of their notes. */
export const withCosignatures = (
  checkpoints: ReadonlyArray<SignedCheckpoint>
): Asked<ReadonlyArray<SignedCheckpoint>> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly size: bigint; readonly lines: string }>`
      select size, string_agg(line || E'\\n', '' order by name, key_id) as lines
      from es.cosignature where size = any (${checkpoints.map(({ size }) => size)}::bigint[])
      group by size`
  ).pipe(
    Effect.map((rows) => {
      const lines = new Map(rows.map((row) => [Number(row.size), row.lines]))
      return checkpoints.map((one) => ({ ...one, note: one.note + (lines.get(one.size) ?? "") }))
    })
  )
