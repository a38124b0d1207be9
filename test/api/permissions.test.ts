import { describe, expect, it } from "@effect/vitest"
import { Api } from "@rcpt/api/Api"
import { Authentication } from "@rcpt/api/Authentication"
import { Permissions, Requires } from "@rcpt/api/Permissions"
import { Context } from "effect"
import { HttpApi } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"

const endpoints: Array<HttpApiEndpoint.Top> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => void endpoints.push(endpoint)
})

describe("Every endpoint that asks who the caller is", () => {
  const guarded = endpoints.filter(({ middlewares }) => middlewares.has(Authentication))

  for (const { method, path, annotations, middlewares } of guarded)
    it(`${method} ${path} says what it requires, and is held to it before anything is read`, () => {
      expect(Context.getOption(annotations, Requires)._tag).toBe("Some")
      // The last one that was added is the first to be asked.
      const order = [...middlewares]
      expect(order).toContain(Permissions)
      expect(order.indexOf(Permissions)).toBeLessThan(order.indexOf(Authentication))
    })

  it("is one of several", () => expect(guarded.length).toBeGreaterThan(3))
})
