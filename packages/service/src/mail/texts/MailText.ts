/** The shape of the texts of messages: a function for each kind, in each language. */
import type { MailFacts, MailKind } from "../mailKinds.ts"

/** What a message gathers. */
export interface Gathered<K extends MailKind> {
  /** The newest, which is all that most messages have. */
  readonly newest: MailFacts<K>
  /** The newest first; not all of them if there are many. */
  readonly all: ReadonlyArray<MailFacts<K>>
  readonly count: number
}

export interface MailText {
  readonly subject: string
  /** Plain text, each a paragraph. */
  readonly paragraphs: ReadonlyArray<string>
  /** Plain text, each an item of a list below the paragraphs. */
  readonly items?: ReadonlyArray<string>
  /** The words on the button; the page that it opens is the same in each language (composeMail.ts). */
  readonly button: string
  /** Why the reader gets it, and what to do if they should not. */
  readonly why: string
}

export interface Texts {
  readonly kinds: { readonly [K in MailKind]: (gathered: Gathered<K>) => MailText }
  /** Below the items, if there are more. */
  readonly andMore: (count: number) => string
  /** Before the address of a button, in the plain text. */
  readonly orOpen: string
  /** The last line. `host`: where rcpt runs. */
  readonly sentBy: (host: string) => string
  /** What `rcpt mail test` sends. */
  readonly test: MailText
}
