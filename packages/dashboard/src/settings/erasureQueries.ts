/** Requests of the right to erasure, and what its receipt calls the places. */
import type { ClosedAccount, ErasedPlace, ErasureReceipt } from "@rcpt/api/Erasure"

import { request } from "../api/request.ts"
import { words } from "../words/settings.tsx"

export const eraseAddress = (email: string): Promise<ErasureReceipt> =>
  request("/account/data", { method: "DELETE", query: { email } })

export const closeAccount = (): Promise<ClosedAccount> => request("/account", { method: "DELETE" })

/** A newer service may have places that this page does not know. */
export const placeLabel = (place: ErasedPlace): string =>
  words.erasure.places[place] ?? (place as string).replaceAll("_", " ")
