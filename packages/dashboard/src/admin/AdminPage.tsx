/** The administration of the service. Other accounts see "Page not found". */
import type { Health } from "@rcpt/api/Health"
import { useQuery } from "@tanstack/react-query"
import type { UseQueryResult } from "@tanstack/react-query"
import type { ComponentType } from "react"
import { useSearchParams } from "wouter"

import { useAccount } from "../api/account.ts"
import { DateTime } from "../parts/DateTime.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { PageSkeleton, Skeleton } from "../parts/Skeleton.tsx"
import { Tabs } from "../parts/Tabs.tsx"
import { NotFoundPage } from "../shell/NotFoundPage.tsx"
import { words } from "../words/admin.tsx"
import { AccountsTab } from "./AccountsTab.tsx"
import { healthQuery } from "./adminQueries.ts"

import "./AdminPage.css"
import { DataTab } from "./DataTab.tsx"
import { sortedGuards, stateOf } from "./guardWords.ts"
import { HealthTab } from "./HealthTab.tsx"
import { MailServersTab } from "./MailServersTab.tsx"

const keys = ["accounts", "health", "mail-servers", "data"] as const
type TabKey = (typeof keys)[number]

const keyOf = (text: string | null): TabKey => keys.find((key) => key === text) ?? "accounts"

/** The number of problems, in brackets after the tab's name; empty if there are none. */
const problemsText = (count: number): string => (count > 0 ? ` (${count})` : "")

const healthProblems = ({ doctor, nodes }: Health): number =>
  (doctor?.findings ?? []).filter(({ severity }) => ["warning", "problem"].includes(severity))
    .length + nodes.filter(({ alive }) => !alive).length

const guardProblems = (health: Health): number =>
  sortedGuards(health).filter((guard) => stateOf(guard) !== "closed").length

const dataProblems = ({ views }: Health): number => views.filter(({ parked }) => parked > 0).length

interface HealthPanelProps {
  readonly query: UseQueryResult<Health>
  readonly Panel: ComponentType<{ readonly health: Health }>
}

const HealthPanel = ({ query, Panel }: HealthPanelProps) => (
  <QueryState query={query} skeleton={<Skeleton shape="block" height="30rem" />}>
    {(health) => <Panel health={health} />}
  </QueryState>
)

const Administration = () => {
  const [search, setSearch] = useSearchParams()
  const health = useQuery(healthQuery())
  const { data } = health
  return (
    <Page
      title={words.title}
      lead={
        <>
          {words.lead}{" "}
          {data && (
            <span className="numeric">
              {words.asOf(<DateTime at={data.checked_at} show="time" />)}
            </span>
          )}
        </>
      }
    >
      <Tabs
        label={words.tabs.label}
        chosen={keyOf(search.get("tab"))}
        onChoose={(key) => setSearch(key === "accounts" ? {} : { tab: key })}
        tabs={[
          { key: "accounts", label: words.tabs.accounts, panel: <AccountsTab /> },
          {
            key: "health",
            label: `${words.tabs.health}${problemsText(data ? healthProblems(data) : 0)}`,
            panel: <HealthPanel query={health} Panel={HealthTab} />
          },
          {
            key: "mail-servers",
            label: `${words.tabs.mailServers}${problemsText(data ? guardProblems(data) : 0)}`,
            panel: <HealthPanel query={health} Panel={MailServersTab} />
          },
          {
            key: "data",
            label: `${words.tabs.data}${problemsText(data ? dataProblems(data) : 0)}`,
            panel: <HealthPanel query={health} Panel={DataTab} />
          }
        ]}
      />
    </Page>
  )
}

export const AdminPage = () => {
  const { data: account } = useAccount()
  if (account === undefined) return <PageSkeleton />
  return account.is_admin === true ? <Administration /> : <NotFoundPage />
}
