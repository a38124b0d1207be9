/** `GET /usage/accuracy`: how many addresses bounced that were mailed, by what rcpt had said of them. */
import { accuracyMailMin } from "@rcpt/domain/Accuracy"
import { Effect, Schema } from "effect"

import { boolean, described, integer, string } from "./fields.ts"

/** A month, the time in which a verification can be reported on, and a year. */
export const accuracyDays = ["30", "90", "365"] as const
export type AccuracyDays = (typeof accuracyDays)[number]

export const AccuracyDaysQuery = Schema.Literals(accuracyDays)
  .annotate({
    message: "must be 30, 90 or 365",
    description: "The days that count: the last 30, 90 or 365, with today."
  })
  .pipe(Schema.withDecodingDefaultKey(Effect.succeed("90" as const)))

const share = Schema.Finite

export const BounceRate = Schema.Struct({
  share: share.annotate({ description: "The share that bounced, from 0 to 1." }),
  low: share.annotate({ description: "The lower end of its 95 % interval (Wilson)." }),
  high: share.annotate({ description: "The upper end." })
}).annotate({ identifier: "BounceRate" })
export type BounceRate = typeof BounceRate.Type

const counts = {
  sent: integer("Mails that were reported on. One mail counts once, by the last report on it."),
  delivered: integer("Delivered, as far as was reported."),
  bounced: integer("Bounced for good, because of the mailbox."),
  complained: integer("Delivered, and called spam or unwanted."),
  bounce_rate: described(
    Schema.optionalKey(BounceRate),
    `The share of \`bounced\` in \`sent\`. Absent below ${accuracyMailMin} mails, and if no ` +
      "deliveries were reported: there is not enough mail to say."
  )
}

export const AccuracySums = Schema.Struct(counts).annotate({ identifier: "AccuracySums" })
export type AccuracySums = typeof AccuracySums.Type

export const AccuracyGroup = Schema.Struct({
  name: string("What the verification said, such as `valid`, `80-89` or `Google Workspace`."),
  ...counts
}).annotate({ identifier: "AccuracyGroup" })
export type AccuracyGroup = typeof AccuracyGroup.Type

const groups = (description: string) => Schema.Array(AccuracyGroup).annotate({ description })

export const Accuracy = Schema.Struct({
  days: integer("As asked for."),
  since: string("The first day (UTC) that counts, by the mail."),
  mail_min: integer("The least `sent` for which a share is given."),
  deliveries_reported: boolean(
    "Whether deliveries were reported too. Without them every mail would seem to have bounced."
  ),
  total: described(AccuracySums, "All mail that was reported on."),
  by_mode: groups("By the mode of the verification."),
  by_status: groups("By its verdict."),
  by_sub_status: groups("By its reason. Valid addresses have none."),
  by_score: groups("By its score, in bands."),
  by_provider: groups("By the recognized mail provider."),
  by_catch_all_confidence: groups("By its `catch_all_confidence`, in bands."),
  deferred: integer(
    "Mail that a mail server put off, or bounced softly. It is in no other count, since the mail may still have arrived. " +
      "A mailbox counts once a day."
  )
}).annotate({ identifier: "Accuracy" })
export type Accuracy = typeof Accuracy.Type

export const BouncedOfValid = Schema.Struct({
  days: integer("The last days that count."),
  sent: integer("Mails to addresses that rcpt had called valid."),
  bounced: integer("Those that bounced."),
  bounce_rate: described(BounceRate, "Their share.")
}).annotate({ identifier: "BouncedOfValid" })
export type BouncedOfValid = typeof BouncedOfValid.Type
