/** A sentence with parts that are more than text, such as a link or a time: inline`Since ${time}`. */
import { createElement, Fragment } from "react"
import type { ReactElement, ReactNode } from "react"

export const inline = (
  texts: TemplateStringsArray,
  ...parts: ReadonlyArray<ReactNode>
): ReactElement => createElement(Fragment, null, ...texts.flatMap((text, at) => [text, parts[at]]))
