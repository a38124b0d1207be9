/** What SMTP sessions have shown about domains (probing/domains/DomainKnowledgePg.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // No check on "topic": during a rolling update, newer nodes may write topics that older ones do not
  // know.
  yield* sql`
    create table domain_knowledge (
      domain     text        not null check (domain <> ''),
      topic      text        not null check (topic <> ''),
      value      jsonb       not null,
      source     text        not null,
      learnt_at  timestamptz not null,
      expires_at timestamptz not null check (expires_at > learnt_at),
      primary key (domain, topic)
    )`
  yield* sql`create index domain_knowledge_expires_at on domain_knowledge (expires_at)`
})
