/** A requested check: an address and a mode. It is in the URL, so that Back and links work. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { pathWith } from "../api/request.ts"

export type Mode = NonNullable<VerifyResult["mode"]>

export interface VerifyRequest {
  readonly email: string
  readonly mode: Mode
}

export const requestIn = (search: string): VerifyRequest => {
  const params = new URLSearchParams(search)
  return {
    email: (params.get("email") ?? "").trim(),
    mode: params.get("mode") === "deep" ? "deep" : "fast"
  }
}

/** The path of a check. Fast is the default, as in the API. */
export const requestPath = ({ email, mode }: VerifyRequest): string =>
  pathWith("/verify", { email, mode: mode === "deep" ? mode : undefined })

export const isSameRequest = (one: VerifyRequest, other: VerifyRequest): boolean =>
  one.email === other.email && one.mode === other.mode
