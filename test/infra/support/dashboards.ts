/** The dashboards of Grafana, as their panels. */
import { documentsOf, infraFiles } from "./infraFiles.ts"

export interface Panel {
  readonly dashboard: string
  readonly title: string
  readonly description: string
  readonly expressions: ReadonlyArray<string>
}

interface Written {
  readonly title: string
  readonly uid: string
  readonly schemaVersion: number
  readonly panels: ReadonlyArray<{
    readonly title: string
    readonly description: string
    readonly fieldConfig: { readonly defaults: { readonly unit: string } }
    readonly targets: ReadonlyArray<{ readonly expr: string }>
  }>
}

export const dashboards: ReadonlyArray<Written> = infraFiles
  .filter(({ path }) => /^grafana\/[^/]+\.json$/.test(path))
  .map(({ path }) => documentsOf(path)[0] as unknown as Written)

export const panels: ReadonlyArray<Panel> = dashboards.flatMap(
  ({ title: dashboard, panels: all }) =>
    all.map(({ title, description, targets }) => ({
      dashboard,
      title,
      description,
      expressions: targets.map(({ expr }) => expr)
    }))
)
