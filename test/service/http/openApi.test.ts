import { documentOf } from "@rcpt/api/document/documents"
import { mapObjects } from "@rcpt/api/document/Json"
import type { Json } from "@rcpt/api/document/Json"
import { tags } from "@rcpt/api/document/tags"
/** The OpenAPI documents as tools read them, and their limits as the service keeps them. */
import { Validator } from "@seriousme/openapi-schema-validator"
import { Effect } from "effect"

import * as OpenApiDocument from "../../support/OpenApiDocument.ts"
import * as service from "../../support/service.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, OpenApiDocument.Operation & Json>>>
  >
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>
  readonly webhooks?: Readonly<Record<string, { readonly post: Json }>>
  readonly components: { readonly schemas: Json }
}

const parts = ["public", "admin"] as const
const documents = parts.map(
  (part) => [part, documentOf(part, undefined) as unknown as Document & Json] as const
)

const operationsOf = ({ paths, webhooks = {} }: Document) =>
  [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const)
  )

/** Properties without a description; one with a `$ref` has that of its schema. */
const undescribed = (document: Document): ReadonlyArray<string> => {
  const found: Array<string> = []
  mapObjects(document, (object) => {
    if (object["type"] === "object")
      for (const [name, field] of Object.entries(Object(object["properties"])))
        if (!("description" in Object(field)) && !("$ref" in Object(field))) found.push(name)
    return object
  })
  return found
}

describe.each(documents)("The %s OpenAPI document", (part, document) => {
  it("is valid OpenAPI 3.1", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
    assert.isTrue(valid, JSON.stringify(errors))
  })

  it("describes every operation, parameter and property", () => {
    const silent = operationsOf(document).flatMap(
      ([name, { summary, description, parameters }]) => [
        ...(summary && description ? [] : [name]),
        ...((parameters ?? []) as ReadonlyArray<Json>)
          .filter((parameter) => !parameter["description"])
          .map((parameter) => `${name} ${String(parameter["name"])}`)
      ]
    )
    assert.deepStrictEqual(silent, [])
    assert.deepStrictEqual(undescribed(document), [])
  })

  it("names each operation once, as a method of a client", () => {
    const names = operationsOf(document).map(([, { operationId }]) => String(operationId))
    for (const name of names) assert.match(name, /^[a-z][A-Za-z]+$/)
    assert.strictEqual(new Set(names).size, names.length)
  })

  it("has its own tags, each with a description, in the order of its paths", () => {
    const mine = tags.filter((tag) => tag.part === part).map(({ name }) => name)
    assert.deepStrictEqual(
      document.tags.map(({ name }) => name),
      mine
    )
    for (const { description } of document.tags) assert.notStrictEqual(description, "")
    const used = Object.values({ ...document.paths, ...document.webhooks }).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => operation["tags"] as ReadonlyArray<string>)
    )
    assert.deepStrictEqual([...new Set(used)], mine)
  })

  it("leaves fields open, and has no type of its own for null or for an error", () => {
    mapObjects(document, (object) => {
      assert.notStrictEqual(object["additionalProperties"], false)
      const { minimum } = object
      assert.notStrictEqual(minimum, Number.MIN_SAFE_INTEGER)
      return object
    })
    const names = Object.keys(document.components.schemas)
    assert.deepStrictEqual(
      names.filter((name) => /Encoded|_\d|^TooMany|^New/.test(name)),
      []
    )
    assert.include(names, "ErrorResponse")
  })
})

