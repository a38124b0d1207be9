/**
 * Mail providers that never tell whether a mailbox exists, by `mx_provider`: they accept every recipient, so deep mode
 * finds nothing. test/verifier/smtp/concealing.test.ts holds it equal to the policies by which they are probed.
 */
export const concealingProviders: ReadonlySet<string | undefined> = new Set([
  "Yahoo Mail",
  "Yahoo! Japan Mail",
  "Proton Mail"
])
