/** The time that a call may take, and the signal by which it ends: that of its time, or the caller's. */
import { TimeoutError } from "./RcptError.ts"

/** Milliseconds: a timer of JavaScript that is set for longer rings at once. */
const timerMax = 2_147_483_647

export class Deadline {
  readonly #controller = new AbortController()
  readonly #endsAt: number
  readonly #stopListening: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `timeout`: milliseconds. */
  constructor(timeout: number, signal?: AbortSignal) {
    this.#endsAt = Date.now() + timeout
    const expire = () =>
      this.#controller.abort(new TimeoutError(`there was no answer within ${timeout} ms`))
    if (timeout <= timerMax) this.#timer = setTimeout(expire, timeout)
    const abort = () => this.#controller.abort(signal?.reason)
    signal?.addEventListener("abort", abort, { once: true })
    this.#stopListening = () => signal?.removeEventListener("abort", abort)
    if (signal?.aborted) abort()
  }

  /** Its reason is a `TimeoutError`, or the caller's. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Milliseconds. */
  get left(): number {
    return this.#endsAt - Date.now()
  }

  /** From now on only the caller ends it: for an answer that is read as a stream. */
  stopClock(): void {
    clearTimeout(this.#timer)
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#stopListening()
  }
}

/** Rejects with the signal's reason when it is aborted. */
export const sleep = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end)
      resolve()
    }, millis)
    if (signal.aborted) end()
    else signal.addEventListener("abort", end, { once: true })
  })
