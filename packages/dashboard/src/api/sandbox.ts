/**
 * Sandbox addresses, which return the result in their name, on any server and for free. The domain must be
 * the one of the verifier (sandbox/changes.ts). Otherwise this page would call checks free that are
 * charged.
 */
const domain = "sandbox.rcpt.test"

/** Whether an address is in the sandbox. Only the domain decides, not the part before the last @. */
export const isSandbox = (email: string): boolean =>
  email.trim().toLowerCase().endsWith(`@${domain}`)

export const sandboxAddress = (localPart: string): string => `${localPart}@${domain}`
