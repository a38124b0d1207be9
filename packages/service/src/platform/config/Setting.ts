/** A row of the table of settings (settings.ts). */
import type { Expected, Parse } from "./parse.ts"

export interface Setting<A> {
  readonly name: string
  readonly fallback: string | undefined
  readonly read: (text: string | undefined) => A | Expected
  readonly means: string
}

export const setting = <A>(
  name: string,
  fallback: string,
  read: Parse<A>,
  means: string
): Setting<A> => ({
  name,
  fallback,
  read: (text) => read(text ?? fallback),
  means
})

export const optional = <A>(
  name: string,
  read: Parse<A>,
  means: string
): Setting<A | undefined> => ({
  name,
  fallback: undefined,
  read: (text) => (text === undefined ? undefined : read(text)),
  means
})
