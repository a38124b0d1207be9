/**
 * Reads the fields and files of a request to the interface of another service. Its type is not relied on: libraries send
 * JSON as text, too.
 */
import { openAsBlob } from "node:fs"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { codedText } from "@rcpt/api/errors/codedTexts"
import { textOf } from "@rcpt/api/errors/Sentence"
import { fileOctetsMax } from "@rcpt/domain/limits"
import { Effect, Semaphore } from "effect"
import { Multipart } from "effect/http"
import type { HttpServerRequest } from "effect/http"

import { refuse, Refused } from "../../dropin/DropIn.ts"
import type { Asked, UploadedFile } from "../../dropin/DropIn.ts"
import { listOctetsMax } from "./keyInPlace.ts"

type Body = Pick<Asked, "fields" | "files" | "text">

/** Files that are taken to the disk at once in this process: the key may come after them. */
const formsAtOnce = 16

const forms = Semaphore.makeUnsafe(formsAtOnce)

const formLimits = Multipart.limitsServices({
  maxParts: 64,
  maxFieldSize: 16 * 1024,
  maxFileSize: fileOctetsMax,
  maxTotalSize: fileOctetsMax + 1024 * 1024
})

const partsOf = async (form: Multipart.Persisted): Promise<Body> => {
  const fields: Record<string, string> = {}
  const files: Record<string, UploadedFile> = {}
  for (const [part, value] of Object.entries(form)) {
    const [first] = [value].flat()
    if (typeof first === "string") fields[part] = first
    else if (first) files[part] = { name: first.name, content: await openAsBlob(first.path) }
  }
  return { fields, files, text: "" }
}

/** The file goes to the disk, and is gone once the request is answered. */
const readForm = (request: HttpServerRequest.HttpServerRequest) =>
  request.multipart.pipe(
    Effect.provideContext(formLimits),
    Effect.provide([NodeFileSystem.layer, NodePath.layer]),
    forms.withPermits(1),
    Effect.mapError(({ reason }) =>
      reason._tag === "FileTooLarge" || reason._tag === "BodyTooLarge"
        ? refuse("file must have at most 32 MB")
        : refuse(textOf(codedText("form_invalid", "notMultipart")))
    ),
    Effect.flatMap((form) => Effect.promise(() => partsOf(form)))
  )

const fieldsIn = (text: string): Asked["fields"] => {
  if (!text.trimStart().startsWith("{")) return Object.fromEntries(new URLSearchParams(text))
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

const tooLarge = new Refused({
  status: 413,
  error: `the body must have at most ${listOctetsMax / 1024 / 1024} MiB: send a larger list as a CSV to /api/v1/verify/bulk`
})

export const readBody = (request: HttpServerRequest.HttpServerRequest) => {
  if (request.method === "GET") return Effect.succeed<Body>({ fields: {}, files: {}, text: "" })
  if (/^multipart\/form-data\b/i.test(request.headers["content-type"] ?? ""))
    return readForm(request)
  return request.text.pipe(
    Effect.mapError(() => tooLarge),
    Effect.map((text): Body => ({ fields: fieldsIn(text), files: {}, text }))
  )
}
