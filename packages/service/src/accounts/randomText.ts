/** Random text over an alphabet, every character equally likely. */
import { randomInt } from "node:crypto"

export const randomText = (alphabet: string, count: number): string =>
  Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join("")
