/**
 * A witness as https://c2sp.org/tlog-witness has it, written from its text without any code of ours, so that it
 * does not share our mistakes. It remembers one checkpoint of each log.
 */
import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto"
import type { KeyObject } from "node:crypto"
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

import { Effect } from "effect"
import type { Scope } from "effect"

const sha256 = (...parts: ReadonlyArray<Uint8Array | string>): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest()

const inner = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right)

/** RFC 9162 §2.1.4.2, for 0 < first < second. */
const consistent = (
  first: number,
  second: number,
  firstRoot: Buffer,
  secondRoot: Buffer,
  proof: ReadonlyArray<Buffer>
): boolean => {
  const path = Number.isInteger(Math.log2(first)) ? [firstRoot, ...proof] : [...proof]
  let [fn, sn] = [first - 1, second - 1]
  while (fn & 1) [fn, sn] = [fn >> 1, sn >> 1]
  const start = path.shift()
  if (start === undefined) return false
  let [fr, sr] = [start, start]
  for (const c of path) {
    if (sn === 0) return false
    if (fn & 1 || fn === sn) {
      ;[fr, sr] = [inner(c, fr), inner(c, sr)]
      while (!(fn & 1) && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1]
    } else sr = inner(sr, c)
    ;[fn, sn] = [fn >> 1, sn >> 1]
  }
  return sn === 0 && fr.equals(firstRoot) && sr.equals(secondRoot)
}

interface Seen {
  readonly size: number
  readonly root: Buffer
}

export interface Witness {
  readonly name: string
  /** Key and URL, as `RCPT_LEDGER_WITNESSES` has them. */
  readonly setting: string
  /** By log. A test may put another history there. */
  readonly seen: Map<string, Seen>
  /** What it was asked, and what it answered. */
  readonly asked: Array<{ readonly old: number; readonly size: number; readonly status: number }>
  /** Whether its cosignature of this note is among its lines. */
  readonly hasSigned: (note: string) => boolean
  /** The key of the log that it signs for; none: for any. */
  log: string | undefined
  /** Answers instead of it. */
  answer: ((request: string) => { readonly status: number; readonly body: string }) | undefined
}

const logKey = (log: string) => {
  const [, name = "", , base64 = ""] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(log) ?? []
  const octets = Buffer.from(base64, "base64").subarray(1)
  const x = octets.toString("base64url")
  return { name, key: createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }) }
}

const textOf = (note: string) => note.slice(0, note.indexOf("\n\n") + 1)

const linesOf = (note: string) =>
  note
    .slice(note.indexOf("\n\n") + 2)
    .split("\n")
    .filter((line) => line !== "")

/** Type 1: four octets of the key's id, then the signature of the text. */
const isSigned = (note: string, { name, key }: { name: string; key: KeyObject }) =>
  linesOf(note)
    .filter((line) => line.startsWith(`— ${name} `))
    .some((line) =>
      verify(
        null,
        Buffer.from(textOf(note)),
        key,
        Buffer.from(line.split(" ")[2]!, "base64").subarray(4)
      )
    )

/** At `<its URL>/add-checkpoint`. */
export const start = (name: string): Effect.Effect<Witness, never, Scope.Scope> => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const octets = Buffer.concat([
    Buffer.of(4),
    Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url")
  ])
  const keyId = sha256(`${name}\n`, octets).subarray(0, 4)
  const messageOf = (note: string, time: number) =>
    Buffer.from(`cosignature/v1\ntime ${time}\n${textOf(note)}`)

  const cosign = (note: string) => {
    const time = Math.floor(Date.now() / 1_000)
    const stamp = Buffer.alloc(8)
    stamp.writeBigUInt64BE(BigInt(time))
    const signature = sign(null, messageOf(note, time), privateKey)
    return `— ${name} ${Buffer.concat([keyId, stamp, signature]).toString("base64")}\n`
  }

  const hasSigned = (note: string) =>
    linesOf(note).some((line) => {
      if (!line.startsWith(`— ${name} `)) return false
      const blob = Buffer.from(line.split(" ")[2]!, "base64")
      const time = Number(blob.readBigUInt64BE(4))
      return verify(null, messageOf(note, time), publicKey, blob.subarray(12))
    })

  const seen = new Map<string, Seen>()

  const decide = (old: number, proof: ReadonlyArray<Buffer>, note: string) => {
    const [origin = "", sizeText, rootText = ""] = note.split("\n")
    const next = { size: Number(sizeText), root: Buffer.from(rootText, "base64") }
    const log = witness.log === undefined ? undefined : logKey(witness.log)
    if (log !== undefined && log.name !== origin) return { status: 404, body: "unknown log" }
    if (log !== undefined && !isSigned(note, log)) return { status: 403, body: "no signature" }
    if (old > next.size) return { status: 400, body: "old is above the size" }
    const last = seen.get(origin) ?? { size: 0, root: sha256() }
    if (last.size !== old) return { status: 409, body: `${last.size}\n` }
    if (last.size === next.size && !last.root.equals(next.root))
      return { status: 409, body: `${last.size}\n` }
    const isProven =
      old === 0 || old === next.size
        ? proof.length === 0
        : consistent(old, next.size, last.root, next.root, proof)
    if (!isProven) return { status: 422, body: "proof" }
    seen.set(origin, next)
    return { status: 200, body: cosign(note) }
  }

  const asked: Witness["asked"] = []
  const witness: Omit<Witness, "setting"> = {
    name,
    seen,
    asked,
    hasSigned,
    log: undefined,
    answer: undefined
  }

  const respond = (body: string, response: ServerResponse) => {
    const [first = "", ...rest] = body.split("\n")
    const end = rest.indexOf("")
    const old = Number(first.replace(/^old /, ""))
    const note = rest.slice(end + 1).join("\n")
    const proof = rest.slice(0, end).map((line) => Buffer.from(line, "base64"))
    const answer = witness.answer?.(body) ?? decide(old, proof, note)
    asked.push({ old, size: Number(note.split("\n")[1]), status: answer.status })
    const type = answer.status === 409 ? "text/x.tlog.size" : "text/plain"
    response.writeHead(answer.status, { "content-type": type }).end(answer.body)
  }

  const listen = (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "POST" || request.url !== "/w/add-checkpoint")
      return void response.writeHead(404).end()
    let body = ""
    request.setEncoding("utf8").on("data", (text) => (body += text))
    request.on("end", () => respond(body, response))
  }

  const opened = Effect.callback<{ readonly port: number; readonly close: () => void }>(
    (resume) => {
      const server = createServer(listen)
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(Effect.succeed({ port, close: () => server.close() }))
      })
    }
  )
  return Effect.acquireRelease(opened, ({ close }) => Effect.sync(close)).pipe(
    Effect.map(({ port }) =>
      Object.assign(witness, {
        setting: `${name}+${keyId.toString("hex")}+${octets.toString("base64")} http://127.0.0.1:${port}/w/`
      })
    )
  )
}
