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
import { words } from "../words/receipt.tsx"
import { Proof } from "./Proof.tsx"
import { RelatedEntries } from "./RelatedEntries.tsx"
import { Slip } from "./Slip.tsx"

import "./ReceiptPage.css"

const NoReceipt = ({ id }: { readonly id: string }) => (
  <Page title={words.notFound.title}>
    <EmptyState
      picture="lost"
      title={words.notFound.heading(id)}
      action={<ButtonLink href="/ledger">{words.all}</ButtonLink>}
    >
      {words.notFound.text}
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
      title={words.title(id)}
      actions={
        <>
          <ButtonLink variant="quiet" href="/ledger">
            {words.all}
          </ButtonLink>
          <Button onClick={() => window.print()}>{words.print}</Button>
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
