/**
 * A key for one intent to start one list. `crypto.randomUUID` is for https alone, and many run this
 * service on http in a network of their own.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (octet) =>
    octet.toString(16).padStart(2, "0")
  ).join("")
