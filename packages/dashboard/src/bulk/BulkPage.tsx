/** The bulk page: upload a new list, see its price, and all lists so far. */
import { OfRole } from "../parts/OfRole.tsx"
import { Page } from "../parts/Page.tsx"
import { JobsList } from "./JobsList.tsx"
import { NewList } from "./NewList.tsx"

import "./Bulk.css"

export const BulkPage = () => (
  <Page title="Bulk" lead="Verify a whole list. You see the price before it starts.">
    <OfRole may="spend" otherwise="Your role is read-only: you cannot upload lists.">
      <NewList />
    </OfRole>
    <JobsList />
  </Page>
)
