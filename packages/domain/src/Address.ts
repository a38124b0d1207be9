/** A well-formed email address in its parts. Only the verifier's parser makes one. */
export interface Address {
  /** The local part as sent in SMTP: NFC, and still quoted if it came quoted. */
  readonly localPart: string
  /** The domain as A-labels, in lower case, without trailing dot (RFC 5890 §2.3.2.1). */
  readonly domain: string
  /** Whether the local part has non-ASCII characters (RFC 6531). */
  readonly smtputf8: boolean
}

/** The address as one string, with the domain in A-labels. */
export const print = (address: Address): string => `${address.localPart}@${address.domain}`
