/**
 * What a witness adds to a checkpoint: that it has seen it, at this time, and none that contradicts it.
 * https://c2sp.org/tlog-cosignature, version 1. A witness is a party of its own, with a key of its own.
 *
 *     — witness.example <key id, time and signature, base64>
 */
import { verify } from "node:crypto"

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

/** `undefined`: this is no key of a witness that signs with Ed25519. */
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

/** Whether the line says that it is of this key. */
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
