/**
 * For what is asked before there is a session: no other site may sign a browser in, as whomever it
 * likes. With a session, Permissions.ts holds the same rule, and a stricter one.
 */
import { HttpApiMiddleware } from "effect/http-api"

import { Forbidden } from "./Problem.ts"

export class SameOrigin extends HttpApiMiddleware.Service<SameOrigin>()("@rcpt/api/SameOrigin", {
  error: Forbidden
}) {}
