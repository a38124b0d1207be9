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

describe("Every endpoint with authentication", () => {
  const authenticated = endpoints.filter(({ middlewares }) => middlewares.has(Authentication))

  for (const { method, path, annotations, middlewares } of authenticated)
    it(`${method} ${path} declares its permission, which is checked after authentication`, () => {
      expect(Context.getOption(annotations, Requires)._tag).toBe("Some")
      // The middleware that was added last runs first.
      const order = [...middlewares]
      expect(order).toContain(Permissions)
      expect(order.indexOf(Permissions)).toBeLessThan(order.indexOf(Authentication))
    })

  it("is one of several", () => expect(authenticated.length).toBeGreaterThan(3))
})
