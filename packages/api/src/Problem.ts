/** Errors as the contract has them: a status, and a body of exactly `{"error": "<sentence>"}`. */
import { Schema } from "effect"

const body = { error: Schema.String }

export class BadRequest extends Schema.Error<BadRequest>("BadRequest")(body, {
  httpApiStatus: 400,
  description: "Invalid request; the sentence names the field and its limit."
}) {}

export class Unauthorized extends Schema.Error<Unauthorized>("Unauthorized")(body, {
  httpApiStatus: 401,
  description: "Missing or invalid credentials."
}) {}

export class InsufficientCredits extends Schema.Error<InsufficientCredits>("InsufficientCredits")(
  body,
  { httpApiStatus: 402, description: "Insufficient credits." }
) {}

/** The sentences that clients may compare with. */
export const unauthorized = new Unauthorized({ error: "unauthorized" })
export const insufficientCredits = new InsufficientCredits({ error: "insufficient credits" })
