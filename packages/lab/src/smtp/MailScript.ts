/**
 * What a scripted mail server does, as data: read from mail files (MailFile.ts), played by
 * Conversation.ts. The README has the language.
 */

/** When a rule speaks: at the start of a conversation, and at each command of the client. */
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

/** What happens when the client starts TLS. */
export const tlsVariants = ["good", "expired", "old", "garbage", "hang"] as const
export type TlsVariant = (typeof tlsVariants)[number]

export type Step =
  /** A whole, well-formed reply. Its lines may hold blanks such as `{rcpt}`. */
  | { readonly _tag: "reply"; readonly text: string }
  /** These octets as they are, so that everything can be sent that is no reply. */
  | { readonly _tag: "send"; readonly bytes: Buffer }
  | { readonly _tag: "wait"; readonly millis: number }
  /** From here on one octet at a time, for the rest of the conversation. */
  | { readonly _tag: "drip"; readonly millis: number }
  | { readonly _tag: "tls"; readonly variant: TlsVariant }
  /** The connection stays open, and nothing is ever said again. */
  | { readonly _tag: "silence" }
  | { readonly _tag: "close" }
  | { readonly _tag: "reset" }

/** All conditions of a rule must hold. They are asked in the order written. */
export type Condition =
  | { readonly _tag: "when"; readonly tls: boolean }
  /** The first N times that it is asked, per server. */
  | { readonly _tag: "first"; readonly count: number }
  /** Every Nth time that it is asked, per server. */
  | { readonly _tag: "every"; readonly count: number }
  /** N commands of this phase came before, in this conversation or since MAIL. */
  | { readonly _tag: "after"; readonly count: number; readonly perMessage: boolean }
  /** More than N conversations began within the window, this one included. */
  | { readonly _tag: "over"; readonly count: number; readonly millis: number }
  /** The client's network, sender and recipient were first seen together less than this ago. */
  | { readonly _tag: "within"; readonly millis: number }

export interface Rule {
  readonly phase: Phase
  /** Of recipient, sender, HELO name or unknown command. */
  readonly pattern: RegExp
  readonly conditions: ReadonlyArray<Condition>
  readonly steps: ReadonlyArray<Step>
}

/** One server, its profiles written into it. The first rule that holds speaks. */
export interface ServerScript {
  /** Names of hosts, or addresses. */
  readonly hosts: ReadonlyArray<string>
  readonly rules: ReadonlyArray<Rule>
  /** For messages: `file:line`. */
  readonly at: string
}

/** Blanks that a reply may hold; each is filled from the conversation. */
export const blanks = ["host", "helo", "sender", "rcpt", "ip", "id"] as const
export type Blank = (typeof blanks)[number]
