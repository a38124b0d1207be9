/** The page of the account's own rules: what it blocks and allows, with upload and download as CSV. */
import type { ImportedRules, Rule } from "@rcpt/api/Rules"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useRef, useState } from "react"

import { useMay } from "../api/account.ts"
import { AddButton } from "../parts/AddButton.tsx"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { List } from "../parts/List.tsx"
import { ListFilters } from "../parts/ListFilters.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
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

const columns: ReadonlyArray<Column<Rule>> = columnsOf(
  table,
  {
    value: named(({ value, subdomains }) => (
      <span className="breaks">{subdomains ? table.andBelow(value) : value}</span>
    )),
    action: ({ action }) => (
      <Badge tone={action === "block" ? "bad" : "good"}>{words.actions[action]}</Badge>
    ),
    match: ({ match }) => words.matches[match].label,
    note: ({ note }) => <span className="breaks">{note === "" ? "–" : note}</span>
  },
  createdColumn
)

const removeColumn = actionsColumn((rule: Rule) => (
  <ConfirmButton
    variant="quiet"
    small
    danger
    label={table.remove}
    aria-label={table.removeOf(rule.value)}
    title={words.removal.title}
    action={words.removal.action}
    run={() => removeRule(rule)}
    onDone={refreshRules}
  >
    {words.removal.consequences(<strong className="breaks">{rule.value}</strong>)}
  </ConfirmButton>
))

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
  const canChange = useMay("change")
  return (
    <List
      query={useQuery(rulesQuery(state.filter, state.cursor))}
      rows={({ rules }) => rules}
      caption={table.caption}
      columns={canChange ? [...columns, removeColumn] : columns}
      lines={8}
      pages={{ label: words.pages, state }}
      empty={
        <EmptyState
          picture="list"
          title={state.isFiltered ? words.empty.noMatch : words.empty.title}
        >
          {words.empty.text}
        </EmptyState>
      }
    >
      {(rows, { total }) => (
        <div className="stack-tight">
          <p className="muted">{words.count(total)}</p>
          {rows}
        </div>
      )}
    </List>
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
          </IfPermitted>
          <AddButton may="change" label={words.add}>
            {(close) => <RuleForm onAdded={close} onClose={close} />}
          </AddButton>
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
