import { Api } from "@rcpt/api/Api"
import { Authentication, SignedIn } from "@rcpt/api/Authentication"
import { NeedsFreshPassword, Permissions, Requires } from "@rcpt/api/Permissions"
import { basePath } from "@rcpt/api/secured"
import { objectKinds } from "@rcpt/domain/powers"
import type { ObjectKind } from "@rcpt/domain/powers"
import { Context } from "effect"
import { HttpApi } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"

import { describe, expect, it } from "../support/vitest.ts"

const endpoints: Array<HttpApiEndpoint.Top> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => void endpoints.push(endpoint)
})

/** The kind of object that each endpoint makes, changes or ends. A new endpoint needs a row. */
const changed: Readonly<Record<string, ObjectKind>> = {
  "POST /verify/batch": "check",
  "POST /verify/bulk": "check",
  "POST /jobs/:id/verify": "check",
  "DELETE /jobs/:id": "list",
  "POST /jobs/:id/finish": "list",
  "DELETE /account/data": "address",
  "DELETE /account": "account",
  "POST /feedback": "report",
  "POST /keys": "key",
  "PATCH /keys/:id": "key",
  "DELETE /keys/:id": "key",
  "POST /rules": "rule",
  "DELETE /rules/:id": "rule",
  "DELETE /rules": "rule",
  "POST /rules.csv": "rule",
  "POST /admin/accounts/:id/grants": "service",
  "POST /admin/accounts/:id/adjustments": "service",
  "POST /admin/accounts/:id/suspend": "service",
  "POST /admin/accounts/:id/resume": "service",
  "POST /admin/doctor": "service",
  "DELETE /session": "sign_in",
  "DELETE /sessions/:id": "sign_in",
  "DELETE /sessions": "sign_in",
  "POST /session/confirm": "sign_in",
  "POST /password": "sign_in",
  "POST /account/email": "sign_in",
  "PUT /account/preferences": "sign_in",
  "POST /account/people/invitations": "invitation",
  "DELETE /account/people/invitations/:id": "invitation",
  "PUT /account/people/:id": "person",
  "DELETE /account/people/:id": "person",
  "PUT /webhook": "webhook",
  "DELETE /webhook": "webhook",
  "POST /webhook/secret": "webhook",
  "POST /webhook/endpoints": "webhook",
  "PATCH /webhook/endpoints/:id": "webhook",
  "DELETE /webhook/endpoints/:id": "webhook",
  "POST /webhook/endpoints/:id/secret": "webhook",
  "POST /schedules": "schedule",
  "POST /schedules/try": "schedule",
  "PATCH /schedules/:id": "schedule",
  "DELETE /schedules/:id": "schedule",
  "POST /schedules/:id/run": "check",
  "POST /schedules/:id/runs/:run/take-back": "schedule",
  "POST /inlets": "inlet",
  "PATCH /inlets/:id": "inlet",
  "DELETE /inlets/:id": "inlet",
  "POST /inlets/:id/secret": "inlet",
  "POST /webhook/test": "delivery",
  "POST /webhook/deliveries/:id/resend": "delivery",
  "POST /webhook/endpoints/:id/resend": "delivery",
  "POST /webhook/endpoints/:id/test": "delivery",
  "POST /totp": "second_factor",
  "POST /totp/confirm": "second_factor",
  "POST /totp/recovery-codes": "second_factor",
  "DELETE /totp": "second_factor"
}

/** Reads by POST: each of its tools has a permission of its own. */
const readsByPost = "POST /mcp"

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

  const changing = authenticated.flatMap(({ method, path, annotations }) => {
    const name = `${method} ${path.replace(basePath, "")}`
    return method === "GET" || name === readsByPost ? [] : [{ name, annotations }]
  })

  it("that changes something has a row, and no row is left over", () =>
    expect(changing.map(({ name }) => name).toSorted()).toEqual(Object.keys(changed).toSorted()))

  for (const { name, annotations } of changing)
    it(`${name} requires what the table of powers says of its kind of object`, () => {
      const row = objectKinds[changed[name]!]
      expect(Context.get(annotations, Requires)).toBe(row.permission)
      expect(Context.get(annotations, NeedsFreshPassword)).toBe(row.freshPassword)
    })

  it("is one of several", () => expect(authenticated.length).toBeGreaterThan(3))
})
