/** Requests for signing in, up and out, and for changing the password. */
import type { Message } from "@rcpt/api/Message"
import type {
  Credentials,
  NewAccount,
  PasswordChange,
  PasswordEntry,
  Session,
  SessionSeen,
  SignUpOffer
} from "@rcpt/api/Session"
import { queryOptions } from "@tanstack/react-query"

import { request } from "./request.ts"

export const signIn = (body: Credentials): Promise<Session> =>
  request("/session", { method: "POST", body })

export const signUp = (body: NewAccount): Promise<Message> =>
  request("/signup", { method: "POST", body })

export const signOut = (): Promise<Message> => request("/session", { method: "DELETE" })

export const signOutEverywhere = (): Promise<Message> => request("/sessions", { method: "DELETE" })

export const endSession = (id: string): Promise<Message> =>
  request(`/sessions/${encodeURIComponent(id)}`, { method: "DELETE" })

/** Enters the password again (passwordAgain.ts). */
export const confirmPassword = (body: PasswordEntry): Promise<Message> =>
  request("/session/confirm", { method: "POST", body })

export const changePassword = (body: PasswordChange): Promise<Message> =>
  request("/password", { method: "POST", body })

/** Fetches whether sign-up is open, and how many credits a new account gets. */
export const signUpOfferQuery = queryOptions({
  queryKey: ["signup"],
  queryFn: ({ signal }) => request<SignUpOffer>("/signup", { signal }),
  staleTime: Infinity
})

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => request<ReadonlyArray<SessionSeen>>("/sessions", { signal })
})
