/**
 * Every name under `.test` once more under `.org`, with the same records and faults, for programs that
 * hold `.test` for no domain.
 */
import type { Zone } from "@rcpt/lab/Zone"

const real = /(^|\.)test$/
const alias = /(^|\.)org$/

export const toAlias = (name: string): string => name.replace(real, "$1org")
const toReal = (name: string): string => name.replace(alias, "$1test")

export const aliasZone = (zone: Zone): Zone => ({
  find: (name) =>
    alias.test(name)
      ? zone.find(toReal(name))?.map((record) => ({ ...record, name: toAlias(record.name) }))
      : undefined,
  rules: zone.rules
    .filter(({ name }) => real.test(name))
    .map((rule) => ({ ...rule, name: toAlias(rule.name) }))
})
