/** What is asked: an address and how thoroughly. The URL holds it, so that Back and links find it. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { pathWith } from "../api/request.ts"

export type Mode = NonNullable<VerifyResult["mode"]>

export interface Question {
  readonly email: string
  readonly mode: Mode
}

export const questionIn = (search: string): Question => {
  const words = new URLSearchParams(search)
  return {
    email: (words.get("email") ?? "").trim(),
    mode: words.get("mode") === "deep" ? "deep" : "fast"
  }
}

/** Fast is what no word means, as in the API. */
export const questionPath = ({ email, mode }: Question): string =>
  pathWith("/verify", { email, mode: mode === "deep" ? mode : undefined })

export const isSame = (one: Question, other: Question): boolean =>
  one.email === other.email && one.mode === other.mode
