/**
 * What conversations taught about domains, in Postgres, behind a memory of each node: fast mode asks
 * it about every domain. What a node has seen it believes for a minute, so another node's lesson may
 * take as long to arrive here. A convenience: whatever goes wrong with the database, nothing is known.
 */
import * as GroupCommit from "@rcpt/store/GroupCommit"
import { DomainMemory } from "@rcpt/verifier/DomainMemory"
import type { Lesson } from "@rcpt/verifier/DomainMemory"
import { Clock, Duration, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { LRUCache } from "lru-cache"

import { answerWithin } from "../answerWithin.ts"
import { WriteSql } from "../Database.ts"
import * as lessons from "./lessons.ts"
import type { LessonRow, Lessons } from "./lessons.ts"

/** Nothing known is remembered too: most domains have never been talked to. */
const freshFor = Duration.seconds(60)

/** As many as the verifier keeps of what DNS says. Some 300 octets each, 150 where nothing is known. */
const domainsMax = 100_000

/**
 * A read takes 1 ms, or as long as those before it when many begin at once. A fast answer has other
 * things to wait for meanwhile; a database in trouble must not make it late.
 */
export const recallWaitMax = Duration.millis(200)

/** Whoever learns is about to answer somebody. */
const learnWaitMax = Duration.seconds(1)

/** Domains per statement; a chunk of a bulk job asks about hundreds at once. */
const domainsPerRead = 500

interface Entry {
  readonly lessons: Lessons
  /** In milliseconds of the epoch; 0: the database may know more. */
  readonly freshUntil: number
}

const unknown: Entry = { lessons: lessons.none, freshUntil: 0 }

const seconds = (millis: number): number => millis / 1_000

const readRows = (sql: SqlClient.SqlClient, domains: ReadonlyArray<string>, now: number) =>
  sql<LessonRow>`
    select domain, topic, value, source, learnt_at as "learntAt", expires_at as "expiresAt"
    from domain_knowledge
    where domain = any(${domains}::text[]) and expires_at > to_timestamp(${seconds(now)}::float8)`

const writeRow = (sql: SqlClient.SqlClient, domain: string, learnt: lessons.Learnt) => {
  const { lesson, learntAt, expiresAt } = learnt
  return sql`
    insert into domain_knowledge (domain, topic, value, source, learnt_at, expires_at)
    values (${domain}, ${lesson.about}, ${lessons.valueOf(lesson)}::text::jsonb, ${lesson.source},
      to_timestamp(${seconds(learntAt)}::float8), to_timestamp(${seconds(expiresAt)}::float8))
    on conflict (domain, topic) do update set value = excluded.value, source = excluded.source,
      learnt_at = excluded.learnt_at, expires_at = excluded.expires_at
    where domain_knowledge.learnt_at <= excluded.learnt_at`
}

/** Whether the database did it. */
const tried = <A, E>(effect: Effect.Effect<A, E>) =>
  effect.pipe(
    Effect.as(true),
    Effect.catchCause((cause) =>
      Effect.as(Effect.logDebug("The database knows no domains", cause), false)
    )
  )

const make = Effect.gen(function* () {
  const reads = yield* SqlClient.SqlClient
  const writes = yield* WriteSql
  const entries = new LRUCache<string, Entry>({ max: domainsMax })
  const entryOf = (domain: string): Entry => entries.get(domain) ?? unknown

  const readAll = Effect.fnUntraced(function* (domains: ReadonlyArray<string>) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* readRows(reads, domains, now)
    const freshUntil = now + Duration.toMillis(freshFor)
    for (const domain of domains)
      entries.set(domain, { lessons: entryOf(domain).lessons, freshUntil })
    for (const row of rows) {
      const learnt = lessons.fromRow(row)
      const known = entryOf(row.domain).lessons
      if (learnt !== undefined)
        entries.set(row.domain, { lessons: lessons.add(known, learnt), freshUntil })
    }
    return domains.map(() => Exit.void)
  })

  /** Reads of many domains at once gather behind the one that is on its way. */
  const gathered = yield* GroupCommit.make({
    commit: (_, domains: ReadonlyArray<string>) => readAll(domains),
    concurrency: 1,
    batchMax: domainsPerRead
  })
  const read = (domain: string) => gathered("", domain)

  const known = (domain: string, now: number) => {
    const entry = entryOf(domain)
    return entry.freshUntil > now ? lessons.knowledgeOf(entry.lessons, now) : undefined
  }

  const recall = Effect.fnUntraced(function* (domain: string) {
    const now = yield* Clock.currentTimeMillis
    const fresh = known(domain, now)
    if (fresh !== undefined) return fresh
    yield* tried(answerWithin(recallWaitMax)(read(domain)))
    return lessons.knowledgeOf(entryOf(domain).lessons, now)
  })

  const learn = Effect.fnUntraced(function* (domain: string, lesson: Lesson) {
    const learnt = lessons.learntAt(lesson, yield* Clock.currentTimeMillis)
    if (!lessons.isNews(entryOf(domain).lessons, learnt)) return
    const write = writeRow(writes, domain, learnt)
    const isWritten = yield* tried(answerWithin(learnWaitMax)(write))
    // What was not written is not remembered either, so that it is news when it is said again.
    if (!isWritten) return
    const { lessons: known, freshUntil } = entryOf(domain)
    entries.set(domain, { lessons: lessons.add(known, learnt), freshUntil })
  })

  return DomainMemory.of({ recall, known, learn })
})

export const layer: Layer.Layer<DomainMemory, never, WriteSql | SqlClient.SqlClient> = Layer.effect(
  DomainMemory,
  make
)
