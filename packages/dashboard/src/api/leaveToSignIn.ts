/** Redirects to the sign-in page when a session has ended, and back after signing in. */
import { navigate } from "wouter/use-browser-location"

export const signInPath = "/sign-in"
export const signUpPath = "/sign-up"
export const forgotPath = "/forgot"

/** Begins a sign-in at the provider of OpenID Connect. It is no page of the dashboard, but leaves it. */
export const providerPath = (query: Readonly<Record<string, string>>): string =>
  `/oidc/sign-in?${new URLSearchParams(query).toString()}`

/** Pages that a link opens: they take its token from behind `#`. */
const linkedPaths = [
  "/connect",
  "/confirmed",
  "/join",
  "/confirm",
  "/reset",
  "/email",
  "/take-back"
]

const isSignedOutPage = (path: string): boolean =>
  [signInPath, signUpPath, forgotPath, ...linkedPaths].includes(path)

let hasBeenSignedIn = false

/** From now on, a 401 means that a session has ended, not that there never was one. */
export const rememberSignedIn = (): void => {
  hasBeenSignedIn = true
}

export const leaveToSignIn = (): void => {
  const { pathname, search } = window.location
  // Several requests of one page may fail at once.
  if (isSignedOutPage(pathname)) return
  const here = pathname + search
  const query = new URLSearchParams({
    ...(here !== "/" && { next: here }),
    ...(hasBeenSignedIn && { ended: "1" })
  }).toString()
  navigate(signInPath + (query === "" ? "" : `?${query}`), { replace: true })
}

/** The page to return to after signing in: always a path of this site, whatever the link contains. */
export const nextPath = (search: string): string => {
  const next = new URLSearchParams(search).get("next") ?? "/"
  const { origin } = window.location
  // Also refuses `//elsewhere` and `/\elsewhere`, which browsers read as another host.
  if (!next.startsWith("/") || !URL.canParse(next, origin)) return "/"
  const url = new URL(next, origin)
  return url.origin === origin && !isSignedOutPage(url.pathname) ? url.pathname + url.search : "/"
}
