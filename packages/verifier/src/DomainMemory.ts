/**
 * What conversations taught about domains, and for how long it holds: so that a domain's servers are
 * asked the same thing once, not once per address. A verifier without one starts from nothing.
 */
import type { CatchAll } from "@rcpt/domain/Evidence"
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { LRUCache } from "lru-cache"

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

/** Domains that a process remembers, about 300 bytes each. The one asked for longest ago goes first. */
const domainsKeptMax = 50_000

/** Mailboxes of a domain come and go by the hour, its manners by the month. */
export const lessonLifetime: Readonly<Record<Lesson["about"], Duration.Duration>> = {
  catchAll: Duration.hours(24),
  greylist: Duration.days(7),
  tls: Duration.days(7)
}

type Known = { readonly [About in Lesson["about"]]?: Extract<Lesson, { about: About }> & Learnt }
interface Learnt {
  readonly learntAt: number
}

const asKnowledge = ({ catchAll, greylist, tls }: Known): DomainKnowledge => ({
  catchAll:
    catchAll === undefined
      ? unanswered("not probed")
      : catchAll.takesAll
        ? present({ because: `${catchAll.source} took an address that nobody has` })
        : absent,
  learntAt: catchAll?.learntAt,
  greylistMillis: greylist?.delayMillis,
  needsTls: tls?.needed
})

const withoutOld = (known: Known, now: number): Known =>
  Object.fromEntries(
    Object.entries(known).filter(
      ([, { about, learntAt }]) => now < learntAt + Duration.toMillis(lessonLifetime[about])
    )
  )

const inProcess = (): DomainMemory["Service"] => {
  const domains = new LRUCache<string, Known>({ max: domainsKeptMax })
  const known = (domain: string, now: number) =>
    asKnowledge(withoutOld(domains.get(domain) ?? {}, now))
  return {
    recall: (domain) => Effect.map(Clock.currentTimeMillis, (now) => known(domain, now)),
    known,
    learn: (domain, lesson) =>
      Effect.map(Clock.currentTimeMillis, (learntAt) => {
        const lessons = withoutOld(domains.get(domain) ?? {}, learntAt)
        domains.set(domain, { ...lessons, [lesson.about]: { ...lesson, learntAt } })
      })
  }
}

export class DomainMemory extends Context.Service<
  DomainMemory,
  {
    readonly recall: (domain: string) => Effect.Effect<DomainKnowledge>
    /** The same, if it is in memory; `now` in epoch milliseconds. */
    readonly known: (domain: string, now: number) => DomainKnowledge | undefined
    readonly learn: (domain: string, lesson: Lesson) => Effect.Effect<void>
  }
>()("@rcpt/verifier/DomainMemory") {
  /** Of this process alone, and gone with it. */
  static readonly layerLocal: Layer.Layer<DomainMemory> = Layer.sync(DomainMemory, inProcess)
}
