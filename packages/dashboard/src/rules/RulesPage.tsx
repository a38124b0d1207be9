/** The page of the account's own rules: what it blocks and allows, with upload and download as CSV. */
import type { ImportedRules, Rule } from "@rcpt/api/Rules"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useRef, useState } from "react"

import { useMay } from "../api/account.ts"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DialogButton } from "../parts/Dialog.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { ListFilters } from "../parts/ListFilters.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { PagedList } from "../parts/PagedList.tsx"
import { SearchForm } from "../parts/SearchForm.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { actionsColumn, createdColumn } from "../parts/tableColumns.tsx"
import { words } from "../words/rules.tsx"
import { RuleForm } from "./RuleForm.tsx"
import {
  importRules,
  refreshRules,
  removeRule,
  rulesFile,
  rulesQuery,
  useRulesState
} from "./ruleQueries.ts"
import type { RulesState } from "./ruleQueries.ts"

const { table } = words

const columns: ReadonlyArray<Column<Rule>> = [
  {
    key: "value",
    head: table.value,
    isName: true,
    cell: ({ value, subdomains }) => (
      <span className="breaks">{subdomains ? table.andBelow(value) : value}</span>
    )
  },
  {
    key: "action",
    head: table.action,
    cell: ({ action }) => (
      <Badge
        tone={action === "block" ? "bad" : "good"}
        icon={action === "block" ? "cross" : "check"}
      >
        {words.actions[action]}
      </Badge>
    )
  },
  { key: "match", head: table.match, cell: ({ match }) => words.matches[match].label },
  {
    key: "note",
    head: table.note,
    cell: ({ note }) => <span className="breaks">{note === "" ? "–" : note}</span>
  },
  createdColumn
]

const RemoveButton = ({ rule }: { readonly rule: Rule }) => {
  const removal = useMutation({ mutationFn: () => removeRule(rule), onSuccess: refreshRules })
  return (
    <ConfirmButton
      variant="quiet"
      small
      danger
      label={table.remove}
      aria-label={table.removeOf(rule.value)}
      title={words.removal.title}
      action={words.removal.action}
      mutation={removal}
    >
      {words.removal.consequences(<strong className="breaks">{rule.value}</strong>)}
    </ConfirmButton>
  )
}

const removeColumn = actionsColumn((rule: Rule) => <RemoveButton rule={rule} />)

const actionChoices = [
  { value: "", label: words.filters.all },
  { value: "block", label: words.actions.block },
  { value: "allow", label: words.actions.allow }
]

const Filters = ({ state }: { readonly state: RulesState }) => (
  <div className="list-head">
    <SearchForm
      label={words.filters.search}
      action={words.filters.find}
      searched={state.filter.search ?? ""}
      onSearch={(search) => state.choose({ search })}
    />
    <ListFilters
      label={words.filters.label}
      state={state}
      filters={[{ name: "action", label: words.filters.action, choices: actionChoices }]}
    />
  </div>
)

interface UploadProps {
  readonly onImported: (imported: ImportedRules) => void
  readonly onError: (error: Error | null) => void
}

/** The browser's own choice of a file, behind a button; what is chosen is sent at once. */
const Upload = ({ onImported, onError }: UploadProps) => {
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: importRules,
    onMutate: () => onError(null),
    onSuccess: async (imported) => {
      await refreshRules()
      onImported(imported)
    },
    onError
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv,text/plain"
        aria-label={words.upload}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) mutate(file)
          // Lets the user choose the same file again.
          target.value = ""
        }}
      />
      <Button icon="upload" pending={isPending} onClick={() => input.current?.click()}>
        {words.upload}
      </Button>
    </>
  )
}

const RulesTable = ({ state }: { readonly state: RulesState }) => {
  const page = useQuery(rulesQuery(state.filter, state.cursor))
  const canChange = useMay("change")
  return (
    <PagedList query={page} lines={8} label={words.pages} state={state}>
      {({ rules, total }, stale) => (
        <>
          {rules.length === 0 ? (
            <EmptyState
              picture="list"
              title={state.isFiltered ? words.empty.noMatch : words.empty.title}
            >
              {words.empty.text}
            </EmptyState>
          ) : (
            <div className="stack-tight">
              <p className="muted">{words.count(total)}</p>
              <DataTable
                caption={table.caption}
                columns={canChange ? [...columns, removeColumn] : columns}
                rows={rules}
                stale={stale}
              />
            </div>
          )}
        </>
      )}
    </PagedList>
  )
}

export const RulesPage = () => {
  const state = useRulesState()
  const [imported, setImported] = useState<ImportedRules>()
  const [error, setError] = useState<Error | null>(null)
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <ButtonLink href={rulesFile} download="rules.csv" icon="download">
            {words.download}
          </ButtonLink>
          <IfPermitted may="change">
            <Upload
              onImported={setImported}
              onError={(failed) => {
                setImported(undefined)
                setError(failed)
              }}
            />
            <DialogButton variant="primary" icon="plus" label={words.add}>
              {(close) => <RuleForm onAdded={close} onClose={close} />}
            </DialogButton>
          </IfPermitted>
        </>
      }
    >
      <IfPermitted may="change" otherwise={words.readOnly}>
        {imported && (
          <Notice kind="success" live>
            {words.imported(imported.added, imported.changed, imported.unchanged)}
          </Notice>
        )}
        {error && <ErrorNotice error={error} />}
      </IfPermitted>
      <Filters state={state} />
      <RulesTable state={state} />
    </Page>
  )
}
