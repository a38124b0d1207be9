/**
 * For requests without a session: prevents other sites from signing a browser in to an account of
 * their choice. For requests with a session, Permissions.ts applies a stricter rule.
 */
import { HttpApiMiddleware } from "effect/http-api"

import { Forbidden } from "./Problem.ts"

export class SameOrigin extends HttpApiMiddleware.Service<SameOrigin>()("@rcpt/api/SameOrigin", {
  error: Forbidden
}) {}
