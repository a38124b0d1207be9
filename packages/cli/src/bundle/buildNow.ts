/**
 * Builds the bundle of the command line if there is none of these sources: `node packages/cli/src/bundle/buildNow.ts`.
 * Where it cannot be built, they run as they are.
 */
const failed = (error: unknown): void => {
  const why = error instanceof Error ? error.message : String(error)
  process.stderr.write(`rcpt runs from its sources, which takes more memory: ${why}\n`)
}

try {
  const { buildBundle } = await import("./buildBundle.ts")
  await buildBundle()
} catch (error) {
  failed(error)
}
