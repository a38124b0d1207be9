/**
 * What is remembered of a domain, as it stands in the database and in the memory of a node: the last
 * lesson about each topic, with the time until which it is believed.
 */
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { DomainKnowledge, Lesson } from "@rcpt/verifier/DomainMemory"
import { Duration, Option, Schema } from "effect"

/** An administrator who turns his catch-all off, and then checks a list, has waited a day at most. */
const takesAllLifetime = Duration.hours(24)

/** As long: where a catch-all has been turned on since, made-up names look real until then. */
const refusesLifetime = Duration.hours(24)

/** A property of the software in use, which hardly ever changes. Postgrey knows us for 35 days too. */
const greylistLifetime = Duration.days(30)

/** Believed wrongly it only costs a STARTTLS, which we try anyway; a demand is rarely taken back. */
const tlsLifetime = Duration.days(7)

/** Said again within this part of its lifetime, a lesson is not worth another write. */
const repeatedPart = 0.1

export interface Learnt {
  readonly lesson: Lesson
  /** Both in milliseconds of the epoch. */
  readonly learntAt: number
  readonly expiresAt: number
}

/** By topic. */
export type Lessons = { readonly [About in Lesson["about"]]?: Learnt }

export const none: Lessons = {}

const lifetimeOf = (lesson: Lesson): Duration.Duration => {
  if (lesson.about === "greylist") return greylistLifetime
  if (lesson.about === "tls") return tlsLifetime
  return lesson.takesAll ? takesAllLifetime : refusesLifetime
}

export const learntAt = (lesson: Lesson, now: number): Learnt => ({
  lesson,
  learntAt: now,
  expiresAt: now + Duration.toMillis(lifetimeOf(lesson))
})

/** What was learnt later wins. */
export const add = (lessons: Lessons, learnt: Learnt): Lessons => {
  const known = lessons[learnt.lesson.about]
  return known !== undefined && known.learntAt > learnt.learntAt
    ? lessons
    : { ...lessons, [learnt.lesson.about]: learnt }
}

const sameValue = (one: Lesson, other: Lesson): boolean => valueOf(one) === valueOf(other)

/** Whether it is not what was learnt only just now. */
export const isNews = (lessons: Lessons, { lesson, learntAt, expiresAt }: Learnt): boolean => {
  const known = lessons[lesson.about]
  return (
    known === undefined ||
    !sameValue(known.lesson, lesson) ||
    learntAt - known.learntAt > (expiresAt - learntAt) * repeatedPart
  )
}

const nothingKnown: DomainKnowledge = {
  catchAll: unanswered("not probed"),
  learntAt: undefined,
  greylistMillis: undefined,
  needsTls: undefined
}

const taughtBy = ({ lesson, learntAt }: Learnt): Partial<DomainKnowledge> => {
  switch (lesson.about) {
    case "catchAll": {
      // Without a time: the same evidence gets the same sentence, however old it is.
      const because = `${lesson.source} took an address that nobody has`
      return { catchAll: lesson.takesAll ? present({ because }) : absent, learntAt }
    }
    case "greylist":
      return { greylistMillis: lesson.delayMillis }
    case "tls":
      return { needsTls: lesson.needed }
  }
}

/** What is still believed. */
export const knowledgeOf = (lessons: Lessons, now: number): DomainKnowledge =>
  Object.values(lessons).reduce(
    (known, learnt) => (learnt.expiresAt > now ? { ...known, ...taughtBy(learnt) } : known),
    nothingKnown
  )

const Stored = Schema.Union([
  Schema.Struct({ about: Schema.Literal("catchAll"), takesAll: Schema.Boolean }),
  Schema.Struct({ about: Schema.Literal("greylist"), delayMillis: Schema.Finite }),
  Schema.Struct({ about: Schema.Literal("tls"), needed: Schema.Boolean })
])
const decode = Schema.decodeUnknownOption(Stored)

export interface LessonRow {
  readonly domain: string
  readonly topic: string
  readonly value: unknown
  readonly source: string
  readonly learntAt: Date
  readonly expiresAt: Date
}

/** As JSON, without what has a column of its own. */
export const valueOf = ({ about: _about, source: _source, ...value }: Lesson): string =>
  JSON.stringify(value)

/** `undefined`: a newer version of us has learnt something that this one does not know. */
export const fromRow = ({ topic, value, ...row }: LessonRow): Learnt | undefined => {
  const stored = decode({ about: topic, ...(value as object) })
  return Option.isNone(stored)
    ? undefined
    : {
        lesson: { ...stored.value, source: row.source },
        learntAt: row.learntAt.getTime(),
        expiresAt: row.expiresAt.getTime()
      }
}
