/**
 * The script of a mail server, as data. MailFile.ts reads it from mail files, and SmtpSession.ts runs it. The
 * README describes the language.
 */

/** The phases in which a rule may apply: the start of a session, and each command of the client. */
export const phases = [
  "greeting",
  "ehlo",
  "helo",
  "starttls",
  "mail",
  "rcpt",
  "data",
  "rset",
  "noop",
  "quit",
  "other"
] as const
export type Phase = (typeof phases)[number]

/** The behaviour when the client starts TLS. */
export const tlsVariants = ["good", "expired", "old", "garbage", "hang"] as const
export type TlsVariant = (typeof tlsVariants)[number]

export type Step =
  /** A whole, well-formed reply. Its lines may contain blanks such as `{rcpt}`. */
  | { readonly _tag: "reply"; readonly text: string }
  /** Octets that are sent unchanged, for everything that is no well-formed reply. */
  | { readonly _tag: "send"; readonly bytes: Buffer }
  | { readonly _tag: "wait"; readonly millis: number }
  /** From here on the server sends one octet at a time, for the rest of the session. */
  | { readonly _tag: "drip"; readonly millis: number }
  | { readonly _tag: "tls"; readonly variant: TlsVariant }
  /** The connection stays open, and nothing more is sent. */
  | { readonly _tag: "silence" }
  | { readonly _tag: "close" }
  | { readonly _tag: "reset" }

/** All conditions of a rule have to hold. They are evaluated in the order written. */
export type Condition =
  | { readonly _tag: "when"; readonly tls: boolean }
  /** Holds the first N times that it is evaluated, per server. */
  | { readonly _tag: "first"; readonly count: number }
  /** Holds every Nth time that it is evaluated, per server. */
  | { readonly _tag: "every"; readonly count: number }
  /** At least N commands of this phase came before, in this session or since MAIL. */
  | { readonly _tag: "after"; readonly count: number; readonly perMessage: boolean }
  /** More than N sessions began within the window, including this one: of all clients, or from its address. */
  | {
      readonly _tag: "over"
      readonly count: number
      readonly millis: number
      readonly perAddress: boolean
    }
  /** The client's network or address, sender and recipient were first seen together within this time. */
  | { readonly _tag: "within"; readonly millis: number; readonly perAddress: boolean }
  /** The client's address matches. */
  | { readonly _tag: "from"; readonly pattern: RegExp }

export interface Rule {
  readonly phase: Phase
  /** The pattern of the recipient, sender, HELO name or unknown command. */
  readonly pattern: RegExp
  readonly conditions: ReadonlyArray<Condition>
  readonly steps: ReadonlyArray<Step>
}

/** One server, with the rules of its profiles included. The first matching rule applies. */
export interface ServerScript {
  /** The hosts, by name or address. */
  readonly hosts: ReadonlyArray<string>
  readonly rules: ReadonlyArray<Rule>
  /** How far away the server is: the time between a command and its reply, in addition to its waits. */
  readonly delayMillis: number
  /** The place of the script as `file:line`, for error messages. */
  readonly at: string
}

/** Blanks that a reply may contain; each is filled in from the session. */
export const blanks = ["host", "helo", "sender", "rcpt", "ip", "id"] as const
export type Blank = (typeof blanks)[number]
