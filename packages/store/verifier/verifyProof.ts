/**
 * Checks, without the service and without its code, that an entry of the ledger is in the signed log:
 *
 *     node verifyProof.ts proof.json 'rcpt/…+1a2b3c4d+AbCd…'
 *
 * `proof.json` is what GET /ledger/{entry}/proof answered, the second argument the key that you trust, as
 * `rcpt ledger key` prints it. Needs Node 22.18 or newer and nothing else. Exit code: 0 proven, 1 refused
 * (one sentence says which field is wrong), 64 the file or the key cannot be read as one. README.md says how
 * a proof is made.
 */
import { createHash, createPublicKey, verify } from "node:crypto"
import { existsSync, readFileSync, realpathSync } from "node:fs"

/** `code` 1: the proof is wrong; 64: it is no proof. */
export class Refused extends Error {
  readonly code: 1 | 64
  constructor(code: 1 | 64, sentence: string) {
    super(sentence)
    this.code = code
  }
}

const refuse = (sentence: string): never => {
  throw new Refused(1, sentence)
}
const unreadable = (field: string, expected: string): never => {
  throw new Refused(64, `${field}: expected ${expected}`)
}

const sha256 = (...parts: ReadonlyArray<Uint8Array>): Buffer =>
  createHash("sha256").update(Buffer.concat(parts)).digest()
const leafHash = (...parts: ReadonlyArray<Uint8Array>) => sha256(Buffer.of(0), ...parts)
const nodeHash = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right)

/** The fields of a proof; each is checked where it is read. */
const read = (proof: unknown) => {
  const at = (path: string): unknown =>
    path.split(".").reduce<unknown>((value, key) => Object(value)[key], proof)
  const text = (path: string): string => {
    const value = at(path)
    return typeof value === "string" && value.isWellFormed() ? value : unreadable(path, "a text")
  }
  const whole = (path: string, max = Number.MAX_SAFE_INTEGER): number => {
    const value = at(path)
    return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max
      ? value
      : unreadable(path, `a whole number from 0 to ${max}`)
  }
  const hash = (value: unknown, path: string): Buffer =>
    typeof value === "string" && /^[0-9a-f]{64}$/.test(value)
      ? Buffer.from(value, "hex")
      : unreadable(path, "64 digits 0-9 and a-f")
  const hashes = (path: string): ReadonlyArray<Buffer> => {
    const value = at(path)
    return Array.isArray(value)
      ? value.map((item, index) => hash(item, `${path}[${index}]`))
      : unreadable(path, "a list of hashes")
  }
  return { text, whole, hashes, hash: (path: string) => hash(at(path), path) }
}

const bigEndian = (octets: number, value: bigint): Buffer =>
  Buffer.from(
    BigInt.asUintN(8 * octets, value)
      .toString(16)
      .padStart(2 * octets, "0"),
    "hex"
  )

const withLength = (text: string): Buffer =>
  Buffer.concat([bigEndian(4, BigInt(Buffer.byteLength(text))), Buffer.from(text)])

/** Microseconds since 1970. */
const microsOf = (at: string): bigint => {
  const [, seconds, micros] = /^([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6})Z$/.exec(at) ?? []
  const millis = seconds === undefined ? NaN : Date.parse(`${seconds}Z`)
  if (Number.isNaN(millis) || !new Date(millis).toISOString().startsWith(seconds!))
    return unreadable("event.at", "a time such as 2026-11-23T21:40:00.123456Z")
  return BigInt(millis) * 1000n + BigInt(micros!)
}

/** RFC 9162 §2.1.3.2. */
const rootOf = (leaf: Buffer, index: number, size: number, path: ReadonlyArray<Buffer>): Buffer => {
  if (index >= size) refuse("inclusion.index is not below inclusion.size")
  let [node, last, root] = [BigInt(index), BigInt(size) - 1n, leaf]
  for (const hash of path) {
    if (last === 0n) refuse("inclusion.path has too many hashes")
    if ((node & 1n) === 1n || node === last) {
      root = nodeHash(hash, root)
      for (; (node & 1n) === 0n && node !== 0n; node >>= 1n) last >>= 1n
    } else root = nodeHash(root, hash)
    node >>= 1n
    last >>= 1n
  }
  if (last !== 0n) refuse("inclusion.path has too few hashes")
  return root
}

