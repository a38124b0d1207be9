/** The bulk page: upload a new list, see its price, and all lists so far. */
import { OfRole } from "../parts/OfRole.tsx"
import { Page } from "../parts/Page.tsx"
import { words } from "../words/bulk.tsx"
import { JobsList } from "./JobsList.tsx"
import { NewList } from "./NewList.tsx"

import "./Bulk.css"

export const BulkPage = () => (
  <Page title={words.title} lead={words.lead}>
    <OfRole may="spend" otherwise={words.readOnly}>
      <NewList />
    </OfRole>
    <JobsList />
  </Page>
)
