/**
 * The provider of OpenID Connect that people of the operator sign in at: what is asked of it, and what its answers are
 * worth. `openid-client` checks them (OpenID Connect Core 1.0 §3.1.3.7, RFC 9207, RFC 7636); it is loaded only with
 * `RCPT_OIDC_ISSUER`. Each sign-in takes the provider's keys anew, so that new ones count at once.
 */
import { Cache, Clock, Context, Duration, Effect, Exit, Layer, Redacted, Schema } from "effect"
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from "jose"
import type * as OpenIdClient from "openid-client"

import { Config } from "../../platform/Config.ts"
import { isLoopback } from "../../platform/config/openIdSettings.ts"
import { publicBaseOf } from "../../platform/PublicBase.ts"
import type { Claims } from "./judgeClaims.ts"
import { answerWaitMax, NoAnswer, providerFetch } from "./providerFetch.ts"

/** For browsers, which come back to `callback`, and for the provider, which posts to `logout`. */
export const providerPaths = {
  signIn: { method: "GET", path: "/oidc/sign-in" },
  callback: { method: "GET", path: "/oidc/callback" },
  logout: { method: "POST", path: "/oidc/logout" }
} as const

/** Page of the dashboard after a sign-out at the provider; registered there. */
const signedOutPath = "/sign-in"

/**
 * `away`: it does not answer, or not as a provider. `denied`: the person or the provider has refused the sign-in. `ended`:
 * it does not let the person in any more. `invalid`: its answer must not be believed. `why` is for the operator's log.
 */
export class ProviderFailed extends Schema.TaggedError<ProviderFailed>()("ProviderFailed", {
  kind: Schema.Literals(["away", "denied", "ended", "invalid"]),
  why: Schema.String
}) {}

/** What a session keeps of the provider's answer, encrypted. */
export interface Tokens {
  readonly id: string
  readonly access: string
  readonly refresh?: string | undefined
}

/** What a browser keeps between the request to the provider and its answer, encrypted (http/handlers/provider.ts). */
export interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Arrival {
  readonly issuer: string
  readonly subject: string
  readonly sid: string | undefined
  readonly claims: Claims
  /** When the person last proved at the provider who they are; `undefined`: it does not say. */
  readonly authenticatedAt: Date | undefined
  readonly tokens: Tokens
}

/** A logout token, OpenID Connect Back-Channel Logout 1.0 §2.4. */
export interface Logout {
  readonly issuer: string
  readonly subject: string | undefined
  readonly sid: string | undefined
  readonly jti: string
}

/** What the doctor finds out. */
export interface Examined {
  /** Of the answer to a sign-in without a person. */
  readonly status: number
  /** Whether it sends the browser back to us. */
  readonly isRegistered: boolean
  /** Its clock minus ours, milliseconds; `undefined`: it does not say. */
  readonly offset: number | undefined
}

export interface Client {
  readonly issuer: string
  /** For the button. */
  readonly name: string
  readonly redirectUrl: string
  /** Fails if the provider does not answer now. */
  readonly discover: Effect.Effect<unknown, ProviderFailed>
  /** Where to send the browser. `isFresh`: the person has to prove who they are, whatever the provider remembers. */
  readonly begin: (options: {
    readonly isFresh: boolean
  }) => Effect.Effect<{ readonly url: string; readonly flow: Flow }, ProviderFailed>
  /** `query`: that of the request with which the browser came back. */
  readonly arrive: (flow: Flow, query: string) => Effect.Effect<Arrival, ProviderFailed>
  /** Asks whether the person may still come in. Without claims it only says that they may. */
  readonly look: (
    subject: string,
    tokens: Tokens
  ) => Effect.Effect<{ readonly tokens: Tokens; readonly claims?: Claims }, ProviderFailed>
  /** `undefined`: the provider has no page to sign out, or does not answer. */
  readonly signOutUrl: (tokens: Tokens) => Effect.Effect<string | undefined>
  readonly examine: Effect.Effect<Examined, ProviderFailed>
  readonly readLogout: (token: string) => Effect.Effect<Logout, ProviderFailed>
}

