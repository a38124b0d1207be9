/** Named parameters of a statement, `:email`, as those of Postgres, `$1`. */

/** What a statement may use of a change. */
const parameterNames = [
  "key",
  "email",
  "status",
  "sub_status",
  "recommendation",
  "checked_at"
] as const
type ParameterName = (typeof parameterNames)[number]

/**
 * Where `:name` is no parameter: texts, quoted names, dollar quotes, comments and casts (Postgres documentation, 4.1 Lexical
 * Structure). The last alternative is a name.
 */
const tokens =
  /\be'(?:[^'\\]|\\[^]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|(\$(?:[a-z_]\w*)?\$)[^]*?\1|::|:([a-z_]\w*)/gi

export interface Numbered {
  readonly sql: string
  /** `names[0]` is the name of `$1`. */
  readonly names: ReadonlyArray<ParameterName>
}

/** Numbers the parameters, or returns what is wrong with the statement, as a sentence. */
export const numberParameters = (statement: string): Numbered | string => {
  const names: Array<ParameterName> = []
  const unknown: Array<string> = []
  const sql = statement.replace(tokens, (token, _: unknown, given: string | undefined) => {
    if (given === undefined) return token
    const name = parameterNames.find((one) => one === given)
    if (name === undefined) {
      unknown.push(token)
      return token
    }
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  const known = parameterNames.map((name) => `:${name}`).join(", ")
  if (unknown.length > 0)
    return `statement has ${unknown[0]}, which is no parameter. Use some of ${known}.`
  return names.includes("key") || names.includes("email")
    ? { sql, names }
    : `statement must name the contact by :key or :email. The parameters are ${known}.`
}
