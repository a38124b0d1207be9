/** The API of listmonk as its docs describe it, played by a server of the test: a real one is in test/interop. */
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

import { Effect } from "effect"

import type { Listmonk } from "./listmonkStory.ts"

const token = "t0ken"
const authorization = `Basic ${Buffer.from(`rcpt:${token}`).toString("base64")}`
const list = 3
const perPage = 50

const subscriber = (n: number) => ({
  id: n + 10,
  email: `c${n}@acme.test`,
  name: `C ${n}`,
  status: n === 3 ? "blocklisted" : "enabled",
  attribs: { city: "Bonn" } as Record<string, unknown>,
  lists: [{ id: list, subscription_status: n === 2 ? "unsubscribed" : "confirmed" }]
})
type Subscriber = ReturnType<typeof subscriber>

interface Answer {
  readonly status?: number
  readonly data?: unknown
}

const notFound: Answer = { status: 400 }

/** Of a query of SQL, which listmonk puts into its own. */
const behind = /subscriber_id > (\d+) ORDER BY subscriber_id LIMIT (\d+)\)$/

/** What a request is answered, by its method and the first part of its path below `/api/`. */
const answerTo = (
  { method, url = "" }: IncomingMessage,
  all: ReadonlyArray<Subscriber>,
  body: Partial<Subscriber>,
  mayQuery: boolean
): Answer => {
  const { pathname, searchParams } = new URL(url, "http://listmonk.test")
  const [, , kind, id] = pathname.split("/")
  const found = all.find((one) => String(one.id) === id)
  if (kind === "profile")
    return {
      data: { user_role: { id: 2, permissions: ["subscribers:get", "subscribers:manage"] } }
    }
  if (kind === "lists") return Number(id) === list ? { data: { id: list } } : notFound
  if (kind !== "subscribers") return { status: 404 }
  if (id === undefined && searchParams.has("query")) {
    const [, after, limit] = behind.exec(searchParams.get("query")!) ?? []
    const results = all.filter((one) => one.id > Number(after)).slice(0, Number(limit))
    return mayQuery ? { data: { results, per_page: 0 } } : { status: 403 }
  }
  if (id === undefined) {
    const search = new RegExp(searchParams.get("search") ?? "", "i")
    const page = Number(searchParams.get("page") ?? 1)
    const results = all
      .filter(({ email }) => search.test(email))
      .slice((page - 1) * perPage, page * perPage)
    return { data: { results, per_page: perPage } }
  }
  if (found === undefined) return notFound
  if (method === "PATCH") {
    Object.assign(found, body, { attribs: { ...found.attribs, ...body.attribs } })
    return { data: found }
  }
  return method === "GET" ? { data: found } : { status: 405 }
}

/** Until the scope closes. `mayQuery`: whether the user may use SQL. */
export const playListmonk = Effect.fnUntraced(function* ({ count = 120, mayQuery = false } = {}) {
  const all = Array.from({ length: count }, (_, n) => subscriber(n + 1))
  let asked = 0
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ""
    asked += 1
    for await (const part of request) text += String(part)
    const isKnown = request.headers.authorization === authorization
    const { status = 200, data } = isKnown
      ? answerTo(request, all, JSON.parse(text || "{}") as Partial<Subscriber>, mayQuery)
      : { status: 403 }
    const answer = status === 200 ? { data } : { message: "invalid API credentials" }
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer))
  }
  const server = createServer((request, response) => void reply(request, response))
  yield* Effect.acquireRelease(
    Effect.callback<void>(
      (resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))
    ),
    () => Effect.sync(() => server.close())
  )
  const { port } = server.address() as AddressInfo
  const listmonk: Listmonk & { readonly asked: () => number } = {
    asked: () => asked,
    at: { url: `http://127.0.0.1:${port}`, user: "rcpt" },
    token,
    list,
    stateOf: (email) =>
      Effect.sync(() => {
        const { status, attribs, lists } = all.find((one) => one.email === email)!
        return { status, attribs, list: lists[0]!.subscription_status }
      })
  }
  return listmonk
})
