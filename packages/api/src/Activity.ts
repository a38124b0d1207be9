/**
 * What an account checked and asked in the last days: each check with its verdict, each request of an API key
 * with its status. Written about a second after the answer; a crash may lose the last ones. The ledger is
 * what proves a charge.
 */
import { Mode, Status } from "@rcpt/domain/Verdict"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import * as query from "./activityQuery.ts"
import { described, integer, string } from "./fields.ts"
import { dateTime, uuidText } from "./formats.ts"
import { Requires } from "./Permissions.ts"
import { BadRequest, NotFound } from "./Problem.ts"
import { secured } from "./secured.ts"
import { VerifyResult } from "./VerifyResult.ts"

const fields = {
  id: uuidText.annotate({
    description: "Of a check: that of its hold in the ledger. Of another request: `request_id`."
  }),
  created_at: dateTime.annotate({ description: "When it began." }),
  what: query.ActivityKind.annotate({
    description:
      "`check`: one address by `GET /verify`. `batch`: the request, whose addresses are each a " +
      "`batch_item`. `request`: any other request."
  }),
  method: Schema.optionalKey(string("Requests: the method, such as `GET`.")),
  path: Schema.optionalKey(
    string("Requests: the path as it is declared, such as `/jobs/{id}`; never with its query.")
  ),
  email: Schema.optionalKey(
    string("The address; masked, such as `a***@acme.test`, in lists and for restricted keys.")
  ),
  status: Schema.optionalKey(Status.annotate({ description: "Checks: the verdict." })),
  sub_status: Schema.optionalKey(string("The most decisive finding.")),
  score: Schema.optionalKey(integer("0 to 100; from 80 on, no problem was found.")),
  mode: Schema.optionalKey(Mode.annotate({ description: "The mode that was used." })),
  credits: integer(
    "Charged; of a batch, by all of its addresses. 0 if the answer was a repeated one."
  ),
  replay: Schema.optionalKey(
    Schema.Literal(true).annotate({
      description: "The answer of an earlier request was repeated, by its `Idempotency-Key`."
    })
  ),
  via: Schema.Literals(["api_key", "dashboard"]).annotate({
    description: "The credentials of the request: an API key, or a session of the dashboard."
  }),
  key_id: Schema.optionalKey(uuidText.annotate({ description: "The API key of the request." })),
  request_id: uuidText.annotate({ description: "`X-Request-Id` of the response." }),
  http_status: Schema.optionalKey(
    integer("Absent if the client disconnected before the response.")
  ),
  error_code: Schema.optionalKey(string("`X-Error-Code`")),
  duration_ms: integer(
    "Milliseconds until the answer; of an address of a batch, those of its check."
  )
}

export const ActivityRow = Schema.Struct(fields).annotate({ identifier: "ActivityRow" })
export type ActivityRow = typeof ActivityRow.Type

export const ActivityDetail = Schema.Struct({
  ...fields,
  ledger_entry: Schema.optionalKey(
    string("Id of the entry that charged for it, such as `4711-1`, or else of its hold.")
  ),
  items: Schema.optionalKey(integer("Batches: number of addresses that are listed.")),
  result: described(
    Schema.optionalKey(VerifyResult),
    "Checks: the full answer. Addresses in it are masked for restricted keys."
  )
}).annotate({ identifier: "ActivityDetail" })
export type ActivityDetail = typeof ActivityDetail.Type

export const ActivityPage = Schema.Struct({
  rows: Schema.Array(ActivityRow).annotate({ description: "Newest first." }),
  next: Schema.NullOr(uuidText).annotate({
    description:
      "`cursor` of the next page; null on the last page. A page may have fewer rows than asked for, or " +
      "none, when few match: each looks through a limited number."
  })
}).annotate({ identifier: "ActivityPage" })
export type ActivityPage = typeof ActivityPage.Type

const list = HttpApiEndpoint.get("list", "/activity", {
  query: query.activityQuery,
  success: ActivityPage,
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    identifier: "listActivity",
    summary: "List checks and requests of the last days, newest first",
    description:
      "Checks of single addresses and batches, requests of API keys, and what was changed in the " +
      "dashboard. Kept for 30 days, unless the service was set up otherwise. Appears about a second " +
      "after the answer; after a crash the last ones may be missing. Rows of lists are not in it."
  })
)

const find = HttpApiEndpoint.get("find", "/activity/:id", {
  params: {
    id: string("The row's `id`, or `X-Request-Id` of its response.")
  },
  success: ActivityDetail,
  error: NotFound
}).annotateMerge(
  OpenApi.annotations({
    identifier: "getActivity",
    summary: "Get a check or request with its full answer",
    description: "By the id of its row, or by `X-Request-Id`."
  })
)

export class Activity extends secured(
  HttpApiGroup.make("Activity").add(list, find).annotateEndpoints(Requires, "read")
) {}
