/**
 * Addresses that answer as their name says, on any server and for nothing. The domain is the
 * verifier's (sandbox/changes.ts): a wrong one here would promise "free" of what is charged.
 */
const domain = "sandbox.rcpt.test"

/** Whatever the address looks like before its last @. */
export const isSandbox = (email: string): boolean =>
  email.trim().toLowerCase().endsWith(`@${domain}`)

export const sandboxAddress = (localPart: string): string => `${localPart}@${domain}`
