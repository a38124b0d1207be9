import { describe, expect, it } from "@effect/vitest"
import { Api } from "@rcpt/api/Api"
import { Authentication, SignedIn } from "@rcpt/api/Authentication"
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
  const ofWhom = [Authentication, SignedIn]
  const authenticated = endpoints.filter(({ middlewares }) =>
    ofWhom.some((one) => middlewares.has(one))
  )

  for (const { method, path, annotations, middlewares } of authenticated)
    it(`${method} ${path} declares its permission, which is checked after authentication`, () => {
      expect(Context.getOption(annotations, Requires)._tag).toBe("Some")
      // The middleware that was added last runs first.
      const order = [...middlewares]
      expect(order).toContain(Permissions)
      const first = order.findIndex((one) => one === Authentication || one === SignedIn)
      expect(order.indexOf(Permissions)).toBeLessThan(first)
    })

  it("is one of several", () => expect(authenticated.length).toBeGreaterThan(3))
})
