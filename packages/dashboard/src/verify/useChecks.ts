/**
 * The checks since the page was loaded, in memory only: a reload or signing out clears them. A check
 * continues when the user opens another page. Each is sent with its own idempotency key, so that a check
 * whose response was lost can be sent again and is charged once.
 */
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { useMutation, useMutationState } from "@tanstack/react-query"

import { refreshCredits } from "../api/account.ts"
import { ApiError } from "../api/ApiError.ts"
import { overviewQuery } from "../api/overview.ts"
import { queryClient } from "../api/queryClient.ts"
import { newIdempotencyKey, request } from "../api/request.ts"
import { isSameRequest } from "./verifyRequest.ts"
import type { VerifyRequest } from "./verifyRequest.ts"

interface SentRequest extends VerifyRequest {
  readonly key: string
}

export interface Check {
  readonly sent: SentRequest
  /** The time of the request, in epoch milliseconds. */
  readonly at: number
  readonly result: VerifyResult | undefined
  /** The error. A check without an error and a result is in progress. */
  readonly error: Error | undefined
}

const mutationKey = ["verify"]

/** Milliseconds between attempts, and their number: together longer than any check takes. */
const attemptInterval = 1_500
const attemptsMax = 50

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Whether an earlier attempt with the same key is still in progress. */
const isInProgress = (error: unknown): boolean => error instanceof ApiError && error.status === 409

const send = async ({ email, mode, key }: SentRequest, attempt = 1): Promise<VerifyResult> => {
  try {
    return await request<VerifyResult>("/verify", {
      query: { email, mode, explain: true },
      headers: { "idempotency-key": key }
    })
  } catch (error) {
    if (!isInProgress(error) || attempt >= attemptsMax) throw error
    await pause(attemptInterval)
    return send({ email, mode, key }, attempt + 1)
  }
}

const refreshAccount = (): void => {
  void refreshCredits()
  void queryClient.invalidateQueries({ queryKey: overviewQuery.queryKey })
}

interface Checks {
  /** The checks, newest first, only the newest of each address and mode. */
  readonly checks: ReadonlyArray<Check>
  readonly verify: (request: VerifyRequest) => void
  /** Sends a check again with its idempotency key. */
  readonly retry: (sent: SentRequest) => void
  readonly timesSent: (sent: SentRequest) => number
}

export const useChecks = (): Checks => {
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (sent: SentRequest) => send(sent),
    gcTime: Infinity,
    onSettled: refreshAccount
  })
  const all = useMutationState({
    filters: { mutationKey },
    select: ({ state }): Check => ({
      sent: state.variables as SentRequest,
      at: state.submittedAt,
      result: state.data as VerifyResult | undefined,
      error: state.error ?? undefined
    })
  }).toReversed()
  const isNewest = ({ sent }: Check, index: number): boolean =>
    all.findIndex((other) => isSameRequest(other.sent, sent)) === index
  return {
    checks: all.filter(isNewest),
    verify: ({ email, mode }) => mutate({ email, mode, key: newIdempotencyKey() }),
    retry: (sent) => mutate(sent),
    timesSent: ({ key }) => all.filter(({ sent }) => sent.key === key).length
  }
}
