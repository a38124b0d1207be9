/**
 * Permissions. Each endpoint declares the one that it requires (`.annotate(Requires, "spend")`), and
 * one middleware checks it. Without a declaration only managers may use an endpoint.
 */
import type { Permission } from "@rcpt/domain/permissions"
import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"

import type { CurrentAccount } from "./Authentication.ts"
import { Forbidden } from "./Problem.ts"

export const Requires = Context.Reference<Permission>("@rcpt/api/Requires", {
  defaultValue: () => "govern"
})

/** Whether a session needs a password that was entered lately. API keys are not concerned. */
export const NeedsFreshPassword = Context.Reference<boolean>("@rcpt/api/NeedsFreshPassword", {
  defaultValue: () => false
})

/** Inside `Authentication`: callers without a key get no information about permissions. */
export class Permissions extends HttpApiMiddleware.Service<
  Permissions,
  { requires: CurrentAccount }
>()("@rcpt/api/Permissions", { error: Forbidden }) {}
