/** Exit code 0 if the service of this container answers /healthz: the image has neither curl nor wget. */
const port = process.env.RCPT_PORT || "8080"

/** Milliseconds; below the 3 s that the health check may take. */
const answerWaitMax = 2_000

const isHealthy = await fetch(`http://127.0.0.1:${port}/healthz`, {
  signal: AbortSignal.timeout(answerWaitMax)
}).then(
  ({ ok }) => ok,
  () => false
)
process.exitCode = isHealthy ? 0 : 1
