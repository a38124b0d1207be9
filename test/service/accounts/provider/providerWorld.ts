/**
 * A real provider of OpenID Connect on loopback (`oidc-provider`), which signs in whoever the test names, and a browser
 * that goes there and back. A test may let the provider lie: its ID tokens are signed again with what the test makes of them.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { freePort } from "@rcpt/service/platform/freePort"
import { Context, Effect, Layer } from "effect"
import type { Scope } from "effect"
import { decodeJwt, exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from "jose"
import type { JWK, JWTPayload } from "jose"
import { Provider } from "oidc-provider"
import type { Configuration } from "oidc-provider"

import * as service from "../../../support/service.ts"
import { assert } from "../../../support/vitest.ts"
import { anywhere, env as sessionEnv } from "../sessions/sessionWorld.ts"

export const clientId = "rcpt"
const clientSecret = "a secret between rcpt and the provider"

export interface User {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly groups?: ReadonlyArray<string>
  readonly tenant?: string
}

/** What a test lets the provider do. */
export interface Lies {
  /** Changes the claims of the next ID tokens. */
  idToken?: (claims: JWTPayload) => JWTPayload
  /** Signs them in another way: `none`, with the client's password, or with another key. */
  algorithm?: "none" | "HS256" | "foreign" | "rotated"
  /** Answers that there is nobody, with a status. */
  down?: number
  /** Says that a sign-in was long ago. */
  authTime?: number
}

export interface OpenIdProvider {
  readonly issuer: string
  /** Who sits at the browser. */
  user: User
  lies: Lies
  /** How often somebody was asked to sign in. */
  signIns: number
  readonly provider: Provider
  /** What people have agreed to; with it the provider can take back their refresh tokens. */
  readonly grants: Array<{ readonly sub: string; readonly grantId: string }>
  /** Signs a logout token, as the provider would. */
  readonly logoutToken: (claims: JWTPayload) => Promise<string>
}

const makeKey = async (kid: string): Promise<JWK> => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: "RS256", use: "sig" }
}

const publicOf = ({ kty, n, e, kid, alg, use }: JWK) => ({ kty, n, e, kid, alg, use })

const settingsOf = (world: OpenIdProvider, base: string, key: JWK): Configuration => ({
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [`${base}/oidc/callback`],
      post_logout_redirect_uris: [`${base}/sign-in`],
      backchannel_logout_uri: `${base}/oidc/logout`,
      backchannel_logout_session_required: true,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      require_auth_time: true
    }
  ],
  jwks: { keys: [key] },
  // By default it calls no private address: here all are on loopback.
  fetch: (url, options) => {
    const { dispatcher: _, ...rest } = options as RequestInit & { dispatcher?: unknown }
    return fetch(url, rest)
  },
  cookies: { keys: ["of the test"] },
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["groups", "tenant"] },
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: { enabled: true }
  },
  ttl: {
    AccessToken: 3_600,
    IdToken: 3_600,
    RefreshToken: 86_400,
    Session: 86_400,
    Grant: 86_400,
    Interaction: 600
  },
  issueRefreshToken: async () => true,
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...world.user, sub }) }),
  loadExistingGrant: async (ctx) => {
    const grant = new ctx.oidc.provider.Grant({
      clientId: ctx.oidc.client!.clientId,
      accountId: ctx.oidc.session!.accountId!
    })
    grant.addOIDCScope("openid email profile")
    const grantId = await grant.save()
    world.grants.push({ sub: grant.accountId!, grantId })
    return grant
  }
})

export const makeProvider = (base: string): Effect.Effect<OpenIdProvider, never, Scope.Scope> =>
  Effect.gen(function* () {
    const keys = yield* Effect.promise(() =>
      Promise.all(["first", "rotated", "foreign"].map(makeKey))
    )
    const [first, rotated, foreign] = keys as [JWK, JWK, JWK]
    const server = createServer()
    yield* Effect.promise(
      () => new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()))
    )
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
    )
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const sign = async (claims: JWTPayload, algorithm = world.lies.algorithm) => {
      if (algorithm === "none") return new UnsecuredJWT(claims).encode()
      const secret = new TextEncoder().encode(clientSecret)
      if (algorithm === "HS256")
        return new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(secret)
      const key = algorithm === undefined ? first : { rotated, foreign }[algorithm]
      const kid = algorithm === "foreign" ? first.kid! : key.kid!
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid })
        .sign(await importJWK(key, "RS256"))
    }
    const world: OpenIdProvider = {
      issuer,
      user: { sub: "nobody" },
      lies: {},
      signIns: 0,
      grants: [],
      provider: undefined as unknown as Provider,
      logoutToken: (claims) => sign(claims)
    }
    const provider = new Provider(issuer, settingsOf(world, base, first))
    provider.use(async (ctx, next) => {
      if (world.lies.down !== undefined) {
        ctx.status = world.lies.down
        ctx.body = "down"
        return
      }
      if (ctx.path.startsWith("/interaction/")) {
        world.signIns++
        const login = {
          accountId: world.user.sub,
          ...(world.lies.authTime && { ts: world.lies.authTime })
        }
        ctx.respond = false
        await provider.interactionFinished(ctx.req, ctx.res, { login })
        return
      }
      await next()
      if (ctx.path === "/jwks" && world.lies.algorithm === "rotated")
        ctx.body = { keys: [publicOf(rotated)] }
      const body = ctx.body as { id_token?: string } | undefined
      const { idToken, algorithm } = world.lies
      if (ctx.path !== "/token" || body?.id_token === undefined) return
      if (idToken === undefined && algorithm === undefined) return
      const claims = decodeJwt(body.id_token)
      ctx.body = { ...body, id_token: await sign(idToken?.(claims) ?? claims) }
    })
    const answer = provider.callback()
    server.on("request", (request, response) => void answer(request, response))
    return Object.assign(world, { provider })
  })

