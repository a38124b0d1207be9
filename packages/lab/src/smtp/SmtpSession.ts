/**
 * One SMTP session. It parses each command, finds the rule for it and runs the rule's steps. Replies are sent in
 * the order of the commands, even if a client pipelines them.
 */
import type { Socket } from "node:net"

import type { Blank, Phase, Rule, Step } from "./MailScript.ts"
import type { RuleBook } from "./RuleBook.ts"
import { SmtpConnection, type LineFlags } from "./SmtpConnection.ts"
import type { Traffic } from "./Traffic.ts"

interface Command {
  readonly phase: Phase
  /** The recipient, sender (`<>` when empty), HELO name, or the whole line of an unknown command. */
  readonly subject: string
  /** The verb in upper case, for counting. */
  readonly verb: string
  /** The usage for the 501 reply, if the argument is wrong. */
  readonly usage?: string
}

interface Grammar {
  readonly phase: Phase
  readonly line: RegExp
  readonly usage: string
}

const bare = (phase: Phase): Grammar => ({
  phase,
  line: /^\S+\s*$/,
  usage: "no parameters allowed"
})

const grammars: Readonly<Record<string, Grammar>> = {
  EHLO: { phase: "ehlo", line: /^EHLO\s+(\S+)\s*$/i, usage: "EHLO hostname" },
  HELO: { phase: "helo", line: /^HELO\s+(\S+)\s*$/i, usage: "HELO hostname" },
  STARTTLS: bare("starttls"),
  MAIL: {
    phase: "mail",
    line: /^MAIL FROM:\s?<(.*?)>(?:\s.*)?$/i,
    usage: "MAIL FROM:<address>"
  },
  RCPT: { phase: "rcpt", line: /^RCPT TO:\s?<(.+?)>(?:\s.*)?$/i, usage: "RCPT TO:<address>" },
  DATA: bare("data"),
  RSET: bare("rset"),
  NOOP: { phase: "noop", line: /^NOOP/i, usage: "" },
  QUIT: bare("quit")
}

/** Longer first words are no SMTP verbs and are counted together as `?`. */
const verbPattern = /^[A-Za-z]{1,10}(?=\s|$)/

/** Parses a command of a client (RFC 5321 §4.1): the phase, and the address or name in it. */
const commandOf = (line: string): Command => {
  const verb = verbPattern.exec(line)?.[0].toUpperCase() ?? "?"
  const grammar = grammars[verb]
  if (grammar === undefined) return { phase: "other", subject: line, verb }
  const match = grammar.line.exec(line)
  const subject = match?.[1] ?? ""
  return {
    phase: grammar.phase,
    subject: verb === "MAIL" && subject === "" ? "<>" : subject,
    verb,
    ...(match === null && { usage: grammar.usage })
  }
}

/** The state that all sessions of one server share. */
interface ServerState {
  readonly rules: RuleBook
  readonly traffic: Traffic
  /** The time between a command and its reply. Commands that come together wait for it together. */
  readonly delayMillis: number
}

type OutputStep = Extract<Step, { readonly _tag: "reply" | "send" }>

const isOutput = (step: Step | undefined): step is OutputStep =>
  step !== undefined && (step._tag === "reply" || step._tag === "send")

/** Whether a rule accepts the command: its last output begins with a 2. */
const accepts = ({ steps }: Rule): boolean => {
  const last = steps.findLast(isOutput)
  return last?._tag === "reply" ? last.text.startsWith("2") : last?.bytes.at(0) === 0x32
}

const offersPipelining = ({ steps }: Rule): boolean =>
  steps.some((step) => step._tag === "reply" && /^250[ -]PIPELINING\b/im.test(step.text))

/** Commands that another may follow before their reply came. */
const groupPhases: ReadonlyArray<Phase> = ["mail", "rcpt", "rset"]

export class SmtpSession {
  readonly #server: ServerState
  readonly #connection: SmtpConnection
  readonly #blanks: Record<Blank, string>
  /** The number of commands so far by phase. */
  readonly #counts = new Map<Phase, number>()
  readonly #waiting: Array<Command> = []
  /** The timers of the commands that have come and are answered after the delay. */
  readonly #underway = new Set<NodeJS.Timeout>()
  /** True until the greeting is sent: the client has to wait for it. */
  #busy = true
  #silenced = false
  #tls = false
  #heloDone = false
  #sender: string | undefined
  /** The number of RCPT commands since MAIL. */
  #recipients = 0
  /** Whether the last reply to EHLO offered PIPELINING. */
  #pipelines = false
  #mayBeFollowed = false
  /** The number of RCPT commands since the client last waited. */
  #recipientsTogether = 0

