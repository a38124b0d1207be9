/** Requests for API keys. A new key is not kept after it was shown. */
import type { IssuedKey, Key, KeyChange, NewKey } from "@rcpt/api/Keys"
import type { Message } from "@rcpt/api/Message"
import { queryOptions } from "@tanstack/react-query"

import { read, request } from "../api/request.ts"

export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: read<ReadonlyArray<Key>>("/keys")
})

export const createKey = (body: NewKey): Promise<IssuedKey> =>
  request("/keys", { method: "POST", body })

export const changeKey = (id: string, body: KeyChange): Promise<Key> =>
  request(`/keys/${encodeURIComponent(id)}`, { method: "PATCH", body })

export const revokeKey = ({ id }: Key): Promise<Message> =>
  request(`/keys/${encodeURIComponent(id)}`, { method: "DELETE" })
