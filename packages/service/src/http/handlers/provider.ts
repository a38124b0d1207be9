/**
 * Sign-in at the provider of OpenID Connect. A browser goes to `/oidc/sign-in`, which sends it to the provider, and comes
 * back to `/oidc/callback`. What it has to bring back is in a cookie that it cannot read and that nobody else has. The
 * provider itself posts to `/oidc/logout`.
 */
import { randomUUID } from "node:crypto"

import { Api } from "@rcpt/api/Api"
import { joinEnded, notConfirmed, unauthorized, codeNeeded, codeRefused } from "@rcpt/api/Problem"
import type { ProviderJoin } from "@rcpt/api/Session"
import { Clock, Duration, Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiSecurity } from "effect/http-api"

import { Provider, providerPaths } from "../../accounts/provider/Provider.ts"
import type { Arrival, Client, Flow, ProviderFailed } from "../../accounts/provider/Provider.ts"
import { signOutByProvider } from "../../accounts/provider/providerLogouts.ts"
import {
  confirmAtProvider,
  joinProvider,
  signInAtProvider
} from "../../accounts/provider/providerPeople.ts"
import type { Joining } from "../../accounts/provider/providerPeople.ts"
import { Refusals } from "../../accounts/security/Refusals.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { countAttempt } from "../../accounts/sessions/signIn.ts"
import { Config } from "../../platform/Config.ts"
import { readTimeout } from "../../platform/readTimeout.ts"
import { ofPurpose } from "../../platform/SecretBox.ts"
import { makeSessionCookie } from "../sessionCookie.ts"
import { beginSession, browserOf, signInWaitMax, tryLater } from "./session.ts"

/** The person enters a password and perhaps a code at the provider meanwhile. */
const flowLasts = Duration.minutes(10)

/** Pages of the dashboard. */
const signInPage = "/sign-in"
const joinPage = "/connect"
/** In a tab of its own, which the person closes. */
const confirmedPage = "/confirmed"

// The cookie: what is under way in this browser, encrypted, so that it is only what we have written.

interface Kept {
  /** Epoch milliseconds. */
  readonly since: number
  readonly flow?: Flow & { readonly next: string; readonly isFresh: boolean }
  readonly joining?: Joining
}

const cookieNamed = (key: string) => HttpApiSecurity.apiKey({ key, in: "cookie" })
const names = { host: cookieNamed("__Host-rcpt_provider"), plain: cookieNamed("rcpt_provider") }

const cookie = Effect.map(Config, (config) => makeSessionCookie(config, names))
const box = ofPurpose("sign-in at the provider")
/** What the box is bound to: it is no session. */
const browser = "browser"

const keep = Effect.fnUntraced(function* (kept: Omit<Kept, "since">) {
  const since = yield* Clock.currentTimeMillis
  const sealed = (yield* box).seal(browser, JSON.stringify({ ...kept, since } satisfies Kept))
  const { set } = yield* cookie
  yield* set(Buffer.from(sealed).toString("base64url"), flowLasts)
})

const forget = Effect.flatMap(cookie, ({ remove }) => remove)

/** `undefined`: the browser has nothing under way, or began it too long ago. */
const kept = Effect.gen(function* () {
  const { read } = yield* cookie
  const text = (yield* box).open(browser, Buffer.from(yield* read, "base64url"))
  if (text === undefined) return undefined
  // Only `keep` writes it.
  const found = JSON.parse(text) as Kept
  return (yield* Clock.currentTimeMillis) - found.since < Duration.toMillis(flowLasts)
    ? found
    : undefined
})

// The browser.

const to = (location: string) =>
  HttpServerResponse.empty({ status: 302, headers: { location, "cache-control": "no-store" } })

/** The page has a sentence for each word. */
const refusedAs = (why: string, page = signInPage) => to(`${page}?refused=${why}`)

const noSuchPath = HttpServerResponse.jsonUnsafe({ error: "not found" }, { status: 404 })

const ofProvider = <E, R>(
  handle: (client: Client) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) => Effect.flatMap(Provider, (client) => (client ? handle(client) : Effect.succeed(noSuchPath)))

/** The query as the browser has sent it. */
const query = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) =>
  url.slice(url.indexOf("?") + 1 || url.length)
)

/** A path of this service, and never of another one: browsers read `//` and `/\` as the beginning of a host. */
const isOwnPath = (next: string, base: string): boolean =>
  /^\/(?![/\\])/.test(next) && URL.canParse(next, base) && new URL(next, base).origin === base

const badNext = HttpServerResponse.jsonUnsafe(
  { error: "next must be a path of this service, such as /jobs" },
  { status: 400 }
)

const failedAs = ({ kind, why }: ProviderFailed) =>
  Effect.as(
    Effect.logWarning(`Sign-in at the provider: ${why}`),
    kind === "ended" ? "invalid" : kind
  )

