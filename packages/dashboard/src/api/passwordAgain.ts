/**
 * The question for the password before some changes. When the service says that a password has to be
 * entered again, a dialog asks for it (session/PasswordAgain.tsx), and then the request is sent again.
 */
import { useSyncExternalStore } from "react"

import { ApiError } from "./ApiError.ts"

export const isPasswordNeeded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "password_needed"

interface Question {
  /** Resolves with false if the person cancels the dialog. */
  readonly answered: Promise<boolean>
  readonly answer: (isEntered: boolean) => void
}

let question: Question | undefined
const listeners = new Set<() => void>()

const set = (next: Question | undefined): void => {
  question = next
  for (const listener of listeners) listener()
}

const ask = (): Question => {
  const { promise: answered, resolve } = Promise.withResolvers<boolean>()
  const answer = (isEntered: boolean): void => {
    set(undefined)
    resolve(isEntered)
  }
  return { answered, answer }
}

/**
 * Asks for the password and resolves with whether it was entered. Several requests that wait share one
 * dialog.
 */
export const enterPasswordAgain = (): Promise<boolean> => {
  if (question === undefined) set(ask())
  return question!.answered
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The question that waits for an answer. */
export const usePasswordQuestion = (): Question | undefined =>
  useSyncExternalStore(subscribe, () => question)