// The browser.

/** Cookies by their origin, as a browser keeps them, without their paths. */
export class Browser {
  readonly jar = new Map<string, Map<string, string>>()

  cookies(origin: string): Map<string, string> {
    const found = this.jar.get(origin) ?? new Map<string, string>()
    this.jar.set(origin, found)
    return found
  }

  /** One request, without following a redirect. */
  async ask(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url)
    const cookies = this.cookies(origin)
    const response = await fetch(url, {
      redirect: "manual",
      ...init,
      headers: {
        ...(init.headers as Record<string, string>),
        "user-agent": "Mozilla/5.0 Firefox/140.0",
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      }
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === "" || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  /** Follows redirects until the next one leads to `stop`, or there is none. Returns where it leads, or where it is. */
  async follow(url: string, stop: (next: string) => boolean = () => false): Promise<string> {
    let at = url
    for (let hops = 0; hops < 12; hops++) {
      const response = await this.ask(at)
      const location = response.headers.get("location")
      if (location === null) return at
      at = new URL(location, at).href
      if (stop(at)) return at
    }
    return at
  }
}

export interface World {
  readonly running: service.Running
  readonly openId: OpenIdProvider
  readonly env: Readonly<Record<string, string>>
  /** Further nodes. */
  readonly others?: ReadonlyArray<service.Running>
}

export class ProviderWorld extends Context.Service<ProviderWorld, World>()(
  "test/service/accounts/provider/ProviderWorld"
) {}

export const roles = "groups rcpt-managers=manager,rcpt-members=member,rcpt-readers=read_only"

export const environmentOf = (issuer: string, base: string) => ({
  ...sessionEnv,
  RCPT_PUBLIC_URL: base,
  RCPT_OIDC_ISSUER: issuer,
  RCPT_OIDC_CLIENT_ID: clientId,
  RCPT_OIDC_CLIENT_SECRET: clientSecret,
  RCPT_OIDC_NAME: "Acme",
  RCPT_OIDC_ROLES: roles,
  RCPT_OIDC_DOMAINS: "acme.test"
})

export const makeWorld = (
  settings: Readonly<Record<string, string>> = {},
  options: service.Options = {}
): Effect.Effect<World, never, Scope.Scope> =>
  Effect.gen(function* () {
    const port = yield* Effect.orDie(freePort)
    const base = `http://127.0.0.1:${port}`
    const openId = yield* makeProvider(base)
    const env = { ...environmentOf(openId.issuer, base), ...settings }
    const running = yield* service.start({ ...options, port, env })
    return { running, openId, env }
  })

export const world = (
  settings: Readonly<Record<string, string>> = {}
): Layer.Layer<ProviderWorld> => Layer.effect(ProviderWorld, makeWorld(settings))

let people = 0

/** Somebody new whom the provider knows. */
export const newUser = (more: Partial<User> = {}): User => {
  people++
  return {
    sub: `user-${people}`,
    email: `ann.${people}@acme.test`,
    email_verified: true,
    groups: ["rcpt-members"],
    ...more
  }
}

/** The browser goes to the provider and comes back to this URL, which it has not opened yet. */
export const toCallback = ({ running: { base } }: World, browser: Browser, query = "") =>
  Effect.promise(() =>
    browser.follow(`${base}/oidc/sign-in${query}`, (next) =>
      next.startsWith(`${base}/oidc/callback`)
    )
  )

/** Where the service sends the browser after the callback: path and query. */
export const openCallback = ({ running: { base } }: World, browser: Browser, url: string) =>
  Effect.promise(async () => {
    const response = await browser.ask(url, { headers: anywhere() })
    const location = response.headers.get("location")
    return location === null
      ? `${response.status} ${await response.text()}`
      : location.replace(base, "")
  })

/** There and back, as `user`. Returns where the browser is sent then. */
export const goAs = (here: World, browser: Browser, user: User, query = "") =>
  Effect.gen(function* () {
    here.openId.user = user
    const url = yield* toCallback(here, browser, query)
    return yield* openCallback(here, browser, url)
  })

/** What the session of the browser gets from the API. */
export const api = (
  { running: { base } }: World,
  browser: Browser,
  path: string,
  init: RequestInit = {}
) =>
  Effect.promise(async () => {
    const response = await browser.ask(`${base}/api/v1${path}`, {
      ...init,
      headers: { "sec-fetch-site": "same-origin", "content-type": "application/json" }
    })
    const text = await response.text()
    return { status: response.status, json: JSON.parse(text || "null") as Record<string, unknown> }
  })

/** Signs in a person for whom nothing stands in the way. */
export const signInAs = (here: World, user: User, browser = new Browser()) =>
  Effect.gen(function* () {
    assert.strictEqual(yield* goAs(here, browser, user), "/")
    return browser
  })
