/**
 * Permissions. Each endpoint declares the one that it requires (`.annotate(Requires, "spend")`), and
 * one middleware checks it. Without a declaration only unrestricted callers may use an endpoint.
 */
import type { Permission } from "@rcpt/domain/permissions"
import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"

import type { CurrentAccount } from "./Authentication.ts"
import { Forbidden } from "./Problem.ts"

export const Requires = Context.Reference<Permission>("@rcpt/api/Requires", {
  defaultValue: () => "manage"
})

/** Inside `Authentication`: callers without a key get no information about permissions. */
export class Permissions extends HttpApiMiddleware.Service<
  Permissions,
  { requires: CurrentAccount }
>()("@rcpt/api/Permissions", { error: Forbidden }) {}
