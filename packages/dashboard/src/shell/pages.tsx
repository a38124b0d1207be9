/** Every page with its path. The code of each is loaded when it is first opened. */
import type { ComponentType } from "react"

import { lazyPart } from "../parts/LazyPart.tsx"

interface PageRoute {
  /** A wouter pattern such as `/jobs/:id`; the page reads its parameters by `useParams`. */
  readonly path: string
  readonly page: ComponentType
}

const page = <Name extends string>(
  name: Name,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>
) => lazyPart(async () => (await load())[name])

/** Pages for signed-in users. */
export const pages: ReadonlyArray<PageRoute> = [
  { path: "/", page: page("OverviewPage", () => import("../overview/OverviewPage.tsx")) },
  { path: "/verify", page: page("VerifyPage", () => import("../verify/VerifyPage.tsx")) },
  { path: "/bulk", page: page("BulkPage", () => import("../bulk/BulkPage.tsx")) },
  { path: "/rules", page: page("RulesPage", () => import("../rules/RulesPage.tsx")) },
  { path: "/jobs/:id", page: page("JobPage", () => import("../job/JobPage.tsx")) },
  {
    path: "/schedules",
    page: page("SchedulesPage", () => import("../schedules/SchedulesPage.tsx"))
  },
  {
    path: "/schedules/:id",
    page: page("SchedulePage", () => import("../schedules/SchedulePage.tsx"))
  },
  { path: "/ledger", page: page("LedgerPage", () => import("../ledger/LedgerPage.tsx")) },
  { path: "/ledger/:id", page: page("ReceiptPage", () => import("../receipt/ReceiptPage.tsx")) },
  { path: "/activity", page: page("ActivityPage", () => import("../activity/ActivityPage.tsx")) },
  {
    path: "/activity/:id",
    page: page("ActivityRowPage", () => import("../activity/ActivityRowPage.tsx"))
  },
  { path: "/keys", page: page("KeysPage", () => import("../keys/KeysPage.tsx")) },
  { path: "/webhooks", page: page("WebhooksPage", () => import("../webhooks/WebhooksPage.tsx")) },
  {
    path: "/webhooks/:id",
    page: page("EndpointPage", () => import("../webhooks/EndpointPage.tsx"))
  },
  { path: "/inlets", page: page("InletsPage", () => import("../inlets/InletsPage.tsx")) },
  { path: "/inlets/:id", page: page("InletPage", () => import("../inlets/InletPage.tsx")) },
  {
    path: "/accuracy",
    page: page("AccuracyPage", () => import("../accuracy/AccuracyPage.tsx"))
  },
  { path: "/usage", page: page("UsagePage", () => import("../usage/UsagePage.tsx")) },
  { path: "/settings", page: page("SettingsPage", () => import("../settings/SettingsPage.tsx")) },
  { path: "/people", page: page("PeoplePage", () => import("../people/PeoplePage.tsx")) },
  { path: "/security", page: page("SecurityPage", () => import("../security/SecurityPage.tsx")) },
  { path: "/admin", page: page("AdminPage", () => import("../admin/AdminPage.tsx")) }
]

/** Pages for users who are not signed in. */
export const signedOutPages: ReadonlyArray<PageRoute> = [
  { path: "/sign-in", page: page("SignInPage", () => import("../session/SignInPage.tsx")) },
  { path: "/sign-up", page: page("SignUpPage", () => import("../session/SignUpPage.tsx")) },
  { path: "/connect", page: page("ConnectPage", () => import("../session/providerPages.tsx")) },
  {
    path: "/confirmed",
    page: page("ConfirmedPage", () => import("../session/providerPages.tsx"))
  },
  { path: "/join", page: page("JoinPage", () => import("../session/JoinPage.tsx")) },
  { path: "/forgot", page: page("ForgotPage", () => import("../session/mailedLinkPages.tsx")) },
  { path: "/confirm", page: page("ConfirmPage", () => import("../session/mailedLinkPages.tsx")) },
  { path: "/reset", page: page("ResetPage", () => import("../session/mailedLinkPages.tsx")) },
  { path: "/email", page: page("NewEmailPage", () => import("../session/mailedLinkPages.tsx")) },
  { path: "/take-back", page: page("TakeBackPage", () => import("../session/mailedLinkPages.tsx")) }
]
