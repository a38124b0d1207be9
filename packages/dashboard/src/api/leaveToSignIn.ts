/** From a page whose session has ended to the sign-in page, and the way back. */
import { navigate } from "wouter/use-browser-location"

export const signInPath = "/sign-in"
export const signUpPath = "/sign-up"

const isStranger = (path: string): boolean => path === signInPath || path === signUpPath

let hasBeenSignedIn = false

/** From here on, a 401 means that a session has ended, not that there never was one. */
export const rememberSignedIn = (): void => {
  hasBeenSignedIn = true
}

export const leaveToSignIn = (): void => {
  const { pathname, search } = window.location
  // Several requests of one page hear of it at once.
  if (isStranger(pathname)) return
  const here = pathname + search
  const words = new URLSearchParams({
    ...(here !== "/" && { next: here }),
    ...(hasBeenSignedIn && { ended: "1" })
  }).toString()
  navigate(signInPath + (words === "" ? "" : `?${words}`), { replace: true })
}

/** The page to return to: a path of ours, whatever somebody has put into a link. */
export const nextPath = (search: string): string => {
  const next = new URLSearchParams(search).get("next") ?? "/"
  const { origin } = window.location
  // Also refuses `//elsewhere` and `/\elsewhere`, which browsers read as another host.
  if (!next.startsWith("/") || !URL.canParse(next, origin)) return "/"
  const url = new URL(next, origin)
  return url.origin === origin && !isStranger(url.pathname) ? url.pathname + url.search : "/"
}
