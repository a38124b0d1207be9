/**
 * The interface of another service, as data: its paths, where it has its key, how it says an answer and a refusal.
 * All that an interface does, it asks of our own API (answerDropIn.ts).
 */
import type { Account } from "@rcpt/api/Account"
import type { BatchResponse } from "@rcpt/api/Batch"
import type { BulkJob } from "@rcpt/api/Jobs"
import type { DropInName } from "@rcpt/api/otherServices"
import type { Overview } from "@rcpt/api/Overview"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Schema } from "effect"
import type { Effect, Stream } from "effect"

import type { OwnWriter } from "../jobs/results/ownWriter.ts"
import type { Said } from "./outcome.ts"

/** A refusal of our API, or of the interface itself. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", {
  status: Schema.Int,
  /** The sentence of the body. */
  error: Schema.String
}) {}

/** 400, without anything stored or charged. */
export const refuse = (error: string): Refused => new Refused({ status: 400, error })

export interface Reply {
  /** Default: 200. */
  readonly status?: number
  /** Fields that are `undefined` are left out. */
  readonly json?: object | undefined
  /** In place of `json`. */
  readonly stream?: Stream.Stream<Uint8Array, unknown>
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface UploadedFile {
  readonly name: string
  readonly content: Blob
}

/** A request, with its query, form or JSON as one. */
export interface Asked {
  /** Of the path. */
  readonly params: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, unknown>>
  readonly files: Readonly<Record<string, UploadedFile>>
  /** The body as it was sent, unless it is a form with files. */
  readonly text: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** `https://verify.example.com`, by which the client has reached us. */
  readonly base: string
}

export interface List {
  readonly name: string
  readonly content: Blob
  /** A name or a number from 1; without it, it is found. */
  readonly column?: string | undefined
  readonly hasHeader?: boolean | undefined
}

type Calls<A> = Effect.Effect<A, Refused>

/** Our own API, by the key of the request. */
export interface Api {
  /** Milliseconds; default: as long as our API waits. */
  readonly verify: (email: string, timeout?: number) => Calls<VerifyResult>
  /** Any number of addresses. */
  readonly verifyAll: (emails: ReadonlyArray<string>) => Calls<BatchResponse>
  readonly account: Calls<Account>
  readonly overview: Calls<Overview>
  readonly submit: (list: List) => Calls<BulkJob>
  readonly jobs: Calls<ReadonlyArray<BulkJob>>
  readonly job: (id: string) => Calls<BulkJob>
  /** Removes it, also while it runs. */
  readonly remove: (id: string) => Calls<void>
  /** The rows of a job that is complete, as `write` has them; with `partial`, those that have a result so far. */
  readonly results: (
    id: string,
    write: OwnWriter,
    partial?: boolean
  ) => Calls<Stream.Stream<Uint8Array, unknown>>
  /** Whether it is on a list of disposable domains. Needs no key, network or credits. */
  readonly isDisposable: (domain: string) => Effect.Effect<boolean>
}

export interface Route {
  readonly methods: ReadonlyArray<string>
  /** As in our contract: `/v2/verify-batch/:id`. */
  readonly path: string
  /** `list`: its body may be as large as a list. `file`: a form with a file. */
  readonly takes?: "list" | "file"
  readonly answer: (asked: Asked, api: Api) => Effect.Effect<Reply, Refused>
}

export interface DropIn {
  readonly name: DropInName
  /** The parameters that have the key, in a query or a body. */
  readonly keyFields: ReadonlyArray<string>
  /** Translates an answer; the same for single checks and the rows of a list. */
  readonly say: (said: Said) => object
  readonly refusal: (refused: Refused, path: string) => Reply
  readonly routes: ReadonlyArray<Route>
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined

/** A field that must be given. */
export const required = (asked: Asked, name: string): string => {
  const text = textOf(asked.fields[name])?.trim()
  return text === undefined ? "" : text
}

/** `1`, `"1"`, `true` and `"true"` are all sent. */
export const isOn = (value: unknown): boolean =>
  value === true || /^(?:1|true)$/i.test(String(value))

const millisMin = 1_000
const millisMax = 60_000

/** Within the limits of ours; `undefined`: not given, or no number. */
export const timeoutOf = (value: unknown, unit: "seconds" | "milliseconds"): number | undefined => {
  const text = textOf(value)?.trim() ?? ""
  if (text === "" || !Number.isFinite(Number(text))) return undefined
  const millis = Math.round(Number(text) * (unit === "seconds" ? 1_000 : 1))
  return Math.min(millisMax, Math.max(millisMin, millis))
}

/** The addresses of a list in JSON, or separated by commas. */
export const addressesIn = (value: unknown): ReadonlyArray<string> | undefined => {
  const items = typeof value === "string" ? value.split(",") : value
  return Array.isArray(items) && items.every((item): item is string => typeof item === "string")
    ? items.map((item) => item.trim()).filter((item) => item !== "")
    : undefined
}
