/** Every endpoint that knows its caller, asked by each kind of caller; and each kind of key, changed by each of them. */
import { Api } from "@rcpt/api/Api"
import { Authentication, SignedIn } from "@rcpt/api/Authentication"
import { Requires } from "@rcpt/api/Permissions"
import { basePath } from "@rcpt/api/secured"
import { permissions } from "@rcpt/domain/rolePermissions"
import type { Permission } from "@rcpt/domain/rolePermissions"
import { Context, Effect } from "effect"
import { HttpApi } from "effect/http-api"

import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import type { Answer, NoAnswer, Request, Running } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { make, path } from "./keysWorld.ts"
import { join, openTeam } from "./people/peopleWorld.ts"
import { withSession } from "./security/securityWorld.ts"
import { asked, env, owner, signIn } from "./sessions/sessionWorld.ts"

interface Endpoint {
  readonly method: string
  readonly path: string
  readonly ofSession: boolean
  readonly permission: Permission
}

const endpoints: Array<Endpoint> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, path, middlewares, annotations } }) => {
    if (!middlewares.has(Authentication) && !middlewares.has(SignedIn)) return
    const permission = Context.get(annotations, Requires)
    endpoints.push({ method, path, ofSession: middlewares.has(SignedIn), permission })
  }
})

/** Permitted, and not sent: it would end the session or the account, takes long, or does not end itself. */
const final: ReadonlySet<string> = new Set([
  "DELETE /account",
  "DELETE /session",
  "DELETE /sessions",
  "GET /events/stream",
  "POST /admin/doctor"
])

type Kind =
  | "manager"
  | "member"
  | "read_only"
  | "owner"
  | "key"
  | "key of a member"
  | "managing key"
  | "managing key of a member"
  | "fast key"
  | "fast managing key"
  | "reading key"
  | "key with an end"
  | "key of a key"
  | "browser key"
  | "key of another account"
  | "nobody"

const work = ["read", "spend", "deep", "change"] as const
const ofKey = [...work, "inspect", "erase"] as const
const ofManager = permissions.filter((permission) => permission !== "administer")

/** What each may do in the account of the manager; a browser key only at the endpoint that is open to it. */
const permitted: Readonly<Record<Kind, ReadonlyArray<Permission>>> = {
  manager: ofManager,
  member: [...work, "own", "inspect", "manage"],
  read_only: ["read", "own", "inspect"],
  owner: permissions,
  key: ofKey,
  "key of a member": [...work, "inspect"],
  "managing key": [...ofKey, "manage"],
  "managing key of a member": [...work, "inspect", "manage"],
  "fast key": ["read", "spend", "change", "erase"],
  "fast managing key": ["read", "spend", "change", "erase", "inspect", "manage"],
  "reading key": ["read"],
  "key with an end": ofKey,
  "key of a key": ofKey,
  "browser key": [],
  "key of another account": ofKey,
  nobody: []
}

const sessions: ReadonlySet<Kind> = new Set(["manager", "member", "read_only", "owner"])

type Ask = (target: string, request?: Request) => Effect.Effect<Answer, NoAnswer>

interface Caller {
  readonly kind: Kind
  readonly ask: Ask
}

interface Made {
  readonly kind: Kind
  readonly id: string
}

const json = { "content-type": "application/json" }

const openWorld = (running: Running) =>
  Effect.gen(function* () {
    const ann = yield* openTeam(running)
    const bob = yield* join(running, ann.cookie, "member")
    const carl = yield* join(running, ann.cookie, "read_only")
    const own = yield* signIn(running, owner)
    const other = yield* openAccount(running.databaseUrl!)
    const of =
      (cookie: string): Ask =>
      (target, request) =>
        asked(running, cookie, target, request)
    const using =
      (apiKey: string | null): Ask =>
      (target, request) =>
        running.get(target, { ...request, apiKey, headers: { ...json, ...request?.headers } })
    const made = new Map<Kind, Made>()
    const keyOf = (kind: Kind, body: object, by: Request) =>
      Effect.map(make(running, { name: kind, ...body }, by), ({ id, key }): Caller => {
        made.set(kind, { kind, id })
        return { kind, ask: using(key) }
      })
    const byAnn = withSession(ann.cookie)
    const byBob = withSession(bob.cookie)
    const manage = { scopes: ["manage"] }
    const managing = yield* make(running, { name: "maker", ...manage }, byAnn)
    made.set("managing key", { kind: "managing key", id: managing.id })
    const callers: ReadonlyArray<Caller> = [
      { kind: "manager", ask: of(ann.cookie) },
      { kind: "member", ask: of(bob.cookie) },
      { kind: "read_only", ask: of(carl.cookie) },
      { kind: "owner", ask: of(own.cookie) },
      { kind: "managing key", ask: using(managing.key) },
      yield* keyOf("key", {}, byAnn),
      yield* keyOf("key of a member", {}, byBob),
      yield* keyOf("managing key of a member", manage, byBob),
      yield* keyOf("fast key", { scopes: ["fast"] }, byAnn),
      yield* keyOf("fast managing key", { scopes: ["fast", "manage"] }, byAnn),
      yield* keyOf("reading key", { scopes: ["read"] }, byAnn),
      yield* keyOf("key with an end", { expires_at: "2037-01-01T00:00:00Z" }, byAnn),
      yield* keyOf("key of a key", {}, { apiKey: managing.key }),
      yield* keyOf("browser key", { origins: ["https://shop.example"] }, byAnn),
      { kind: "key of another account", ask: using(other.apiKey) },
      { kind: "nobody", ask: using(null) }
    ]
    return { callers, made: [...made.values()] }
  })

