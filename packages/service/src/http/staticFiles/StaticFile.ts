/** A file that is served from memory, in each form that a client may accept. */
import { createHash } from "node:crypto"

/** Names of `Accept-Encoding`; `identity` is uncompressed. */
export type Encoding = "br" | "gzip" | "identity"

export interface StaticFile {
  readonly contentType: string
  /** Its name changes with its content, so a client can cache it for good. */
  readonly isImmutable: boolean
  /** Always has `identity`. */
  readonly forms: ReadonlyMap<Encoding, Form>
}

export interface Form {
  readonly bytes: Uint8Array
  /** A strong tag, so each form has its own (RFC 9110 §8.8.3.3). */
  readonly etag: string
}

export const formOf = (bytes: Uint8Array): Form => ({
  bytes,
  etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`
})
