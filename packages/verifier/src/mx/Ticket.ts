/** A question in line, from when it is asked until its answer is given to whoever waits for it. */
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import type { Fiber } from "effect"

import { hostsTriedMax } from "../smtp/limits.ts"
import type { MailboxQuestion } from "../smtp/openFirst.ts"
import type { Urgency, Waiting } from "./FairLine.ts"
import type { Heard } from "./Heard.ts"

/** A conversation as its questions see it. */
export interface Talk {
  /** `undefined` while it is being made. */
  fiber: Fiber.Fiber<void> | undefined
  /** Whom it owes an answer. */
  ticket: Ticket | undefined
}

export interface LineQuestion extends MailboxQuestion {
  readonly account: string
  readonly urgency: Urgency
  /** For a conversation to begin, in epoch milliseconds; not past `deadline`. */
  readonly waitUntil: number
  /** When this address was put off for the first time, in epoch milliseconds, if it was. */
  readonly deferredAt?: number | undefined
}

/** Without a conversation, the whole answer; else what was heard, of which one follows. */
export type Settled = SmtpEvidence | Heard

/** Equally preferred hosts are as good as each other (RFC 5321 §5.1). */
const firstHosts = ({ hosts }: MailboxQuestion): ReadonlyArray<string> =>
  hosts
    .filter(({ preference }) => preference === hosts[0]?.preference)
    .slice(0, hostsTriedMax)
    .map(({ host }) => host)

export class Ticket implements Waiting {
  readonly question: LineQuestion
  readonly account: string
  readonly urgency: Urgency
  readonly hosts: ReadonlyArray<string>
  readonly settle: (settled: Settled) => void
  waitUntil: number
  /** When its conversation has to be over, once there is one. */
  deadline: number
  /** Of its conversation; `undefined` while it waits. */
  startedAt: number | undefined
  /** Who asks it now: gives up if nobody wants to know any more. */
  talk: Talk | undefined
  /** Nobody waits for its answer any more. */
  isGone = false
  /** A conversation that had been used before broke under it, once. */
  wasReturned = false

  constructor(question: LineQuestion, settle: (settled: Settled) => void) {
    this.question = question
    this.account = question.account
    this.urgency = question.urgency
    this.hosts = firstHosts(question)
    this.waitUntil = Math.min(question.waitUntil, question.deadline)
    this.deadline = question.deadline
    this.settle = (settled) => {
      this.part()
      settle(settled)
    }
  }

  meet(talk: Talk, now: number, wholeMillis: number): void {
    talk.ticket = this
    this.talk = talk
    if (this.startedAt !== undefined) return
    this.startedAt = now
    this.deadline = Math.min(this.deadline, now + wholeMillis)
  }

  part(): void {
    if (this.talk !== undefined) this.talk.ticket = undefined
    this.talk = undefined
  }

  throttle(): void {
    this.settle(notChecked("smtp_throttled"))
  }
}
