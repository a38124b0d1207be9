/**
 * What conversations taught about domains, and for how long it holds: so that a domain's servers are
 * asked the same thing once, not once per address. A verifier without one starts from nothing.
 */
import type { CatchAll } from "@rcpt/domain/Evidence"
import type { Fact } from "@rcpt/domain/Fact"
import { Context } from "effect"
import type { Effect } from "effect"

/** What is known now; whatever is not known, or is too old, is unanswered or absent. */
export interface DomainKnowledge {
  /** Present: it takes any local part. Absent: it refused one that nobody has. */
  readonly catchAll: Fact<CatchAll>
  /** When `catchAll` was learnt, in epoch milliseconds; `undefined` while it is unanswered. */
  readonly learntAt: number | undefined
  /** How long it makes strangers wait before it takes them, as seen so far. Milliseconds. */
  readonly greylistMillis: number | undefined
  /** It takes no MAIL in clear. */
  readonly needsTls: boolean | undefined
}

/** One thing that a conversation taught, and who said it. */
export type Lesson =
  | { readonly about: "catchAll"; readonly takesAll: boolean; readonly source: string }
  | { readonly about: "greylist"; readonly delayMillis: number; readonly source: string }
  | { readonly about: "tls"; readonly needed: boolean; readonly source: string }

export class DomainMemory extends Context.Service<
  DomainMemory,
  {
    readonly recall: (domain: string) => Effect.Effect<DomainKnowledge>
    readonly learn: (domain: string, lesson: Lesson) => Effect.Effect<void>
  }
>()("@rcpt/verifier/DomainMemory") {}
