/** A response that is an error, where no error of the contract is encoded. */
import { headersOfError } from "@rcpt/api/errors/errorCodes"
import { textOf } from "@rcpt/api/errors/Sentence"
import type { AnySentence } from "@rcpt/api/errors/Sentence"
import { HttpServerResponse } from "effect/http"

export const errorResponse = (
  status: number,
  sentence: AnySentence,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(
    { error: textOf(sentence) },
    { status, headers: { ...headersOfError(status, sentence), ...headers } }
  )
