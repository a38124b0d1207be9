/**
 * Checks, without the service and without its code, that an entry of the ledger is in the signed log:
 *
 *     node verifyProof.ts proof.json 'rcpt/…+1a2b3c4d+AbCd…'
 *
 * `proof.json` is what GET /ledger/{entry}/proof answered, the second argument the key that you trust, as
 * `rcpt ledger key` prints it. Needs Node 22.18 or newer and nothing else. Exit code: 0 proven, 1 refused
 * (one sentence names the field), 64 the file or the key cannot be read as one. README.md has the steps.
 */
import { createHash, createPublicKey, verify } from "node:crypto"
import { existsSync, readFileSync, realpathSync } from "node:fs"

/** `code` 1: the proof is wrong; 64: it is no proof. */
export class Refused extends Error {
  code: 1 | 64 = 1
}

export const refuse = (sentence: string, code: 1 | 64 = 1): never => {
  throw Object.assign(new Refused(sentence), { code })
}
export const unreadable = (field: string, expected: string) =>
  refuse(`${field}: expected ${expected}`, 64)

const sha256 = (...parts: ReadonlyArray<Uint8Array>): Buffer =>
  createHash("sha256").update(Buffer.concat(parts)).digest()
const leafHash = (...parts: ReadonlyArray<Uint8Array>) => sha256(Buffer.of(0), ...parts)
export const nodeHash = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right)

/** The fields of a proof; each is checked where it is read. */
export const read = (proof: unknown) => {
  const at = (path: string): unknown =>
    path.split(".").reduce<unknown>((value, key) => Object(value)[key], proof)
  const text = (path: string, value = at(path)): string =>
    typeof value === "string" && value.isWellFormed() ? value : unreadable(path, "a text")
  const whole = (path: string, max = Number.MAX_SAFE_INTEGER): number => {
    const value = Number.isSafeInteger(at(path)) ? Number(at(path)) : -1
    return value >= 0 && value <= max ? value : unreadable(path, `a whole number from 0 to ${max}`)
  }
  const hash = (path: string, value = at(path)): Buffer =>
    typeof value === "string" && /^[0-9a-f]{64}$/.test(value)
      ? Buffer.from(value, "hex")
      : unreadable(path, "64 digits 0-9 and a-f")
  const hashes = (path: string, value = at(path)): ReadonlyArray<Buffer> =>
    Array.isArray(value)
      ? value.map((item: unknown, index) => hash(`${path}[${index}]`, item))
      : unreadable(path, "a list of hashes")
  return { text, whole, hash, hashes }
}

const bigEndian = (octets: 2 | 4 | 8, value: bigint | number): Buffer => {
  const all = Buffer.alloc(8)
  all.writeBigInt64BE(BigInt(value))
  return all.subarray(8 - octets)
}
const withLength = (text: string): Buffer =>
  Buffer.concat([bigEndian(4, Buffer.byteLength(text)), Buffer.from(text)])

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
    ;[node, last] = [node >> 1n, last >> 1n]
  }
  if (last !== 0n) refuse("inclusion.path has too few hashes")
  return root
}

/** The octets, if this is how base64 writes them. */
const base64 = (text: string): Buffer | undefined => {
  const octets = Buffer.from(text, "base64")
  return octets.toString("base64") === text ? octets : undefined
}

export const keyOf = (vkey: string) => {
  const [, name = "", id, text = ""] = /^([!-*,-~]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? []
  const octets = base64(text)
  const keyId = sha256(Buffer.from(`${name}\n`), octets ?? Buffer.of()).subarray(0, 4)
  if (octets?.length !== 33 || octets[0] !== 1 || keyId.toString("hex") !== id)
    return unreadable("the key", "one as `rcpt ledger key` prints it")
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), octets.subarray(1)])
  return { name, keyId, publicKey: createPublicKey({ key: der, format: "der", type: "spki" }) }
}

/** https://c2sp.org/tlog-checkpoint, signed as in https://c2sp.org/signed-note. */
export const checkpointOf = (
  note: string,
  { name, keyId, publicKey }: ReturnType<typeof keyOf>
) => {
  const end = note.lastIndexOf("\n\n") + 1
  const [origin, size = "", root = ""] = note.slice(0, end).split("\n")
  const octets = base64(root)
  if (!/^(0|[1-9][0-9]{0,15})$/.test(size) || octets?.length !== 32)
    return unreadable("checkpoint", "a signed note with a log, its size and its root")
  if (origin !== name) refuse("checkpoint is of another log than the key")
  const [body, lines] = [Buffer.from(note.slice(0, end)), note.slice(end + 1).split("\n")]
  const isSigned = lines.some((line) => {
    const octets = line.startsWith(`— ${name} `) ? base64(line.slice(name.length + 3)) : undefined
    const isOurs = octets?.length === 68 && octets.subarray(0, 4).equals(keyId)
    return isOurs && verify(null, body, publicKey, octets.subarray(4))
  })
  if (!isSigned) refuse("checkpoint is not signed by the key")
  return { origin, size: Number(size), root: octets }
}

/** Answers what was proven, in words; throws `Refused`. */
export const verifyProof = (proof: unknown, vkey: string): string => {
  const { text, whole, hash, hashes } = read(proof)
  if (text("format") !== "rcpt-ledger-proof/1") unreadable("format", "rcpt-ledger-proof/1")
  const [stream, type] = [text("event.stream"), text("event.type")]
  const [data, at] = [text("event.data"), text("event.at")]
  const [version, v] = [whole("event.version"), whole("event.v", 65_535)]
  const facts = [withLength(stream), bigEndian(8, version), withLength(type)]
  const times = [bigEndian(2, v), bigEndian(8, microsOf(at)), sha256(Buffer.from(data))]
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

export const textOf = (path: string): string => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
    return text.decode(readFileSync(path))
  } catch {
    return unreadable(path, "a file with text")
  }
}

export const contentOf = (path: string): unknown => {
  try {
    return JSON.parse(textOf(path))
  } catch {
    return unreadable(path, "a file with JSON")
  }
}

/** Prints what was proven, or why not. Exit code: see above. */
export const answer = (prove: () => string): void => {
  try {
    process.stdout.write(`${prove()}\n`)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = error.code
  }
}

/** Of both, the real path: started through a link, nothing would be checked, and 0 means proven. */
export const isStarted = (file: string, program = process.argv[1] ?? ""): boolean =>
  existsSync(program) && realpathSync(program) === realpathSync(file)

if (isStarted(import.meta.filename))
  answer(() => {
    const [path = "", vkey = ""] = process.argv.slice(2)
    if (vkey === "") unreadable("arguments", "proof.json and a key")
    return verifyProof(contentOf(path), vkey)
  })
