/**
 * A random key for one request that must not be repeated. `crypto.randomUUID` works only over https, and
 * many operators run this service over http in their own network.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("")
