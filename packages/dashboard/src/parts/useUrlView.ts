/**
 * What a page shows of its rows: filters, order and page number. It is in the URL, so that Back, a reload and a second
 * tab show the same. Invalid values in the URL are ignored.
 */
import { useSearchParams } from "wouter"

interface View {
  /** Counted from 1. */
  readonly page: number
}

/** How a view is read from the URL, and written into it. */
interface UrlForm<Shown extends View> {
  readonly read: (params: URLSearchParams) => Shown
  /** Without the page. Values that are undefined or empty are left out. */
  readonly write: (view: Shown) => Readonly<Record<string, string | undefined>>
}

export type Show<Shown> = (
  change: Partial<Shown>,
  /** `replace`: adds no step to Back. */
  options?: { readonly replace: boolean }
) => void

export const pageIn = (params: URLSearchParams): number => {
  const text = params.get("page")
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}

/** A change of filters goes to the first page. */
export const useUrlView = <Shown extends View>({ read, write }: UrlForm<Shown>) => {
  const [params, setParams] = useSearchParams()
  const view = read(params)
  const paramsOf = (shown: Shown): ReadonlyArray<[name: string, value: string]> =>
    Object.entries({
      ...write(shown),
      page: shown.page > 1 ? String(shown.page) : undefined
    }).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const show: Show<Shown> = (change, options) =>
    setParams(
      (now) => new URLSearchParams([...paramsOf({ ...read(now), page: 1, ...change })]),
      options
    )
  return [view, show] as const
}
