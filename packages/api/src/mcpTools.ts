/** The tools that an assistant is offered (Mcp.ts), with the schemas of their arguments. */
import { uuid } from "@rcpt/domain/limits"
import { creditsOf, heldFor } from "@rcpt/domain/prices"
import type { Permission } from "@rcpt/domain/rolePermissions"
import { Effect, Schema } from "effect"

import { batchAddressesMax, BatchRequest } from "./Batch.ts"
import { fieldFault } from "./errors/errorTexts.ts"
import { smtpResponseCharsMax } from "./Feedback.ts"
import { IdempotencyKey } from "./IdempotencyKey.ts"
import { pageSizeMax } from "./jobsQuery.ts"
import { entryId } from "./ledgerQuery.ts"
import { EmailQuery, isUpTo, MaxAge, ModeQuery } from "./query.ts"

const chargesDefault = 20
const limits = fieldFault("wholeNumber", { from: 1, to: pageSizeMax })

/** An assistant writes each of them; a longer list is a file, which a person uploads. */
const listAddressesMax = 1_000
const listSize = `must be a list of 1 to ${listAddressesMax} addresses`

const agreedLimits = "must be a whole number of credits"

const jobId = Schema.String.check(
  Schema.isPattern(uuid, { message: "must be the id of a job, a UUID" })
)

const optionalText = (charsMax: number, description: string) =>
  Schema.optionalKey(Schema.String.check(isUpTo(charsMax)).annotate({ description }))

const verification = {
  email: EmailQuery,
  mode: ModeQuery,
  max_age: Schema.optionalKey(MaxAge)
}

export const mcpTools = {
  verify_email: {
    permission: "spend",
    description:
      "Check whether an email address can take mail. Returns a verdict (valid, risky, invalid, unknown), " +
      `a score and reasons. Costs ${creditsOf(heldFor.fast)}, in deep mode ${heldFor.fast} or ${heldFor.deep}; unknown is free. Addresses at ` +
      "sandbox.rcpt.test are free.",
    input: Schema.Struct(verification)
  },
  verify_emails: {
    permission: "spend",
    description: `Check up to ${batchAddressesMax} email addresses at once. Each costs the same as alone. truncated: credits ran out.`,
    input: Schema.Struct(BatchRequest.fields)
  },
  explain_verdict: {
    permission: "spend",
    description:
      "Check an address and also return the evidence: what was asked, what was answered, how old that is. " +
      "Costs the same as verify_email.",
    input: Schema.Struct(verification)
  },
  check_list: {
    permission: "spend",
    description:
      `Check up to ${listAddressesMax} email addresses as a list, in the background. Without agreed_credits it is free and returns ` +
      "the price alone: tell it to the person and ask. After a yes, call it again with credits_maximum as agreed_credits. " +
      "Then job_status tells how far it is.",
    input: Schema.Struct({
      emails: Schema.Array(Schema.String.annotate({ message: "must be a string" }))
        .annotate({ message: listSize })
        .check(
          Schema.isMinLength(1, { message: listSize }),
          Schema.isMaxLength(listAddressesMax, { message: listSize })
        )
        .annotate({ description: "Duplicates are checked and charged once." }),
      name: optionalText(100, "What people call the list."),
      idempotency_key: Schema.optionalKey(
        IdempotencyKey.annotate({
          description:
            "A text for this list, such as a UUID. With the same one, a call that is repeated within 24 hours makes no second list."
        })
      ),
      mode: ModeQuery,
      agreed_credits: Schema.optionalKey(
        Schema.Int.annotate({ message: agreedLimits })
          .check(Schema.isGreaterThanOrEqualTo(0, { message: agreedLimits }))
          .annotate({ description: "What the person agreed to pay at most." })
      )
    })
  },
  job_status: {
    permission: "read",
    description:
      "Look up how far a list is: checked rows, verdicts so far, credits. Its results are on the page /jobs/<id>. Free.",
    input: Schema.Struct({ job_id: jobId.annotate({ description: "The id of the job." }) })
  },
  explain_reply: {
    permission: "read",
    description:
      "Explain a reply of a mail server, such as `550 5.1.1 User unknown`: what it says of the mailbox, and which rule " +
      "reads it so. Free, and no mail server is asked.",
    input: Schema.Struct({
      reply: Schema.String.check(isUpTo(smtpResponseCharsMax)).annotate({
        description: "The reply with its codes and all its lines."
      }),
      mx_host: optionalText(255, "The mail server that sent it."),
      recipient: optionalText(320, "The address that was asked about.")
    })
  },
  find_charge: {
    permission: "read",
    description:
      "Look up what credits were charged for: one entry of the ledger with its receipt, or the newest " +
      "charges, of one job if its id is given. Free.",
    input: Schema.Struct({
      entry: Schema.optionalKey(
        Schema.String.check(
          Schema.isPattern(entryId, { message: "must be the id of an entry, such as 4711-1" })
        ).annotate({ description: "The id of an entry, such as 4711-1." })
      ),
      job_id: Schema.optionalKey(jobId.annotate({ description: "Only charges of this job." })),
      limit: Schema.Int.check(
        Schema.isBetween({ minimum: 1, maximum: pageSizeMax }, { message: limits })
      )
        .annotate({ message: limits, description: "How many charges, the newest first." })
        .pipe(Schema.withDecodingDefaultKey(Effect.succeed(chargesDefault)))
    })
  }
} as const satisfies Readonly<
  Record<
    string,
    { readonly permission: Permission; readonly description: string; readonly input: Schema.Top }
  >
>

export type McpTool = keyof typeof mcpTools

const inputSchema = (schema: Schema.Top): object => {
  const { schema: root, definitions } = Schema.toJsonSchemaDocument(schema)
  return Object.keys(definitions).length === 0 ? root : { ...root, $defs: definitions }
}

/** The tools as `tools/list` answers them. They change nothing but credits. */
export const listedTools = Object.entries(mcpTools).map(
  ([name, { description, input, permission }]) => ({
    name,
    description,
    inputSchema: inputSchema(input),
    annotations: { readOnlyHint: permission === "read", destructiveHint: false }
  })
)