/** `undefined`: the operator has set no provider. */
export class Provider extends Context.Service<Provider, Client | undefined>()(
  "@rcpt/service/accounts/provider/Provider"
) {}

/** Seconds by which the clocks of two machines may differ; `rcpt doctor` compares them. */
export const clockSkewMax = 60

/** Metadata of a provider changes with a release of it. */
const metadataKeptFor = Duration.minutes(10)
/** A provider that is down is asked again after this time, by whoever comes first. */
const failureKeptFor = Duration.seconds(5)

/** Signatures with a key of the provider alone: `none`, and those with our password, never count (RFC 8725 §3.1). */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA"
]

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

/** A token of today's logout is minutes old at most, also if the provider tries several times. */
const logoutAgeMax = Duration.minutes(10)
/** So long a used token is remembered: longer than it counts. */
export const logoutKept = Duration.hours(1)

const causesOf = (error: unknown): ReadonlyArray<unknown> =>
  error instanceof Error && error.cause !== undefined ? [error, ...causesOf(error.cause)] : [error]

type Library = typeof OpenIdClient
type Metadata = OpenIdClient.ServerMetadata

const failureOf =
  (library: Library) =>
  (error: unknown): ProviderFailed => {
    const causes = causesOf(error)
    const why = causes
      .map((cause) => (cause instanceof Error ? cause.message : String(cause)))
      .join(": ")
    const failed = (kind: ProviderFailed["kind"]) => new ProviderFailed({ kind, why })
    if (causes.some((cause) => cause instanceof NoAnswer)) return failed("away")
    if (error instanceof library.AuthorizationResponseError) return failed("denied")
    if (error instanceof library.WWWAuthenticateChallengeError)
      return failed(error.status === 401 ? "ended" : "invalid")
    if (error instanceof library.ResponseBodyError)
      return failed(error.error === "invalid_grant" ? "ended" : "invalid")
    const [, status] = causes.filter((cause) => cause instanceof Response || cause === error)
    return failed(status instanceof Response && status.status >= 500 ? "away" : "invalid")
  }

interface Settings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  readonly scopes: string
  readonly base: string
}

/** How the provider is asked: with metadata that are kept for a while, and keys that are not. */
const connect = (library: Library, settings: Settings) =>
  Effect.gen(function* () {
    const { issuer, clientId, clientSecret } = settings
    const isPlain = isLoopback(new URL(issuer)) && issuer.startsWith("http:")
    const metadata = { [library.clockTolerance]: clockSkewMax }
    const asked = <A>(ask: () => Promise<A>) =>
      Effect.tryPromise({ try: ask, catch: failureOf(library) })
    const options = {
      [library.customFetch]: providerFetch as OpenIdClient.CustomFetch,
      timeout: Duration.toSeconds(answerWaitMax) + 1,
      execute: isPlain ? [library.allowInsecureRequests] : []
    }
    const cache = yield* Cache.makeWith(
      (url: string) =>
        asked(async () => {
          const none = library.None()
          const found = await library.discovery(new URL(url), clientId, metadata, none, options)
          return JSON.parse(JSON.stringify(found.serverMetadata())) as Metadata
        }),
      {
        capacity: 1,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? metadataKeptFor : failureKeptFor)
      }
    )
    const discover = Cache.get(cache, issuer)
    /** By default a client authenticates with HTTP Basic (OpenID Connect Core 1.0 §9). */
    const authentication = ({ token_endpoint_auth_methods_supported: methods }: Metadata) =>
      (methods ?? ["client_secret_basic"]).includes("client_secret_basic")
        ? library.ClientSecretBasic(clientSecret)
        : library.ClientSecretPost(clientSecret)
    const configured = Effect.map(discover, (server) => {
      const config = new library.Configuration(server, clientId, metadata, authentication(server))
      config[library.customFetch] = options[library.customFetch]
      config.timeout = options.timeout
      // Without this, the signature of an ID token is not looked at.
      library.enableNonRepudiationChecks(config)
      if (isPlain) library.allowInsecureRequests(config)
      return config
    })
    const redirectUrl = settings.base + providerPaths.callback.path
    return { library, settings, redirectUrl, asked, discover, configured }
  })

