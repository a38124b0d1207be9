/** What an attacker with administrator rights could do to the store of `audit.test.ts`. */
import { expect } from "../support/vitest.ts"

/** Of the command in commit 5. */
export const commandId = "0192d3a0-0000-7000-8000-0000000000cc"

const lastEvent = `delete from es.event where stream_id = 'a' and version = 5`

interface Manipulation {
  readonly name: string
  readonly statements: string
  /** The checks that fail, each with the place that it reports. */
  readonly finds: Readonly<Record<string, object>>
}

const hash = /^hash [0-9a-f]{64}$/

export const manipulations: ReadonlyArray<Manipulation> = [
  {
    name: "the data of an event was changed",
    statements: `update es.event set data = '{"n":99}' where stream_id = 'b' and version = 2`,
    finds: {
      chain: {
        stream: "b",
        version: 2,
        commitId: 3,
        expected: expect.stringMatching(hash),
        found: expect.stringMatching(hash)
      }
    }
  },
  {
    name: "the JSON of an event was rewritten with the same meaning",
    statements: `update es.event set data = '{ "n":1}' where data::text = '{"n":1}'`,
    finds: { chain: { stream: "a", version: 1, commitId: 1 } }
  },
  {
    name: "the time of a commit was changed",
    statements: `update es.commit set at = at - interval '1 hour' where commit_id = 4`,
    finds: {
      chain: { stream: "a", version: 4, commitId: 4 },
      clock: { commitId: 4, field: "at", expected: expect.stringMatching(/^a time from /) }
    }
  },
  {
    name: "a clock was ahead of time",
    statements: `update es.commit set at = at + interval '1 hour' where commit_id = 8`,
    finds: {
      chain: { stream: "c", version: 2, commitId: 8 },
      clock: { commitId: 8, field: "at", expected: "a time before the present" }
    }
  },
  {
    name: "a commit says that it got into the log before it was written",
    statements: `update es.sealed set at = at - interval '1 day' where seq = 3`,
    finds: { clock: { seq: 3, commitId: 3, field: "sealed.at" } }
  },
  {
    name: "commits say that they got into the log later than those after them",
    statements: `update es.commit set at = at - interval '1 day';
      update es.sealed set at = at - interval '1 hour' where seq > 3`,
    finds: {
      chain: { stream: "a", version: 1, commitId: 1 },
      complete: { commitId: 8 },
      clock: { seq: 4, commitId: 4, field: "sealed.at" }
    }
  },
  {
    name: "a commit got into the log in the future",
    statements: `update es.sealed set at = at + interval '1 year' where seq = 6`,
    finds: {
      complete: { commitId: 8 },
      clock: { seq: 6, field: "sealed.at", expected: "a time before the present" }
    }
  },
  {
    name: "an event in the middle was deleted",
    statements: `delete from es.event where stream_id = 'a' and version = 3`,
    finds: {
      versions: { stream: "a", version: 4, expected: "version 3", found: "version 4" },
      chain: { stream: "a", version: 4 },
      commits: { commitId: 3, expected: "3 events", found: "2" }
    }
  },
  {
    name: "the last event of a stream was deleted",
    statements: lastEvent,
    finds: {
      commits: { commitId: 7, expected: "1 events", found: "0" },
      heads: { stream: "a", version: 5, expected: expect.stringMatching(/^version 4, hash /) }
    }
  },
  {
    name: "the last event of a stream was deleted, and its head set back",
    statements: `${lastEvent}; update es.stream s set version = 4, head_hash = e.hash
      from es.event e where e.stream_id = 'a' and e.version = 4 and s.stream_id = 'a'`,
    finds: { commits: { commitId: 7 } }
  },
  {
    name: "an event, its head and its commit were removed together",
    statements: `${lastEvent}; update es.stream s set version = 4, head_hash = e.hash
      from es.event e where e.stream_id = 'a' and e.version = 4 and s.stream_id = 'a';
      delete from es.commit where commit_id = 7`,
    finds: { log: { seq: 6, commitId: 7, expected: "commit 7", found: "none" } }
  },
  {
    name: "a stream was removed, its events left",
    statements: `delete from es.stream where stream_id = 'b'`,
    finds: { heads: { stream: "b", version: 1, found: "none" } }
  },
  {
    name: "the hashes of two events were swapped",
    statements: `update es.event e set hash = o.hash from es.event o
      where e.stream_id = 'b' and o.stream_id = 'b' and e.version in (2, 3) and o.version = 5 - e.version`,
    finds: {
      chain: { stream: "b", version: 2 },
      commits: { commitId: 3, expected: expect.stringMatching(/^leaf /) },
      heads: { stream: "b", version: 3 }
    }
  },
  {
    name: "a leaf was changed",
    statements: `update es.commit set leaf = sha256('x') where commit_id = 2`,
    finds: { commits: { commitId: 2, found: expect.stringMatching(/^leaf 2d711642b726b044/) } }
  },
  {
    name: "the events of a commit were renumbered",
    statements: `update es.event set idx = idx + 1 where commit_id = 4`,
    finds: { commits: { commitId: 4, expected: "events 1 to 1", found: "events from 2 to 2" } }
  },
  {
    name: "a commit was removed, its events left",
    statements: `delete from es.commit where commit_id = 5`,
    finds: {
      chain: { stream: "c", version: 1, commitId: 5, found: "none" },
      commands: { commitId: 5, expected: `the commit of command ${commandId}` },
      log: { seq: 5, commitId: 5, found: "none" }
    }
  },
  {
    name: "a number in the middle of the log was removed",
    statements: `delete from es.sealed where seq = 2`,
    finds: {
      order: { stream: "b", version: 2, commitId: 3, seq: 3, found: "none" },
      log: { seq: 2, commitId: 3, expected: "number 2", found: "number 3" },
      complete: { commitId: 2, expected: "a number in the log" }
    }
  },
  {
    name: "the last number of the log was removed",
    statements: `delete from es.sealed where seq = 6`,
    finds: {
      log: { seq: 6, expected: "a head of 5", found: "head 6" },
      complete: { commitId: 7, found: "none, although the log has passed it" }
    }
  },
  {
    name: "a commit was hidden among those that were rolled back",
    statements: `delete from es.sealed where seq = 2;
      update es.sealed set seq = seq - 1 where seq > 2; update es.head set seq = seq - 1;
      insert into es.gap (commit_id) values (2);
      update es.sealed set at = at + interval '1 minute'`,
    finds: {
      order: { stream: "b", version: 2 },
      complete: { commitId: 2, found: expect.stringContaining("has grown since") },
      clock: { seq: 1, field: "sealed.at" }
    }
  },
  {
    name: "two numbers of one stream were swapped",
    statements: `update es.sealed set seq = seq + 100 where seq in (1, 4);
      update es.sealed set seq = 105 - seq where seq > 100`,
    finds: {
      order: { stream: "a", version: 3, commitId: 3, seq: 3, expected: "a number from 4 on" }
    }
  },
  {
    name: "the head of the log was set forward",
    statements: `update es.head set seq = seq + 1`,
    finds: { log: { seq: 7, expected: "a head of 6", found: "head 7" } }
  },
  {
    name: "the sealer was made to skip commits to come",
    statements: `update es.head set max_seen = max_seen + 100`,
    finds: {
      log: { commitId: 7, expected: "commits seen up to 7", found: "up to 107" },
      complete: { commitId: 8 }
    }
  },
  {
    name: "a gap was added that the sealer will wait at",
    statements: `insert into es.gap (commit_id) values (50)`,
    finds: { log: { commitId: 50, found: "a gap at 50" } }
  }
]
