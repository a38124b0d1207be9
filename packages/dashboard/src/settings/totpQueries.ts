/** Requests for the second factor. */
import type { Message } from "@rcpt/api/Message"
import type { RecoveryCodes, TotpEnrolment, TotpState } from "@rcpt/api/Totp"
import { queryOptions } from "@tanstack/react-query"

import { request } from "../api/request.ts"

export const totpQuery = queryOptions({
  queryKey: ["totp"],
  queryFn: ({ signal }) => request<TotpState>("/totp", { signal })
})

export const beginTotp = (): Promise<TotpEnrolment> => request("/totp", { method: "POST" })

export const enableTotp = (code: string): Promise<RecoveryCodes> =>
  request("/totp/confirm", { method: "POST", body: { code } })

export const renewRecoveryCodes = (): Promise<RecoveryCodes> =>
  request("/totp/recovery-codes", { method: "POST" })

export const disableTotp = (): Promise<Message> => request("/totp", { method: "DELETE" })
