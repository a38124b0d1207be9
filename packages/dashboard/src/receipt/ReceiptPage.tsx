/** One ledger entry as a receipt, for the screen and for print. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "wouter"

import { ApiError } from "../api/ApiError.ts"
import { receiptQuery } from "../ledger/ledgerFilter.ts"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { Proof } from "./Proof.tsx"
import { RelatedEntries } from "./RelatedEntries.tsx"
import { Slip } from "./Slip.tsx"

import "./ReceiptPage.css"

const NoReceipt = ({ id }: { readonly id: string }) => (
  <Page title="Receipt not found">
    <EmptyState
      picture="lost"
      title={`This account has no ledger entry ${id}`}
      action={<ButtonLink href="/ledger">All entries</ButtonLink>}
    >
      The id may be incomplete, or the entry belongs to another account.
    </EmptyState>
  </Page>
)

export const ReceiptPage = () => {
  const { id = "" } = useParams()
  const receipt = useQuery(receiptQuery(id))
  if (receipt.error instanceof ApiError && receipt.error.status === 404)
    return <NoReceipt id={id} />
  return (
    <Page
      title={`Receipt ${id}`}
      actions={
        <>
          <ButtonLink variant="quiet" href="/ledger">
            All entries
          </ButtonLink>
          <Button onClick={() => window.print()}>Print</Button>
        </>
      }
    >
      <Loaded query={receipt} skeleton={<Skeleton shape="block" height="36rem" />}>
        {(data) => (
          <div className="receipt">
            <Slip receipt={data} />
            <div className="receipt-beside">
              <RelatedEntries receipt={data} />
              <Proof entry={id} proof={data.proof} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}
