/** Lists: a new one, with its price before it starts, and those that there are. */
import { Page } from "../parts/Page.tsx"
import { JobsList } from "./JobsList.tsx"
import { NewList } from "./NewList.tsx"

import "./Bulk.css"

export const BulkPage = () => (
  <Page title="Bulk" lead="Verify a whole list. You see what it costs before it starts.">
    <NewList />
    <JobsList />
  </Page>
)
