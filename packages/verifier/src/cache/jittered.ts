/**
 * Spreads the expiry of values that were cached together. The same name always gets the same cut, so
 * nothing here depends on chance and a test can say when a value expires.
 */
import { Duration, Hash } from "effect"

import { lifetimeJitter } from "../limits.ts"

/** As a part of 1: 0 keeps the lifetime whole. */
const partOf = (name: string): number => (Hash.string(name) & 0xffff) / 0x10000

export const jittered = (lifetime: Duration.Duration, name: string): Duration.Duration =>
  Duration.millis(Math.round(Duration.toMillis(lifetime) * (1 - lifetimeJitter * partOf(name))))
