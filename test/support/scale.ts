/**
 * Sizes of tests that find more the longer they run. `npm test` uses the usual size, so that it stays
 * fast. `npm run test:long` runs the files that use this, with the long size. A variable of the given
 * name sets any other size: `STORM_OPERATIONS=100000 npm test -- test/chaos/storeStorm`.
 */
const isLong = process.env["TEST_LONG"] === "true"

export const scaled = (
  name: string,
  { usual, long }: { readonly usual: number; readonly long: number }
): number => Number(process.env[name] ?? (isLong ? long : usual))
