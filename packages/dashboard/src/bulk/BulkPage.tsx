/** The bulk page: upload a new list, see its price, and all lists so far. */
import { Page } from "../parts/Page.tsx"
import { JobsList } from "./JobsList.tsx"
import { NewList } from "./NewList.tsx"

import "./Bulk.css"

export const BulkPage = () => (
  <Page title="Bulk" lead="Verify a whole list. You see the price before it starts.">
    <NewList />
    <JobsList />
  </Page>
)