const nameOf = ({ method, path: of }: Endpoint): string =>
  `${method} ${of.startsWith(basePath) ? of.slice(basePath.length) : of}`

/** 0: permitted; permissions come before parameters, so nothing that is permitted finds what it needs. */
const expectedOf = ({ kind }: Caller, { ofSession, permission }: Endpoint): 0 | 401 | 403 => {
  if (kind === "nobody" || (ofSession && !sessions.has(kind))) return 401
  // The other account of the tests has a key with `manage`.
  const isTheirs = kind === "key of another account" && permission === "manage"
  return isTheirs || permitted[kind].includes(permission) ? 0 : 403
}

/** The name stays, so that a permitted change alters nothing that the next combination needs. */
const changes = {
  "keep the name": ({ kind }: Made) => ({ method: "PATCH", body: { name: kind } }),
  "take the scopes away": () => ({ method: "PATCH", body: { scopes: [] } }),
  "give manage": () => ({ method: "PATCH", body: { scopes: ["manage"] } }),
  revoke: () => ({ method: "DELETE", body: {} })
} as const
type Change = keyof typeof changes

const afterOf = (change: Change, { kind }: Made): ReadonlyArray<Permission> => {
  const isMembers = kind.endsWith("of a member")
  const unrestricted = permitted[isMembers ? "key of a member" : "key"]
  if (change === "take the scopes away") return unrestricted
  return change === "give manage" ? [...unrestricted, "manage"] : permitted[kind]
}

const mayChange = ({ kind }: Caller, change: Change, made: Made): boolean => {
  if (change === "revoke" && kind === made.kind && kind !== "browser key") return true
  const isKey = !sessions.has(kind)
  if (kind === "nobody" || kind === "owner" || kind === "key of another account") return false
  if (!permitted[kind].includes("manage")) return false
  const gives = permitted[kind].filter((permission) => !isKey || permission !== "manage")
  const before = made.kind === "browser key" ? (["spend"] as const) : permitted[made.kind]
  const after = made.kind === "browser key" ? before : afterOf(change, made)
  const isWithin = [...before, ...after].every((permission) => gives.includes(permission))
  if (change === "revoke") return isWithin
  const isItsOwn = made.kind === "key of a key" && kind === "managing key"
  if (made.kind === "key of a key" && change === "give manage") return false
  return isWithin && (!isKey || isItsOwn)
}

layer(
  service.layer({
    lab: true,
    env: { ...env, RCPT_RATE_LIMIT: "off", RCPT_WEBHOOK_ALLOW_HTTP: "on" }
  }),
  service.live
)("Every caller", (it) => {
  it.effect("is refused at each endpoint what it may not do, and nothing else", function* () {
    const running = yield* service.Service
    const { callers } = yield* openWorld(running)
    const combinations = callers.flatMap((caller) =>
      endpoints.map((endpoint) => ({
        caller,
        endpoint,
        expected: expectedOf(caller, endpoint)
      }))
    )
    const wrong = yield* Effect.forEach(
      combinations.filter(
        ({ endpoint, expected }) => expected !== 0 || !final.has(nameOf(endpoint))
      ),
      ({ caller, endpoint, expected }) =>
        Effect.gen(function* () {
          const { status, text } = yield* caller.ask(endpoint.path.replaceAll(/:\w+/g, "x"), {
            method: endpoint.method,
            ...(endpoint.method === "GET" ? {} : { body: "[]" })
          })
          const got = status === 401 || status === 403 ? status : 0
          return got === expected
            ? []
            : [`${caller.kind}: ${nameOf(endpoint)} is ${status} ${text.slice(0, 80)}`]
        }),
      { concurrency: 4 }
    )
    assert.deepStrictEqual(wrong.flat(), [])
    assert.isAbove(combinations.length, 1_000)
  })

  it.effect("changes only keys that may do no more, and gives them no more", function* () {
    const running = yield* service.Service
    const { callers, made } = yield* openWorld(running)
    const combinations = callers.flatMap((caller) =>
      made.flatMap((key) =>
        (Object.keys(changes) as ReadonlyArray<Change>)
          .filter((change) => key.kind !== "browser key" || !change.includes("scopes"))
          .map((change) => ({ caller, key, change, expected: mayChange(caller, change, key) }))
      )
    )
    const wrong = yield* Effect.forEach(
      combinations.filter(({ change, expected }) => !expected || change === "keep the name"),
      ({ caller, key, change, expected }) =>
        Effect.gen(function* () {
          const { method, body } = changes[change](key)
          const target = `${path}/${key.id}`
          const answer = yield* caller.ask(target, { method, body: JSON.stringify(body) })
          return (answer.status === 200) === expected && answer.status < 500
            ? []
            : [`${caller.kind}: ${change}, of the ${key.kind}, is ${answer.status} ${answer.text}`]
        }),
      { concurrency: 6 }
    )
    assert.deepStrictEqual(wrong.flat(), [])
    assert.isAbove(combinations.length, 600)
  })
})
