/**
 * The checks of this session, in memory alone: they are gone with a reload, and with signing out. A
 * check goes on when one leaves the page. Each is sent under a key of its own, so that one whose
 * answer was lost can be asked for again and is charged once (Idempotency-Key of the API).
 */
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { useMutation, useMutationState } from "@tanstack/react-query"

import { refreshCredits } from "../api/account.ts"
import { ApiError } from "../api/ApiError.ts"
import { overviewQuery } from "../api/overview.ts"
import { queryClient } from "../api/queryClient.ts"
import { request } from "../api/request.ts"
import { isSame } from "./Question.ts"
import type { Question } from "./Question.ts"

export interface Sent extends Question {
  readonly key: string
}

export interface Check {
  readonly sent: Sent
  /** Epoch milliseconds. */
  readonly at: number
  readonly result: VerifyResult | undefined
  /** Neither this nor a result: it is on its way. */
  readonly error: Error | undefined
}

const mutationKey = ["verify"]

/** `randomUUID` is for pages over TLS; random bytes are there for all. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("")

/** Milliseconds between questions, and how many: longer than the service takes for anything. */
const stillWait = 1_500
const stillMax = 50

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

const isUnderWay = (error: unknown): boolean => error instanceof ApiError && error.status === 409

const ask = async ({ email, mode, key }: Sent, attempt = 1): Promise<VerifyResult> => {
  try {
    return await request<VerifyResult>("/verify", {
      query: { email, mode, explain: true },
      headers: { "idempotency-key": key }
    })
  } catch (error) {
    if (!isUnderWay(error) || attempt >= stillMax) throw error
    await pause(stillWait)
    return ask({ email, mode, key }, attempt + 1)
  }
}

const settled = (): void => {
  void refreshCredits()
  void queryClient.invalidateQueries({ queryKey: overviewQuery.queryKey })
}

interface Checks {
  /** The newest first, one of each question. */
  readonly checks: ReadonlyArray<Check>
  readonly verify: (question: Question) => void
  /** For the answer to what was sent before. */
  readonly askAgain: (sent: Sent) => void
  /** How often it was sent. */
  readonly timesSent: (sent: Sent) => number
}

export const useChecks = (): Checks => {
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (sent: Sent) => ask(sent),
    gcTime: Infinity,
    onSettled: settled
  })
  const all = useMutationState({
    filters: { mutationKey },
    select: ({ state }): Check => ({
      sent: state.variables as Sent,
      at: state.submittedAt,
      result: state.data as VerifyResult | undefined,
      error: state.error ?? undefined
    })
  }).toReversed()
  const isNewest = ({ sent }: Check, place: number): boolean =>
    all.findIndex((other) => isSame(other.sent, sent)) === place
  return {
    checks: all.filter(isNewest),
    verify: ({ email, mode }) => mutate({ email, mode, key: newKey() }),
    askAgain: (sent) => mutate(sent),
    timesSent: ({ key }) => all.filter(({ sent }) => sent.key === key).length
  }
}
