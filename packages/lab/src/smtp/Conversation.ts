/**
 * One conversation: which command is this, which rule speaks to it, and what that rule does. Replies
 * come in the order of the commands, however fast these come.
 */
import type { Socket } from "node:net"

import { commandOf, type Command } from "./commands.ts"
import type { Blank, Phase, Rule, Step } from "./MailScript.ts"
import type { RuleBook } from "./RuleBook.ts"
import type { Traffic } from "./Traffic.ts"
import { Wire, type Manners } from "./Wire.ts"

/** What all conversations of one server share. */
export interface Server {
  readonly rules: RuleBook
  readonly traffic: Traffic
}

type Say = Extract<Step, { readonly _tag: "reply" | "send" }>

const says = (step: Step | undefined): step is Say =>
  step !== undefined && (step._tag === "reply" || step._tag === "send")

/** Whether a rule said yes: the last that it says begins with a 2. */
const accepts = ({ steps }: Rule): boolean => {
  const last = steps.findLast(says)
  return last?._tag === "reply" ? last.text.startsWith("2") : last?.bytes.at(0) === 0x32
}

/** Greylisting looks at the network, not at the host: /24, as Postgrey does. */
const networkOf = (ip: string): string => ip.replace(/\.\d+$/, "")

export class Conversation {
  readonly #server: Server
  readonly #wire: Wire
  readonly #blanks: Record<Blank, string>
  readonly #seen = new Map<Phase, number>()
  readonly #waiting: Array<Command> = []
  /** Until the greeting is out the client has nothing to say. */
  #busy = true
  #mute = false
  #tls = false
  #greeted = false
  #sender: string | undefined
  /** Asked for since MAIL. */
  #recipients = 0

  constructor(server: Server, host: string, socket: Socket, closed: () => void) {
    const { traffic } = server
    this.#server = server
    this.#blanks = {
      host,
      helo: "",
      sender: "",
      rcpt: "",
      ip: socket.remoteAddress ?? "",
      id: `c${(traffic.opened + 1).toString(36)}`
    }
    this.#wire = new Wire(socket, {
      line: (text, manners) => this.#hear(text, manners),
      closed: () => {
        traffic.end()
        closed()
      }
    })
  }

  start(): void {
    this.#answer({ phase: "greeting", subject: "", verb: "" })
  }

  destroy(): void {
    this.#wire.destroy()
  }

  #hear(line: string, { clean, hasty }: Manners): void {
    const { traffic } = this.#server
    const command = commandOf(line)
    traffic.hear(command.verb, line)
    if (!clean) traffic.malformed += 1
    if (this.#busy || hasty) traffic.outOfTurn += 1
    if (this.#mute) return
    this.#waiting.push(command)
    this.#proceed()
  }

  #proceed(): void {
    while (!this.#busy) {
      const command = this.#waiting.shift()
      if (command === undefined) return
      this.#busy = true
      this.#answer(command)
    }
  }

  #answer(command: Command): void {
    const { phase, subject } = command
    const refusal = this.#outOfOrder(command)
    if (refusal !== undefined) return this.#reply(refusal)
    const before = this.#seen.get(phase) ?? 0
    this.#seen.set(phase, before + 1)
    this.#remember(command)
    const { ip, sender } = this.#blanks
    const rule = this.#server.rules.find(phase, subject, {
      tls: this.#tls,
      before,
      beforeInMessage: this.#recipients,
      triple: `${networkOf(ip)} ${sender} ${subject}`.toLowerCase()
    })
    if (phase === "rcpt") this.#recipients += 1
    if (rule === undefined) return this.#reply("502 5.5.1 Error: command not implemented")
    if (accepts(rule)) this.#advance(command)
    this.#run(rule.steps, 0)
  }

  /** What any server says before it looks at the command: RFC 5321 §4.1.4, order of commands. */
  #outOfOrder({ phase, usage }: Command): string | undefined {
    if (usage !== undefined) return `501 5.5.4 Syntax: ${usage}`
    if (phase === "mail" && !this.#greeted) return "503 5.5.1 Error: send HELO/EHLO first"
    if (phase === "mail" && this.#sender !== undefined)
      return "503 5.5.1 Error: nested MAIL command"
    if (phase === "rcpt" && this.#sender === undefined) return "503 5.5.1 Error: need MAIL command"
    if (phase === "starttls" && this.#tls) return "554 5.5.1 Error: TLS already active"
    return undefined
  }

  #remember({ phase, subject }: Command): void {
    if (phase === "ehlo" || phase === "helo") this.#blanks.helo = subject
    if (phase === "mail") this.#blanks.sender = subject
    if (phase !== "rcpt") return
    this.#blanks.rcpt = subject
    const { traffic } = this.#server
    traffic.recipientsMost = Math.max(traffic.recipientsMost, this.#seen.get("rcpt") ?? 0)
  }

  #advance({ phase, subject }: Command): void {
    if (phase === "ehlo" || phase === "helo") this.#greeted = true
    if (phase === "ehlo" || phase === "helo" || phase === "rset") this.#sender = undefined
    if (phase !== "mail") return
    this.#sender = subject
    this.#recipients = 0
  }

  #reply(text: string): void {
    this.#run([{ _tag: "reply", text: `${text}\r\n` }], 0)
  }

  #bytes(step: Say): Buffer {
    if (step._tag === "send") return step.bytes
    const { text } = step
    return Buffer.from(
      text.includes("{")
        ? text.replace(/\{(\w+)\}/g, (_, blank: string) => this.#blanks[blank as Blank])
        : text
    )
  }

  /** Neighbouring replies go out in one piece: some faults are two replies in one packet. */
  #run(steps: ReadonlyArray<Step>, from: number): void {
    let at = from
    const said: Array<Buffer> = []
    for (let step = steps[at]; says(step); step = steps[at]) {
      said.push(this.#bytes(step))
      at += 1
    }
    if (said.length > 0) return this.#wire.say(Buffer.concat(said), () => this.#run(steps, at))
    const step = steps[at]
    if (step === undefined || says(step)) {
      this.#busy = false
      return this.#proceed()
    }
    this.#do(step, () => this.#run(steps, at + 1))
  }

  #do(step: Exclude<Step, Say>, then: () => void): void {
    switch (step._tag) {
      case "wait":
        return this.#wire.later(step.millis, then)
      case "drip":
        this.#wire.drip(step.millis)
        return then()
      case "tls":
        this.#waiting.length = 0
        return this.#wire.startTls(step.variant, () => {
          this.#server.traffic.tls += 1
          this.#tls = true
          this.#greeted = false
          this.#sender = undefined
          then()
        })
      case "silence":
        this.#hush()
        return
      case "close":
        this.#hush()
        return this.#wire.close()
      case "reset":
        this.#hush()
        return this.#wire.reset()
    }
  }

  /** Nothing is said any more; what the client says is still counted. */
  #hush(): void {
    this.#mute = true
    this.#busy = false
    this.#waiting.length = 0
  }
}