describe("The OpenAPI documents", () => {
  const [[, clients], [, admin]] = documents as unknown as [
    readonly [string, Document & Json],
    readonly [string, Document & Json]
  ]

  it("keep what the dashboard and owners need out of that for clients", () => {
    const paths = Object.keys(clients.paths)
    assert.deepStrictEqual(
      paths.filter((path) => /admin|session|totp|signup|password/.test(path)),
      []
    )
    assert.include(Object.keys(admin.paths), "/api/v1/admin/accounts")
    assert.strictEqual(paths[0], "/api/v1/verify")
  })

  it("name the server that is set, or that of the document", () => {
    const urlOf = (publicUrl?: string) => Object(documentOf("public", publicUrl))["servers"][0].url
    assert.strictEqual(urlOf(), "/")
    assert.strictEqual(urlOf("https://rcpt.example/"), "https://rcpt.example")
  })

  it("have numbers where clients send numbers, with their limits", () => {
    const parameter = (path: string, name: string) =>
      clients.paths[path]!["get"]!.parameters.find((one) => one.name === name)?.schema
    assert.deepInclude(parameter("/api/v1/verify", "timeout"), {
      type: "integer",
      minimum: 1_000,
      maximum: 60_000
    })
    assert.deepInclude(parameter("/api/v1/jobs/{id}/results", "page"), {
      type: "integer",
      minimum: 1
    })
    const { properties } = Object(clients.components.schemas["VerifyResult"])
    assert.deepInclude(properties.credits_used, { type: "integer", minimum: 0 })
  })

  it("have every event that is posted, with the headers of Standard Webhooks", () => {
    const { enum: types } = Object(clients.components.schemas["WebhookDelivery"]).properties.type
    assert.deepStrictEqual(Object.keys(clients.webhooks ?? {}), types)
    for (const { post } of Object.values(clients.webhooks ?? {}))
      assert.deepStrictEqual(
        (post["parameters"] as ReadonlyArray<Json>).map(({ name }) => name),
        ["webhook-id", "webhook-timestamp", "webhook-signature"]
      )
  })
})

layer(service.layer({ lab: true, env: { RCPT_RATE_LIMIT: "off" } }), service.live)(
  "The service",
  (it) => {
    it.effect("keeps the limits of every number in a query", function* () {
      const running = yield* service.Service
      const { operations } = yield* OpenApiDocument.read(running)
      const anyId = "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d"
      let tried = 0
      for (const { method, path, parameters, security = [] } of operations) {
        if (!security.some((way) => "apiKey" in way)) continue
        for (const { name, schema } of parameters.filter(
          (one) => one.in === "query" && one.schema["type"] === "integer"
        )) {
          const { minimum, maximum } = schema as { minimum: number; maximum?: number }
          const others = parameters.flatMap((one) =>
            one.required && one.in === "query" && one.name !== name
              ? [`${one.name}=${String(one.example)}`]
              : []
          )
          const ask = (value: number) =>
            running.get(
              `${path.replace(/\{\w+\}/, anyId)}?${[...others, `${name}=${value}`].join("&")}`,
              { method }
            )
          const refusal = new RegExp(`"${name} must`)
          const within = [minimum, ...(maximum === undefined ? [] : [maximum])]
          const beyond = [minimum - 1, ...(maximum === undefined ? [] : [maximum + 1])]
          for (const value of within) assert.notMatch((yield* ask(value)).text, refusal, path)
          for (const value of beyond) assert.match((yield* ask(value)).text, refusal, path)
          tried++
        }
      }
      assert.isAtLeast(tried, 8)
    })

    it.effect("sends its documents compressed, and not again to who has them", function* () {
      const { base } = yield* service.Service
      for (const path of ["/api/v1/openapi.json", "/api/v1/openapi-admin.json"])
        yield* Effect.promise(async () => {
          const compressed = { "accept-encoding": "br" }
          const first = await fetch(base + path, { headers: compressed })
          assert.strictEqual(first.headers.get("content-encoding"), "br")
          assert.strictEqual(first.headers.get("content-type"), "application/json")
          assert.strictEqual(((await first.json()) as Json)["openapi"], "3.1.0")
          const headers = { ...compressed, "if-none-match": first.headers.get("etag") ?? "" }
          assert.strictEqual((await fetch(base + path, { headers })).status, 304)
        })
    })

    it.effect("has a valid example of every webhook", function* () {
      const running = yield* service.Service
      const contract = yield* OpenApiDocument.read(running)
      const { json } = yield* running.get("/api/v1/openapi.json", { apiKey: null })
      for (const { post } of Object.values((json as Document).webhooks ?? {})) {
        const { schema, example } = Object(post["requestBody"]).content["application/json"]
        assert.isUndefined(contract.misfit(schema, example))
        for (const parameter of post["parameters"] as ReadonlyArray<OpenApiDocument.Parameter>)
          assert.isUndefined(contract.misfit(parameter.schema, parameter.example))
      }
    })
  }
)
