/**
 * Checkpoints: the size and the root of the log, signed. The formats are C2SP's, so that witnesses and
 * tools of other logs read them: https://c2sp.org/tlog-checkpoint in https://c2sp.org/signed-note.
 *
 *     rcpt/0191…            the log, which is also the name of its key
 *     4711                  commits
 *     <root, base64>
 *
 *     — rcpt/0191… <key id and signature, base64>
 */
import type { KeyObject } from "node:crypto"
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify
} from "node:crypto"

import { hashOctets } from "./merkle.ts"
import type { Tree } from "./merkle.ts"

export interface Checkpoint extends Tree {
  /** The name of the log. No two logs have the same. */
  readonly origin: string
}

/** A private key that signs checkpoints of a log. */
export interface Signer {
  /** 32 octets of Ed25519. */
  readonly seed: Uint8Array
}

/** A trusted key, which is written `<name>+<key id>+<type and key, base64>`. */
export interface Verifier {
  readonly name: string
  readonly keyId: Buffer
  readonly publicKey: KeyObject
}

export const seedOctets = 32

/** Seeds in base64, as `openssl rand -base64 32` prints one, with commas between; the first is in use. */
export const parseSigners = (text: string): ReadonlyArray<Signer> | undefined => {
  const seeds = text.split(",").map((item) => Buffer.from(item.trim(), "base64"))
  return seeds.every(({ length }) => length === seedOctets)
    ? seeds.map((seed) => ({ seed }))
    : undefined
}

export const keyIdOctets = 4
export const signatureOctets = 64

/** Types of keys, https://c2sp.org/signed-note#signature-types: a log's, and a witness's (cosignature.ts). */
export const keyTypes = { ed25519: 1, cosignature: 4 } as const
type KeyType = (typeof keyTypes)[keyof typeof keyTypes]

/** DER before the octets of a key: RFC 8410 §7 and §4. */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex")
const spkiPrefix = Buffer.from("302a300506032b6570032100", "hex")

export const signaturePrefix = "— "

export const newSeed = (): Uint8Array => {
  const { privateKey } = generateKeyPairSync("ed25519")
  return privateKey.export({ format: "der", type: "pkcs8" }).subarray(pkcs8Prefix.length)
}

const privateKeyOf = ({ seed }: Signer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: "der", type: "pkcs8" })

/** The type of the key and its 32 octets, as notes and verifiers have it. */
const publicOctetsOf = (signer: Signer): Buffer => {
  const der = createPublicKey(privateKeyOf(signer)).export({ format: "der", type: "spki" })
  return Buffer.concat([Buffer.of(keyTypes.ed25519), der.subarray(spkiPrefix.length)])
}

const keyIdOf = (name: string, publicOctets: Buffer): Buffer =>
  createHash("sha256").update(`${name}\n`).update(publicOctets).digest().subarray(0, keyIdOctets)

/** The text of a key that the operator publishes; checking a checkpoint needs it. */
export const verifierOf = (name: string, signer: Signer): string => {
  const octets = publicOctetsOf(signer)
  return `${name}+${keyIdOf(name, octets).toString("hex")}+${octets.toString("base64")}`
}

/** Reads a key of this type; `undefined`: the text is no such key. Only Ed25519 is read. */
export const parseVerifier = (
  text: string,
  type: KeyType = keyTypes.ed25519
): Verifier | undefined => {
  const [, name, id, key] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text) ?? []
  if (name === undefined) return undefined
  const octets = Buffer.from(key!, "base64")
  const keyId = keyIdOf(name, octets)
  if (octets.length !== 1 + hashOctets || octets[0] !== type || keyId.toString("hex") !== id)
    return undefined
  const der = Buffer.concat([spkiPrefix, octets.subarray(1)])
  return { name, keyId, publicKey: createPublicKey({ key: der, format: "der", type: "spki" }) }
}

/** The id of the key and the signature, in base64. */
export const signatureOf = (name: string, text: string, signer: Signer): string => {
  const signature = sign(null, Buffer.from(text), privateKeyOf(signer))
  return Buffer.concat([keyIdOf(name, publicOctetsOf(signer)), signature]).toString("base64")
}

/** Whether this is the key's signature of the text, as `signatureOf` makes it. */
export const isSignature = (
  signature: string,
  text: string,
  { keyId, publicKey }: Verifier
): boolean => {
  const octets = Buffer.from(signature, "base64")
  return (
    octets.length === keyIdOctets + signatureOctets &&
    octets.subarray(0, keyIdOctets).equals(keyId) &&
    verify(null, Buffer.from(text), publicKey, octets.subarray(keyIdOctets))
  )
}

const signatureLine = (name: string, text: string, signer: Signer): string =>
  `${signaturePrefix}${name} ${signatureOf(name, text, signer)}\n`

/** Signs a note with each key: while a key is replaced, with the new one and the old one. */
export const signNote = (name: string, text: string, signers: ReadonlyArray<Signer>): string =>
  `${text}\n${signers.map((signer) => signatureLine(name, text, signer)).join("")}`

export const signCheckpoint = (
  { origin, size, root }: Checkpoint,
  signers: ReadonlyArray<Signer>
): string =>
  signNote(origin, `${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`, signers)

/** The signed text of a note, and its lines of signatures. */
export const partsOf = (
  note: string
): readonly [text: string, signatures: ReadonlyArray<string>] => {
  const end = note.lastIndexOf("\n\n")
  return end === -1
    ? [note, []]
    : [
        note.slice(0, end + 1),
        note
          .slice(end + 2)
          .split("\n")
          .slice(0, -1)
      ]
}

/** Whether this key has made one of the note's signatures. */
export const isSignedBy = (note: string, verifier: Verifier): boolean => {
  const [text, lines] = partsOf(note)
  const start = `${signaturePrefix}${verifier.name} `
  return lines.some(
    (line) => line.startsWith(start) && isSignature(line.slice(start.length), text, verifier)
  )
}

/** The checkpoint in a note. Signatures are not checked. `undefined`: the note has no checkpoint. */
export const parseCheckpoint = (note: string): Checkpoint | undefined => {
  const [origin, size, root] = partsOf(note)[0].split("\n")
  if (!origin || !/^(?:0|[1-9]\d{0,15})$/.test(size ?? "")) return undefined
  const octets = Buffer.from(root ?? "", "base64")
  if (octets.length !== hashOctets || octets.toString("base64") !== root) return undefined
  return { origin, size: Number(size), root: octets }
}

/** All notes of a text, such as a file to which each checkpoint was appended. */
export const notesIn = (text: string): ReadonlyArray<string> =>
  text.match(/(?:(?!— ).+\n)+\n(?:— .+\n)+/g) ?? []
