/** Requests of a person about themselves: signing in, up and out, the password, the email, and what is mailed to it. */
import type { Message } from "@rcpt/api/Message"
import type {
  EmailChange,
  EmailChangeState,
  LinkRequest,
  MailedToken,
  PasswordReset,
  Preferences,
  SignUpConfirmation
} from "@rcpt/api/Profile"
import type {
  Credentials,
  NewAccount,
  PasswordChange,
  PasswordEntry,
  ProviderJoin,
  Session,
  SessionSeen,
  SignedOut,
  SignUpOffer
} from "@rcpt/api/Session"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { navigate } from "wouter/use-browser-location"

import { signInPath } from "./leaveToSignIn.ts"
import { queryClient } from "./queryClient.ts"
import { read, request } from "./request.ts"

export const signIn = (body: Credentials): Promise<Session> =>
  request("/session", { method: "POST", body })

export const signUp = (body: NewAccount): Promise<Message> =>
  request("/signup", { method: "POST", body })

export const joinProvider = (body: ProviderJoin): Promise<Message> =>
  request("/session/provider", { method: "POST", body })

export const signOut = (): Promise<SignedOut> => request("/session", { method: "DELETE" })

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
  queryFn: read<SignUpOffer>("/signup"),
  staleTime: Infinity
})

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: read<Session>("/session")
})

/** The name of the provider of OpenID Connect, if the session was begun there. */
export const useProvider = (): string | undefined => useQuery(sessionQuery).data?.provider

/** Whether the service sends mail. Until that is known, as without. */
export const useMailSent = (): boolean => useQuery(signUpOfferQuery).data?.mail ?? false

export const confirmSignUp = (body: SignUpConfirmation): Promise<Session> =>
  request("/signup/confirm", { method: "POST", body })

export const requestPasswordReset = (body: LinkRequest): Promise<Message> =>
  request("/password/forgot", { method: "POST", body })

export const resetPassword = (body: PasswordReset): Promise<Message> =>
  request("/password/reset", { method: "POST", body })

export const takeEmailBack = (body: PasswordReset): Promise<Message> =>
  request("/email/take-back", { method: "POST", body })

export const confirmEmail = (body: MailedToken): Promise<Message> =>
  request("/email/confirm", { method: "POST", body })

export const changeEmail = (body: EmailChange): Promise<EmailChangeState> =>
  request("/account/email", { method: "POST", body })

export const preferencesQuery = queryOptions({
  queryKey: ["preferences"],
  queryFn: read<Preferences>("/account/preferences")
})

export const setPreferences = (body: Preferences): Promise<Preferences> =>
  request("/account/preferences", { method: "PUT", body })

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: read<ReadonlyArray<SessionSeen>>("/sessions")
})

/** Opens the page to sign in, and forgets what is known of the account. */
export const showSignIn = (): void => {
  navigate(signInPath)
  queryClient.clear()
}