  constructor(server: ServerState, host: string, socket: Socket, closed: () => void) {
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
    this.#connection = new SmtpConnection(socket, {
      line: (text, flags) => this.#receive(text, flags),
      closed: () => {
        this.#dropCommands()
        traffic.end()
        closed()
      }
    })
  }

  start(): void {
    const { delayMillis } = this.#server
    const greet = () => this.#answer({ phase: "greeting", subject: "", verb: "" })
    if (delayMillis === 0) greet()
    else this.#connection.after(delayMillis, greet)
  }

  destroy(): void {
    this.#connection.destroy()
  }

  #receive(line: string, { wellFormed, pipelined }: LineFlags): void {
    const { traffic, delayMillis } = this.#server
    const command = commandOf(line)
    traffic.record(command.verb, line)
    if (!wellFormed) traffic.malformed += 1
    this.#watchTurns(command, this.#busy || this.#underway.size > 0 || pipelined)
    if (this.#silenced) return
    const take = (): void => {
      this.#waiting.push(command)
      this.#proceed()
    }
    if (delayMillis === 0) return take()
    // Timers of equal length end in the order in which they began, so commands keep theirs.
    const timer = setTimeout(() => {
      this.#underway.delete(timer)
      take()
    }, delayMillis)
    this.#underway.add(timer)
  }

  /** Forgets the commands that have no reply yet. */
  #dropCommands(): void {
    this.#waiting.length = 0
    for (const timer of this.#underway) clearTimeout(timer)
    this.#underway.clear()
  }

  /** Where PIPELINING is offered, MAIL, RCPT and RSET may be followed at once (RFC 2920 §3.1). */
  #watchTurns({ phase }: Command, isEarly: boolean): void {
    const { traffic } = this.#server
    if (!isEarly) {
      traffic.inTurn += 1
      if (groupPhases.includes(phase)) traffic.inTurnForRecipients += 1
      this.#recipientsTogether = 0
    } else if (!this.#mayBeFollowed) traffic.outOfTurn += 1
    if (phase === "rcpt") this.#recipientsTogether += 1
    const { recipientsTogetherPeak } = traffic
    traffic.recipientsTogetherPeak = Math.max(recipientsTogetherPeak, this.#recipientsTogether)
    this.#mayBeFollowed = this.#pipelines && groupPhases.includes(phase)
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
    const error = this.#protocolError(command)
    if (error !== undefined) return this.#reply(error)
    const before = this.#counts.get(phase) ?? 0
    this.#counts.set(phase, before + 1)
    this.#recordArgument(command)
    const { ip, sender } = this.#blanks
    const rule = this.#server.rules.find(phase, subject, {
      tls: this.#tls,
      before,
      beforeInMessage: this.#recipients,
      ip,
      envelope: `${sender} ${subject}`.toLowerCase()
    })
    if (phase === "rcpt") this.#recipients += 1
    if (rule === undefined) return this.#reply("502 5.5.1 Error: command not implemented")
    if (accepts(rule)) this.#advance(command)
    if (phase === "ehlo") this.#pipelines = offersPipelining(rule)
    this.#run(rule.steps, 0)
  }

  /** The reply to a command with wrong syntax or out of order (RFC 5321 §4.1.4). */
  #protocolError({ phase, usage }: Command): string | undefined {
    if (usage !== undefined) return `501 5.5.4 Syntax: ${usage}`
    if (phase === "mail" && !this.#heloDone) return "503 5.5.1 Error: send HELO/EHLO first"
    if (phase === "mail" && this.#sender !== undefined)
      return "503 5.5.1 Error: nested MAIL command"
    if (phase === "rcpt" && this.#sender === undefined) return "503 5.5.1 Error: need MAIL command"
    if (phase === "starttls" && this.#tls) return "554 5.5.1 Error: TLS already active"
    return undefined
  }

  #recordArgument({ phase, subject }: Command): void {
    if (phase === "ehlo" || phase === "helo") this.#blanks.helo = subject
    if (phase === "mail") this.#blanks.sender = subject
    if (phase !== "rcpt") return
    this.#blanks.rcpt = subject
    const { traffic } = this.#server
    traffic.recipientsPeak = Math.max(traffic.recipientsPeak, this.#counts.get("rcpt") ?? 0)
  }

  #advance({ phase, subject }: Command): void {
    if (phase === "ehlo" || phase === "helo") this.#heloDone = true
    if (phase === "ehlo" || phase === "helo" || phase === "rset") this.#sender = undefined
    if (phase !== "mail") return
    this.#sender = subject
    this.#recipients = 0
  }

  #reply(text: string): void {
    this.#run([{ _tag: "reply", text: `${text}\r\n` }], 0)
  }

  #bytes(step: OutputStep): Buffer {
    if (step._tag === "send") return step.bytes
    const { text } = step
    return Buffer.from(
      text.includes("{")
        ? text.replace(/\{(\w+)\}/g, (_, blank: string) => this.#blanks[blank as Blank])
        : text
    )
  }

  /** Adjacent outputs are written in one piece: some faults are two replies in one packet. */
  #run(steps: ReadonlyArray<Step>, from: number): void {
    let at = from
    const output: Array<Buffer> = []
    for (let step = steps[at]; isOutput(step); step = steps[at]) {
      output.push(this.#bytes(step))
      at += 1
    }
    if (output.length > 0)
      return this.#connection.write(Buffer.concat(output), () => this.#run(steps, at))
    const step = steps[at]
    if (step === undefined || isOutput(step)) {
      this.#busy = false
      return this.#proceed()
    }
    this.#do(step, () => this.#run(steps, at + 1))
  }

  #do(step: Exclude<Step, OutputStep>, then: () => void): void {
    switch (step._tag) {
      case "wait":
        return this.#connection.after(step.millis, then)
      case "drip":
        this.#connection.drip(step.millis)
        return then()
      case "tls":
        this.#dropCommands()
        return this.#connection.startTls(step.variant, () => {
          this.#server.traffic.tls += 1
          this.#tls = true
          this.#heloDone = false
          this.#pipelines = false
          this.#sender = undefined
          then()
        })
      case "silence":
        this.#fallSilent()
        return
      case "close":
        this.#fallSilent()
        return this.#connection.close()
      case "reset":
        this.#fallSilent()
        return this.#connection.reset()
    }
  }

  /** Sends no more replies. Commands of the client are still counted. */
  #fallSilent(): void {
    this.#silenced = true
    this.#busy = false
    this.#dropCommands()
  }
}
