/**
 * Reads replies from octets (RFC 5321 §4.2), however the network cuts them. It tolerates bare LF, 8-bit text
 * and NUL. It does not tolerate replies without end, which would fill our memory, nor replies to commands
 * that were not sent yet.
 */
import { isUtf8 } from "node:buffer"

import { lineOctetsMax, replyLinesMax, replyOctetsMax } from "./limits.ts"

export interface SmtpReply {
  readonly code: number
  /** The enhanced code of RFC 3463, with dots. */
  readonly enhancedCode: string | undefined
  /** The lines without the code, read as UTF-8 if they are valid, or else as one character per octet. */
  readonly lines: ReadonlyArray<string>
}

const nothing = Buffer.alloc(0)
const lf = 0x0a
const cr = 0x0d

const decode = (octets: Buffer): string => octets.toString(isUtf8(octets) ? "utf8" : "latin1")

const replyLine = /^([2-5]\d\d)(?:([ -])(.*))?$/s

/** An enhanced code at the start of a line, or as qmail writes it: `(#5.1.1)`. An IP address does not match. */
const enhanced = /(?:^|#)([245]\.\d{1,3}\.\d{1,3})(?![.\d])/

const enhancedCodeIn = (lines: ReadonlyArray<string>): string | undefined =>
  lines.toReversed().flatMap((text) => enhanced.exec(text)?.[1] ?? [])[0]

export class ReplyReader {
  #rest: Buffer = nothing
  #code: string | undefined
  #lines: Array<string> = []
  #octets = 0
  #replies: Array<SmtpReply> = []
  #fault: string | undefined
  #dueCount = 1
  #afterQuit = false

  /**
   * Says how many replies are due, to commands that are sent together. One more is kept: a 421 may follow the
   * last one, and 221 does `afterQuit`, to which nobody awaits the reply.
   */
  expect(count: number, afterQuit: boolean): void {
    this.#dueCount = count
    this.#afterQuit = afterQuit
  }

  push(chunk: Buffer): void {
    let from = 0
    while (this.#fault === undefined) {
      const end = chunk.indexOf(lf, from)
      const part = chunk.subarray(from, end === -1 ? undefined : end)
      if (this.#rest.length + part.length > lineOctetsMax) this.#fault = "a line without end"
      else if (end === -1) {
        this.#rest = Buffer.concat([this.#rest, part])
        return
      } else {
        this.#readLine(this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part]))
        this.#rest = nothing
        from = end + 1
      }
    }
  }

  /** Takes the next whole reply. A string says what is wrong with the octets that came. */
  take(): SmtpReply | string | undefined {
    return this.#replies.shift() ?? this.#fault
  }

  /** Whether there is something to read that no command asked for. A 421 may come at any time (§3.8). */
  get hasUnsolicitedReply(): boolean {
    const [next, ...more] = this.#replies
    if (next?.code === 421 || (this.#afterQuit && next?.code === 221)) return more.length > 0
    return (next ?? this.#code ?? this.#fault) !== undefined || this.#rest.length > 0
  }

  /** Drops everything that came, as STARTTLS demands (RFC 3207 §4.2, CVE-2011-0411). */
  clear(): void {
    this.#rest = nothing
    this.#replies = []
    this.#fault = undefined
    this.#startReply()
  }

  #startReply(): void {
    this.#code = undefined
    this.#lines = []
    this.#octets = 0
  }

  #readLine(raw: Buffer): void {
    const text = decode(raw.at(-1) === cr ? raw.subarray(0, -1) : raw)
    const [, digits, separator, words = ""] = replyLine.exec(text) ?? []
    this.#octets += raw.length
    if (digits === undefined) this.#fault = "a line that is no reply"
    else if (this.#code !== undefined && digits !== this.#code) {
      this.#fault = "two codes in one reply"
    } else if (this.#lines.length === replyLinesMax)
      this.#fault = `more than ${replyLinesMax} lines`
    else if (this.#octets > replyOctetsMax) this.#fault = `more than ${replyOctetsMax} octets`
    else {
      this.#code = digits
      this.#lines.push(words)
      if (separator !== "-") this.#endReply(Number(digits))
    }
  }

  #endReply(code: number): void {
    this.#replies.push({ code, enhancedCode: enhancedCodeIn(this.#lines), lines: this.#lines })
    if (this.#replies.length > this.#dueCount + 1) this.#fault = "replies without questions"
    this.#startReply()
  }
}