const begin = ofProvider((client) =>
  Effect.gen(function* () {
    const asked = new URLSearchParams(yield* query)
    const isFresh = asked.get("fresh") === "1"
    const next = isFresh ? confirmedPage : (asked.get("next") ?? "/")
    if (!isOwnPath(next, new URL(client.redirectUrl).origin)) return badNext
    const { url, flow } = yield* client.begin({ isFresh })
    yield* keep({ flow: { ...flow, next, isFresh } })
    return to(url)
  }).pipe(
    Effect.catchTag("ProviderFailed", (failed) =>
      Effect.map(failedAs(failed), (why) => refusedAs(why))
    )
  )
)

/** A person who is refused finds it in the security events of their account. */
const noteRefusal = ({ claims: { email } }: Arrival) =>
  Refusals.use(({ note }) =>
    typeof email === "string" ? note("sign_in_failed", { _tag: "Email", email }) : Effect.void
  )

const finish = Effect.fnUntraced(function* (
  arrival: Arrival,
  { next, isFresh }: NonNullable<Kept["flow"]>,
  askedAt: number
) {
  const { address: _, ...here } = yield* browserOf(yield* HttpServerRequest.HttpServerRequest)
  if (isFresh) {
    const session = yield* Sessions.use(({ holderOf }) => holderOf(here.held))
    yield* confirmAtProvider(arrival, { session, askedAt })
    return to(next)
  }
  const { issuer, subject } = arrival
  return yield* signInAtProvider(arrival, here).pipe(
    Effect.flatMap(beginSession),
    Effect.as(to(next)),
    Effect.catchTag("PasswordFirst", ({ email }) =>
      // Behind `#`, so that no server, log or other page sees the address.
      Effect.as(
        keep({ joining: { issuer, subject, email } }),
        to(`${joinPage}#${new URLSearchParams({ email }).toString()}`)
      )
    )
  )
})

const comeBack = ofProvider((client) =>
  Effect.gen(function* () {
    const found = yield* kept
    yield* forget
    if (found?.flow === undefined) return refusedAs("expired")
    const { flow, since } = found
    const page = flow.isFresh ? confirmedPage : signInPage
    const { address } = yield* browserOf(yield* HttpServerRequest.HttpServerRequest)
    const answer = yield* query
    // Each costs the provider a request. Nobody is known yet, so that only the client's address counts.
    return yield* countAttempt({ email: randomUUID(), address }, client.arrive(flow, answer)).pipe(
      Effect.flatMap((arrival) =>
        finish(arrival, flow, since).pipe(
          Effect.catchTag("NotAdmitted", ({ why }) =>
            Effect.as(noteRefusal(arrival), refusedAs(why, page))
          )
        )
      ),
      Effect.catchTags({
        ProviderFailed: (failed) => Effect.map(failedAs(failed), (why) => refusedAs(why, page)),
        TryLater: () => Effect.succeed(refusedAs("later", page))
      })
    )
  }).pipe(readTimeout(callbackWaitMax))
)

/** The provider is asked for metadata, tokens, keys and claims. */
const callbackWaitMax = Duration.seconds(20)

/** The password of a person who has come back from the provider. */
const join = (entered: typeof ProviderJoin.Type) =>
  Effect.gen(function* () {
    const client = yield* Provider
    const joining = (yield* kept)?.joining
    if (client === undefined || joining === undefined) return yield* Effect.fail(joinEnded)
    const { address } = yield* browserOf(yield* HttpServerRequest.HttpServerRequest)
    yield* joinProvider(joining, client.name, { ...entered, address }).pipe(
      readTimeout(signInWaitMax)
    )
    yield* forget
    return { message: "from now on you sign in at the provider" }
  }).pipe(
    Effect.catchTags({
      TryLater: tryLater,
      WrongCredentials: () => Effect.fail(unauthorized),
      CodeNeeded: () => Effect.fail(codeNeeded),
      NotConfirmed: () => Effect.fail(notConfirmed),
      WrongCode: () => Effect.fail(codeRefused)
    })
  )

export const providerHandlers = HttpApiBuilder.group(Api, "AtProvider", (handlers) =>
  handlers.handle("joinProvider", ({ payload }) => join(payload))
)

// The provider. Back-Channel Logout 1.0 §2.8 has these two answers.

const obeyed = HttpServerResponse.empty({ status: 200, headers: { "cache-control": "no-store" } })

const logOut = ofProvider((client) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const body = new URLSearchParams(yield* request.text)
    return yield* Effect.as(signOutByProvider(client, body.get("logout_token") ?? ""), obeyed)
  }).pipe(
    Effect.catchTags({
      ProviderFailed: ({ kind, why }) =>
        Effect.as(
          Effect.logWarning(`A logout token was refused: ${why}`),
          HttpServerResponse.jsonUnsafe(
            {
              error:
                kind === "away"
                  ? "the provider's keys could not be fetched"
                  : "the logout token is not valid"
            },
            { status: kind === "away" ? 503 : 400 }
          )
        ),
      HttpServerError: () =>
        Effect.succeed(
          HttpServerResponse.jsonUnsafe({ error: "the body could not be read" }, { status: 400 })
        )
    })
  )
)

export const providerRoutes = HttpRouter.addAll([
  HttpRouter.route("GET", providerPaths.signIn.path, begin),
  HttpRouter.route("GET", providerPaths.callback.path, comeBack),
  HttpRouter.route("POST", providerPaths.logout.path, logOut)
])
