/** Turns schema errors of a request into a 400 that names the field. */
import { HttpApiMiddleware } from "effect/http-api"

import { BadRequest } from "./Problem.ts"

export class RequestErrors extends HttpApiMiddleware.Service<RequestErrors>()(
  "@rcpt/api/RequestErrors",
  { error: BadRequest }
) {}
