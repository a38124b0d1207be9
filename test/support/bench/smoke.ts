/**
 * Sizes of benchmarks. `npm run bench:smoke` proves in seconds that they start and print; its numbers
 * mean nothing.
 */
export const isSmoke = process.env["BENCH_SMOKE"] === "true"

export const sized = (usual: number, smoke: number): number => (isSmoke ? smoke : usual)
