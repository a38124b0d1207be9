/** API keys of the account. A key with a scope cannot manage keys. */
import type { IssuedKey, Key, Message, KeyRequest } from "./contract.ts"
import { segment } from "./Transport.ts"
import type { RequestOptions, Transport } from "./Transport.ts"

export class Keys {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Its `key` is shown only now. */
  create(key: KeyRequest, request?: RequestOptions): Promise<IssuedKey> {
    return this.#transport.json({ method: "POST", path: "/keys", json: key }, request)
  }

  list(request?: RequestOptions): Promise<ReadonlyArray<Key>> {
    return this.#transport.json({ path: "/keys" }, request)
  }

  /** It is refused from now on. */
  revoke(id: string, request?: RequestOptions): Promise<Message> {
    return this.#transport.json({ method: "DELETE", path: `/keys/${segment(id)}` }, request)
  }
}
