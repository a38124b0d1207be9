/** A well-formed e-mail address, taken apart. Only the verifier's parser makes one. */
export interface Address {
  /** Local part as sent in SMTP: NFC, still quoted when it came quoted. */
  readonly localPart: string
  /** Domain as A-labels, lower case, without trailing dot (RFC 5890 §2.3.2.1). */
  readonly domain: string
  /** The local part has non-ASCII characters (RFC 6531). */
  readonly smtputf8: boolean
}

/** The address as one string, domain in A-labels. */
export const print = (address: Address): string => `${address.localPart}@${address.domain}`
