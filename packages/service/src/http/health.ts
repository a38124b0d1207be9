/**
 * Health checks for monitoring and load balancers. `/healthz`: the process responds. `/readyz`: the
 * node can serve requests, for which it needs its database, and is neither about to stop nor being drained;
 * balancers send it no requests until it returns 200 again.
 */
import { codedText } from "@rcpt/api/errors/codedTexts"
import * as generations from "@rcpt/store/generations"
import { Dnsbl } from "@rcpt/verifier/dnsbl/Dnsbl"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"

import { Draining } from "../operations/admin/draining.ts"
import { Doctor } from "../operations/doctor/Doctor.ts"
import { Nats } from "../platform/nats/Nats.ts"
import { readTimeout } from "../platform/readTimeout.ts"
import { troubledGuards } from "../probing/GuardRecords.ts"
import { errorResponse } from "./errorResponse.ts"
import { GracefulShutdown } from "./gracefulShutdown.ts"

const livePath = "/healthz"
const readyPath = "/readyz"
export const healthPaths = [livePath, readyPath]

export const isHealth = (url: string): boolean =>
  healthPaths.some((path) => url === path || url.startsWith(`${path}?`))

/** Health probes usually wait one second. */
const databaseWaitMax = "900 millis"

const live = HttpRouter.add("GET", livePath, HttpServerResponse.jsonUnsafe({ status: "ok" }))

const isClosing = errorResponse(503, codedText("not_ready", "closing"))
const isDraining = errorResponse(503, codedText("not_ready", "draining"))
const withoutDatabase = errorResponse(503, codedText("not_ready", "database"))

/** The worst are listed first. */
const guardsShownMax = 20

const mailServersInTrouble = Effect.map(troubledGuards(guardsShownMax), (guards) =>
  guards.map(({ group, egress, shownAt, status: { circuit, pause, isBlocked } }) => ({
    group,
    egress,
    circuit,
    pause,
    isBlocked,
    shownAt
  }))
)

/** `?verbose` adds the state of the subsystems, for people. */
const details = Effect.gen(function* () {
  const lists = yield* Lists
  const blocklists = yield* Dnsbl
  const doctor = yield* Doctor
  const nats = yield* Nats
  return {
    status: "ready",
    projections: yield* generations.status,
    lists: lists.tables,
    blocklists: yield* blocklists.status,
    mailServersInTrouble: yield* mailServersInTrouble,
    // `down` is no reason to be unready: the service is only slower then.
    nats: nats.state(),
    // Absent until the doctor has finished its run at startup.
    doctor: yield* doctor.latest
  }
})

const ready = HttpRouter.add(
  "GET",
  readyPath,
  Effect.gen(function* () {
    if ((yield* GracefulShutdown).isBegun()) return isClosing
    const sql = yield* SqlClient.SqlClient
    const { url } = yield* HttpServerRequest.HttpServerRequest
    const verbose = new URLSearchParams(url.split("?")[1]).has("verbose")
    if ((yield* Draining).isAsked()) return isDraining
    yield* sql`select 1`
    return HttpServerResponse.jsonUnsafe(verbose ? yield* details : { status: "ready" })
  }).pipe(
    readTimeout(databaseWaitMax),
    Effect.catchCause(() => Effect.succeed(withoutDatabase))
  )
)

export const layer = Layer.mergeAll(live, ready)