type Connection = Effect.Success<ReturnType<typeof connect>>

const beginWith = ({
  library,
  settings,
  redirectUrl,
  asked,
  configured
}: Connection): Client["begin"] =>
  Effect.fnUntraced(function* ({ isFresh }) {
    const config = yield* configured
    const flow = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier()
    }
    const challenge = yield* asked(() => library.calculatePKCECodeChallenge(flow.verifier))
    const url = library.buildAuthorizationUrl(config, {
      redirect_uri: redirectUrl,
      scope: settings.scopes,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: challenge,
      code_challenge_method: "S256",
      ...(isFresh && { prompt: "login", max_age: "0" })
    })
    return { url: url.href, flow }
  })

/** Many providers say of a person's groups in one of the two answers alone. */
const claimsOf = (
  { library, asked }: Connection,
  config: OpenIdClient.Configuration,
  tokens: Tokens,
  inToken: OpenIdClient.IDToken
) =>
  config.serverMetadata().userinfo_endpoint === undefined
    ? Effect.succeed<Claims>(inToken)
    : Effect.map(
        asked(() => library.fetchUserInfo(config, tokens.access, inToken.sub)),
        (more): Claims => ({ ...more, ...inToken })
      )

const tokensOf = (
  { id_token, access_token, refresh_token }: OpenIdClient.TokenEndpointResponse,
  before?: Tokens
): Tokens => ({
  id: id_token ?? before?.id ?? "",
  access: access_token,
  refresh: refresh_token ?? before?.refresh
})

