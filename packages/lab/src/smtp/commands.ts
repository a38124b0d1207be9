/** Parses the commands of a client (RFC 5321 §4.1): the phase, and the address or name in it. */
import type { Phase } from "./MailScript.ts"

export interface Command {
  readonly phase: Phase
  /** Recipient, sender (`<>` when empty), HELO name, or the whole line of an unknown command. */
  readonly subject: string
  /** In upper case, for counting. */
  readonly verb: string
  /** The usage for the 501 reply, when the argument is wrong. */
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

export const commandOf = (line: string): Command => {
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
