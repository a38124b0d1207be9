/** Says why the service does not start: one sentence for the operator, who can change it. */
import { Runtime, Schema } from "effect"

/** EX_UNAVAILABLE: the command is right, but something that it needs is not available. */
export const unavailableCode = 69

export class StartRefused extends Schema.TaggedError<StartRefused>()("StartRefused", {
  sentence: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = unavailableCode
  override get message(): string {
    return this.sentence
  }
}