/** The octets, if this is how base64 writes them. */
const base64 = (text: string): Buffer | undefined => {
  const octets = Buffer.from(text, "base64")
  return octets.toString("base64") === text ? octets : undefined
}

const keyOf = (vkey: string) => {
  const [, name = "", id, text = ""] = /^([!-*,-~]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? []
  const octets = base64(text)
  const keyId = sha256(Buffer.from(`${name}\n`), octets ?? Buffer.of()).subarray(0, 4)
  if (octets?.length !== 33 || octets[0] !== 1 || keyId.toString("hex") !== id)
    return unreadable("the key", "one as `rcpt ledger key` prints it")
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), octets.subarray(1)])
  return { name, keyId, publicKey: createPublicKey({ key: der, format: "der", type: "spki" }) }
}

/** https://c2sp.org/tlog-checkpoint, signed as in https://c2sp.org/signed-note. */
const checkpointOf = (note: string, { name, keyId, publicKey }: ReturnType<typeof keyOf>) => {
  const end = note.lastIndexOf("\n\n") + 1
  const [origin, size = "", root = ""] = note.slice(0, end).split("\n")
  const octets = base64(root)
  if (!/^(0|[1-9][0-9]{0,15})$/.test(size) || octets?.length !== 32)
    return unreadable("checkpoint", "a signed note with a log, its size and its root")
  if (origin !== name) refuse("checkpoint is of another log than the key")
  const isSigned = note
    .slice(end + 1)
    .split("\n")
    .some((line) => {
      if (!line.startsWith(`— ${name} `)) return false
      const signature = base64(line.slice(`— ${name} `.length))
      return (
        signature?.length === 68 &&
        signature.subarray(0, 4).equals(keyId) &&
        verify(null, Buffer.from(note.slice(0, end)), publicKey, signature.subarray(4))
      )
    })
  if (!isSigned) refuse("checkpoint is not signed by the key")
  return { origin, size: Number(size), root: octets }
}

/** Answers what was proven, in words; throws `Refused`. */
export const verifyProof = (proof: unknown, vkey: string): string => {
  const { text, whole, hash, hashes } = read(proof)
  if (text("format") !== "rcpt-ledger-proof/1") unreadable("format", "rcpt-ledger-proof/1")
  const [stream, type, data, at] = ["stream", "type", "data", "at"].map((key) =>
    text(`event.${key}`)
  )
  const [version, v] = [whole("event.version"), whole("event.v", 65_535)]
  const facts = [withLength(stream!), bigEndian(8, BigInt(version)), withLength(type!)]
  const times = [bigEndian(2, BigInt(v)), bigEndian(8, microsOf(at!)), sha256(Buffer.from(data!))]
  const event = leafHash(hash("event.previous"), ...facts, ...times)
  const [events, position] = [hashes("commit.events"), whole("commit.position")]
  const [index, size] = [whole("inclusion.index"), whole("inclusion.size")]
  const [path, note] = [hashes("inclusion.path"), text("checkpoint")]
  const checkpoint = checkpointOf(note, keyOf(vkey))
  if (events[position - 1]?.equals(event) !== true)
    refuse("event has another hash than commit.events has at commit.position")
  if (checkpoint.size !== size) refuse("inclusion.size is not the size of the checkpoint")
  if (!rootOf(leafHash(...events), index, size, path).equals(checkpoint.root))
    refuse("inclusion.path leads to another root than the checkpoint's")
  return (
    `${type} ${data}\nis event ${version} of ${stream}, of ${at},\n` +
    `and in commit ${index + 1} of the ${size} that ${checkpoint.origin} has signed.`
  )
}

const main = ([path, vkey]: ReadonlyArray<string>): void => {
  try {
    if (path === undefined || vkey === undefined) unreadable("arguments", "proof.json and a key")
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
    let proof: unknown
    try {
      proof = JSON.parse(text.decode(readFileSync(path!)))
    } catch {
      unreadable(path!, "a file with JSON")
    }
    process.stdout.write(`${verifyProof(proof, vkey!)}\n`)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = error.code
  }
}

/** Of both, the real path: started through a link, nothing would be checked, and 0 means proven. */
const isStarted = (program = ""): boolean =>
  existsSync(program) && realpathSync(program) === realpathSync(import.meta.filename)

if (isStarted(process.argv[1])) main(process.argv.slice(2))
