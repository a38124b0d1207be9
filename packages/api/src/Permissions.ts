/**
 * What a caller must be permitted. Each endpoint declares it (`.annotate(Requires, "spend")`) and one
 * middleware holds it. An endpoint that declares nothing is open to unrestricted callers alone.
 */
import type { Permission } from "@rcpt/domain/permissions"
import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"

import type { CurrentAccount } from "./Authentication.ts"
import { Forbidden } from "./Problem.ts"

export const Requires = Context.Reference<Permission>("@rcpt/api/Requires", {
  defaultValue: () => "manage"
})

/** Within `Authentication`: who sends no key learns nothing about permissions. */
export class Permissions extends HttpApiMiddleware.Service<
  Permissions,
  { requires: CurrentAccount }
>()("@rcpt/api/Permissions", { error: Forbidden }) {}
