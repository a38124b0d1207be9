/**
 * Parameters of the list of activity. The message of a check completes the sentence that starts with the
 * parameter's name, as in query.ts.
 */
import { emailCharsMax, uuid } from "@rcpt/domain/limits"
import { Status } from "@rcpt/domain/Verdict"
import { Schema } from "effect"

import { fieldFault, oneOf } from "./errors/errorTexts.ts"
import { cursor, pageSize } from "./jobsQuery.ts"
import { isUpTo, singleValue } from "./query.ts"

const id = (message: string, description: string) =>
  Schema.optionalKey(
    singleValue.check(Schema.isPattern(uuid, { message })).annotate({ description })
  )

/** Stored: never rename. */
export const ActivityKind = Schema.Literals(["check", "batch", "batch_item", "request"])
export type ActivityKind = typeof ActivityKind.Type

/** The first digit of the status. */
export const StatusClass = Schema.Literals(["2xx", "4xx", "5xx"])
export type StatusClass = typeof StatusClass.Type

/** RFC 3339 §5.6, with a zone. */
const instant =
  /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/u

const timeLimits = "must be a time such as 2026-11-25T14:00:00Z"

const time = (description: string) =>
  Schema.optionalKey(
    singleValue
      .check(
        Schema.makeFilter((text) => !Number.isNaN(Date.parse(text)) || timeLimits),
        Schema.isPattern(instant, { message: timeLimits })
      )
      .annotate({ description })
  )

export const activityQuery = {
  limit: pageSize("Rows per page, at most."),
  cursor: cursor(uuid, "the newest rows"),
  what: Schema.optionalKey(
    ActivityKind.annotate({
      message: oneOf(ActivityKind.literals),
      description: "Only rows of this kind."
    })
  ),
  request_id: id("must be a request id, a UUID", "Only rows of the request with this id."),
  key: id("must be the id of a key, a UUID", "Only requests with this API key."),
  email: Schema.optionalKey(
    singleValue
      .check(
        Schema.makeFilter((text) => text.trim() !== "" || fieldFault("blank")),
        isUpTo(emailCharsMax)
      )
      .annotate({ description: "Only checks of this mailbox, in any spelling." })
  ),
  status: Schema.optionalKey(
    Status.annotate({
      message: oneOf(Status.literals),
      description: "Only checks with this verdict."
    })
  ),
  http_status: Schema.optionalKey(
    StatusClass.annotate({
      message: oneOf(StatusClass.literals),
      description: "Only responses of this class, such as `4xx`."
    })
  ),
  since: time("Only what began at this time or later, such as `2026-11-25T14:00:00Z`."),
  until: time("Only what began before this time.")
}
