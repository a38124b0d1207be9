/**
 * Commits a batch of commands of one account: reads the account's state, decides, and appends what was
 * decided. The decisions are in `domain/Credits`.
 */
import { createHash } from "node:crypto"

import * as Credits from "@rcpt/domain/Credits"
import type { Rejection } from "@rcpt/domain/Credits"
import { EventStore } from "@rcpt/store/EventStore"
import type { LockWait, StoreUnavailable } from "@rcpt/store/EventStore"
import { isLocked } from "@rcpt/store/unavailable"
import { Effect, Exit, HashMap, Result } from "effect"

import type { AccountCache } from "./AccountCache.ts"
import type { LedgerCommand, Reply } from "./commands.ts"
import { ledgerStream, toAppend, toState } from "./ledgerRows.ts"

type Outcomes = ReadonlyArray<Exit.Exit<void, Rejection>>

interface Committed {
  readonly outcomes: Outcomes
  /** The state after the batch. */
  readonly after: Credits.Credits
}

/**
 * Commits one batch of one account in one transaction: lock, read, decide, append. Other modules use
 * it only to change credits in the same transaction as something else.
 */
export const commitCommands = (
  account: string,
  batch: ReadonlyArray<LedgerCommand>,
  lockWait: LockWait = "full"
): Effect.Effect<Committed, StoreUnavailable, EventStore> =>
  EventStore.use((store) =>
    store.transact(
      {
        streams: [ledgerStream(account)],
        accounts: [account],
        holds: batch.flatMap(({ holds, opens }) => [...holds, ...opens]),
        commands: batch.flatMap((command) => command.postings)
      },
      (view) => {
        const version = view.versions[ledgerStream(account)] ?? 0
        const { events, outcomes, replies, state } = decideAll(batch, toState(account, view))
        const append =
          events.length === 0 ? undefined : toAppend(account, version, events, sha256, replies)
        return Result.succeed({ append, outcome: { outcomes, after: state } })
      },
      lockWait
    )
  )

/** Commits as a node does: on the state that it has cached where that is enough. */
export const commitsOf = (store: EventStore["Service"], cache: AccountCache) => {
  const readAndCommit = (
    account: string,
    batch: ReadonlyArray<LedgerCommand>,
    lockWait: LockWait
  ) =>
    commitCommands(account, batch, lockWait).pipe(
      Effect.map(({ outcomes, after }) => {
        cache.set(account, after)
        return outcomes
      }),
      Effect.provideService(EventStore, store)
    )

  /**
   * Commits on the cached state where that is enough; otherwise, or if the database refuses what followed
   * from it, reads first. Another node's commits do not matter: see the cache.
   */
  const commit = (
    account: string,
    batch: ReadonlyArray<LedgerCommand>,
    lockWait: Exclude<LockWait, "full">
  ) =>
    Effect.suspend(() => {
      const cached = cache.get(account)
      const decided = decideFromCache(cached, batch)
      // Until the outcome of this commit is known, the account's state is unknown.
      cache.forget(account)
      if (cached === undefined || decided === undefined)
        return readAndCommit(account, batch, lockWait)
      return store.append(toAppend(account, "any", decided.events, sha256), lockWait).pipe(
        Effect.map(({ available }) => {
          const after = decided.after
          cache.set(account, { ...after, available: available[account] ?? after.available })
          return decided.outcomes
        }),
        Effect.tapError((error) =>
          Effect.sync(() => {
            // Nothing was written.
            if (isLocked(error)) cache.set(account, cached)
          })
        ),
        Effect.catchTag(["VersionConflict", "CommandAltered"], () =>
          readAndCommit(account, batch, lockWait)
        ),
        // A hold that exists already, or is gone; too little credit. The read shows it, or dies too.
        Effect.catchDefect(() => readAndCommit(account, batch, lockWait))
      )
    })

  return commit
}

/** Each command sees what those before it decided; a rejected one leaves the state unchanged. */
const decideAll = (batch: ReadonlyArray<LedgerCommand>, from: Credits.Credits) => {
  const events: Array<Credits.CreditsEvent> = []
  const replies: Array<Reply> = []
  let state = from
  const outcomes = batch.map((command): Exit.Exit<void, Rejection> => {
    const decision = command.decide(state)
    if (Result.isFailure(decision)) return Exit.fail(decision.failure)
    state = decision.success.reduce(Credits.evolve, state)
    events.push(...decision.success)
    if (command.reply !== undefined && decision.success.length > 0) {
      replies.push(command.reply)
      const postings = HashMap.set(state.postings, command.reply.commandId, 0)
      state = { ...state, postings }
    }
    return Exit.void
  })
  return { events, outcomes, replies, state }
}

/**
 * Decides on the cached state, when that is enough: it has all holds, each command changes something,
 * and none is rejected. A rejection is never returned without a read.
 */
const decideFromCache = (
  from: Credits.Credits | undefined,
  batch: ReadonlyArray<LedgerCommand>
) => {
  if (from === undefined) return undefined
  const isCovered = ({ holds, opens, postings }: LedgerCommand) =>
    postings.length === 0 &&
    holds.every((id) => HashMap.has(from.holds, id)) &&
    !opens.some((id) => HashMap.has(from.holds, id))
  if (!batch.every(isCovered)) return undefined
  const { events, outcomes, state } = decideAll(batch, from)
  if (events.length < batch.length || !outcomes.every(Exit.isSuccess)) return undefined
  return { events, outcomes, after: state }
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")
