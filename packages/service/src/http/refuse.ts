/** The response to a request that is refused before the router has it: what responses.ts adds is added here. */
import { randomUUIDv7 } from "node:crypto"

import { HttpServerResponse } from "effect/http"

import { ofJson } from "./headers.ts"

export const refuse = (
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(
    { error },
    { status, headers: { ...ofJson, ...headers, "x-request-id": randomUUIDv7() } }
  )
