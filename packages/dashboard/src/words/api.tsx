/** The words of errors of requests. */
import { wordsOf } from "./translation.ts"

export const words = wordsOf("api", {
  /**
   * Sentences by status, where the error in the API is meant for programs. Status 0 means that there was
   * no response at all.
   */
  errors: {
    0: "Cannot reach the service. Check that it is running and that you are online.",
    401: "Your session has ended. Sign in again.",
    402: "You do not have enough credits for this.",
    500: "Something went wrong on our side. The error was logged.",
    502: "The service is not responding. Try again in a moment.",
    503: "The service is busy, restarting, or without its database. Try again in a moment.",
    504: "The service took too long to respond."
  },
  responded: (status: number) => `the service responded with ${status}`,
  /**
   * `subject` is a name such as "The name", `error` the API's sentence in English, such as "must be 1 to
   * …".
   */
  ofField: (subject: string, error: string) => `${subject} ${error}`,
  page: "Something went wrong on this page.",
  tooMany: (seconds: number | undefined) =>
    `Too many requests. Try again ${seconds === undefined ? "in a moment" : `in ${seconds} seconds`}.`
})
