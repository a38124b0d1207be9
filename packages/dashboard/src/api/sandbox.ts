/**
 * Addresses that return the result in their name, on any server and for free. The domain must be that of
 * the verifier (sandbox/changes.ts); otherwise this page would call checks free that are charged.
 */
const domain = "sandbox.rcpt.test"

/** By the domain alone: the part before the last @ does not matter. */
export const isSandbox = (email: string): boolean =>
  email.trim().toLowerCase().endsWith(`@${domain}`)

export const sandboxAddress = (localPart: string): string => `${localPart}@${domain}`
