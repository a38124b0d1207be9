/** The response to a request that is refused before the router has it: what responses.ts adds is added here. */
import { randomUUIDv7 } from "node:crypto"

import { headersOfError } from "@rcpt/api/errors/errorCodes"
import { HttpServerResponse } from "effect/http"

import { ofJson } from "./headers.ts"

export const refuse = (
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(
    { error },
    {
      status,
      headers: {
        ...ofJson,
        ...headersOfError(status, error),
        ...headers,
        "x-request-id": randomUUIDv7()
      }
    }
  )
