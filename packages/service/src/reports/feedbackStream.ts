/** The stream of an account's reports, `feedback-<account>`. */
import * as Feedback from "@rcpt/domain/Feedback"
import * as EventCodec from "@rcpt/store/EventCodec"

export const feedbackCodec = EventCodec.make(Feedback.format)

export const feedbackStream = feedbackCodec.streamOf
