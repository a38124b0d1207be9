/** What a kind of inlet reads from a request: events of mail. */
import type { InletOutcome } from "@rcpt/domain/Inlet"

import { jsonIn, textAt } from "../../feedback/jsonFields.ts"

/** A request of a service, as its signature is about it. */
export interface Sent {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  /** The URL as the service knows it. */
  readonly url: string
}

export interface MailEvent {
  /** The service's id of it, with which it comes again if our answer was lost. */
  readonly id: string
  /** `undefined`: it names nobody. */
  readonly email: string | undefined
  /** The service's own word. */
  readonly type: string
  readonly outcome: InletOutcome
  /** The mail server's reply, and what tells it in the words of the service. */
  readonly response: string | undefined
  /** Epoch milliseconds; `undefined`: the service does not say. */
  readonly at: number | undefined
}

/** By the service's own word. Words that are not in it are about other things. */
export type Outcomes = Readonly<Record<string, InletOutcome>>

const decoder = new TextDecoder()

export const bodyText = ({ body }: Pick<Sent, "body">): string => decoder.decode(body)

/** Services post one event as an object, and several as a list. */
export const eventsIn = (sent: Sent): ReadonlyArray<unknown> => {
  const json = jsonIn(bodyText(sent))
  const all: ReadonlyArray<unknown> = Array.isArray(json) ? json : [json]
  return all.filter((one) => typeof one === "object" && one !== null && !Array.isArray(one))
}

/** The id that the service gives; without one, an event that is the same in all is the same event. */
export const idAt = (event: unknown, name: string): string | undefined =>
  textAt(event, name) ?? (typeof event === "object" ? JSON.stringify(event) : undefined)

/** Milliseconds since the epoch. */
export const ofMillis = (text: string | undefined): number | undefined => {
  const millis = Number(text ?? Number.NaN)
  return Number.isFinite(millis) ? Math.round(millis) : undefined
}

/** Seconds since the epoch, with or without a fraction. */
export const ofSeconds = (text: string | undefined): number | undefined => {
  const seconds = Number(text ?? Number.NaN)
  return ofMillis(String(seconds * 1_000))
}

/** A code of SMTP (RFC 5321) or of RFC 3463. */
const code = /(?<![\w.])[245](?:\d\d|\.\d{1,3}\.\d{1,3})(?!\w)/

export const hasCode = (text: string): boolean => code.test(text)

/** A reply whose code stands in a field of its own. */
export const withCode = (
  replyCode: string | undefined,
  text: string | undefined
): string | undefined =>
  text === undefined || replyCode === undefined || hasCode(text.slice(0, replyCode.length))
    ? (text ?? replyCode)
    : `${replyCode} ${text}`