const arriveWith = (connection: Connection): Client["arrive"] => {
  const { library, redirectUrl, asked, configured } = connection
  return Effect.fnUntraced(function* ({ state, nonce, verifier }, query) {
    const config = yield* configured
    const answer = yield* asked(() =>
      library.authorizationCodeGrant(config, new URL(`${redirectUrl}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier
      })
    )
    // With a nonce there is an ID token.
    const inToken = answer.claims()!
    const tokens = tokensOf(answer)
    const { iss, sub, sid, auth_time: at } = inToken
    return {
      issuer: iss,
      subject: sub,
      sid: typeof sid === "string" ? sid : undefined,
      claims: yield* claimsOf(connection, config, tokens, inToken),
      authenticatedAt: at === undefined ? undefined : new Date(at * 1_000),
      tokens
    }
  })
}

const lookWith = (connection: Connection): Client["look"] => {
  const { library, asked, configured } = connection
  return Effect.fnUntraced(function* (subject, before) {
    const config = yield* configured
    const { refresh } = before
    if (refresh === undefined) {
      yield* asked(() => library.fetchUserInfo(config, before.access, subject))
      return { tokens: before }
    }
    const answer = yield* asked(() => library.refreshTokenGrant(config, refresh))
    const tokens = tokensOf(answer, before)
    const inToken = answer.claims()
    if (inToken === undefined) return { tokens }
    if (inToken.sub !== subject)
      return yield* new ProviderFailed({ kind: "invalid", why: "tokens of another person" })
    return { tokens, claims: yield* claimsOf(connection, config, tokens, inToken) }
  })
}

const examineWith = ({ redirectUrl, asked }: Connection, begin: Client["begin"]) =>
  Effect.gen(function* () {
    const { url } = yield* begin({ isFresh: false })
    const before = yield* Clock.currentTimeMillis
    // Nobody is signed in: a provider that knows us sends the browser back at once (Core 1.0 §3.1.2.1).
    const answer = yield* asked(() =>
      providerFetch(`${url}&prompt=none`, { method: "GET", headers: {} })
    )
    const after = yield* Clock.currentTimeMillis
    const date = Date.parse(answer.headers.get("date") ?? "")
    return {
      status: answer.status,
      isRegistered: (answer.headers.get("location") ?? "").startsWith(redirectUrl),
      offset: Number.isNaN(date) ? undefined : date - (before + after) / 2
    }
  })

/** Anybody can send a logout token, so keys are kept: jose asks for new ones at most every 30 s. */
const makeKeys = ({ discover }: Connection) => {
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()
  return Effect.map(discover, ({ issuer, jwks_uri: url = "" }) => {
    const keys =
      keySets.get(url) ??
      createRemoteJWKSet(new URL(url), {
        [joseFetch]: (asks, { method, headers }) =>
          providerFetch(asks, { method, headers: Object.fromEntries(headers) })
      })
    keySets.set(url, keys)
    return { issuer, keys }
  })
}

const readLogoutWith = (connection: Connection): Client["readLogout"] => {
  const known = makeKeys(connection)
  return Effect.fnUntraced(function* (token) {
    const { issuer, keys } = yield* known
    const { payload } = yield* connection.asked(() =>
      jwtVerify(token, keys, {
        issuer,
        audience: connection.settings.clientId,
        algorithms,
        clockTolerance: clockSkewMax,
        maxTokenAge: Duration.toSeconds(logoutAgeMax),
        requiredClaims: ["iat", "jti", "events"]
      })
    )
    const { sub, sid, jti = "", nonce } = payload
    const events = payload["events"] as Claims | null
    const isOne =
      typeof events === "object" &&
      typeof events?.[logoutEvent] === "object" &&
      nonce === undefined &&
      (sub !== undefined || typeof sid === "string")
    return isOne
      ? { issuer, subject: sub, sid: typeof sid === "string" ? sid : undefined, jti }
      : yield* new ProviderFailed({ kind: "invalid", why: "it is no logout token" })
  })
}

const make = (library: Library, settings: Settings) =>
  Effect.map(connect(library, settings), (connection): Client => {
    const { redirectUrl, discover, configured } = connection
    const begin = beginWith(connection)
    return {
      issuer: settings.issuer,
      name: settings.name,
      redirectUrl,
      discover,
      begin,
      arrive: arriveWith(connection),
      look: lookWith(connection),
      examine: examineWith(connection, begin),
      signOutUrl: ({ id }) =>
        Effect.map(configured, (config) =>
          config.serverMetadata().end_session_endpoint === undefined
            ? undefined
            : library.buildEndSessionUrl(config, {
                id_token_hint: id,
                post_logout_redirect_uri: settings.base + signedOutPath
              }).href
        ).pipe(Effect.orElseSucceed(() => undefined)),
      readLogout: readLogoutWith(connection)
    }
  })

export const makeProvider: Effect.Effect<Client | undefined, never, Config> = Effect.gen(
  function* () {
    const config = yield* Config
    const { oidcIssuer: issuer, oidcClientId, oidcClientSecret, oidcName, oidcScopes } = config
    if (issuer === undefined) return undefined
    const library = yield* Effect.promise(() => import("openid-client"))
    return yield* make(library, {
      issuer,
      // Config.ts has made sure that these are set.
      clientId: oidcClientId ?? "",
      clientSecret: oidcClientSecret === undefined ? "" : Redacted.value(oidcClientSecret),
      name: oidcName ?? new URL(issuer).host,
      scopes: oidcScopes,
      base: publicBaseOf(config) ?? ""
    })
  }
)

export const layer: Layer.Layer<Provider, never, Config> = Layer.effect(Provider, makeProvider)
