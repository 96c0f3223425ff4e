/** Keeps an in-memory engine in sync with `clip_search`. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'

import { type Engine, type IndexEntry, createEngine } from './engine.ts'

/** Rows are read and indexed in batches of this size, which takes a few milliseconds of CPU time. */
const BATCH_SIZE = 500
/**
 * The first search waits while up to this many clips load, which takes too little time to notice. Larger catalogs load in the
 * background.
 */
const MAX_BLOCKING_LOAD = 20_000
/** The engine is rebuilt when it has this many removed documents and they are at least this share of all. */
const rebuildLimits = { documents: 20_000, share: 0.3 }

/**
 * Writes that the engine already has although they happened at or after `seen` of the last update: clip id to transaction id.
 */
type RecentWrites = Map<number, string>
/** An engine and the transaction id before which it includes every write. */
type LoadedEngine = { engine: Engine; seen: string; recent: RecentWrites }
type IndexChange = { clip_id: number; written_by: string }
type IndexChanges = { puts: IndexChange[]; gone: IndexChange[]; seen: string }

export const selectEntries = (db: Db) =>
  db
    .selectFrom('clip_search')
    .select([
      'clip_id',
      'score',
      'popularity',
      'duration_ms',
      'facets',
      sql<number>`extract(epoch from published_at)::double precision * 1000`.as('published_ms'),
      sql<string>`words::text`.as('words'),
    ])
    .orderBy('clip_id')

export const createEngineSync = (db: Db, limits = rebuildLimits) => {
  let loaded: LoadedEngine | undefined
  /** The compacted replacement: whether it is being built, and the engine once it is ready. */
  let isRebuilding = false
  let rebuilt: LoadedEngine | undefined
  const listeners: ((clip_id: number) => void)[] = []

  /** Loads every entry. Writes that happen meanwhile are applied by the next update. */
  const loadEngine = async (): Promise<LoadedEngine> => {
    const { rows } = await sql<{ seen: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as seen`.execute(
      db,
    )
    const seen = rows[0]?.seen ?? '0'
    const engine = createEngine()
    const recent: RecentWrites = new Map()
    for (let lastId = 0, more = true; more;) {
      const batch = await selectEntries(db)
        .select(sql<string>`written_by::text`.as('written_by'))
        .where('clip_id', '>', lastId)
        .limit(BATCH_SIZE)
        .execute()
      for (const { written_by, ...entry } of batch) {
        engine.put(entry)
        if (BigInt(written_by) >= BigInt(seen)) recent.set(entry.clip_id, written_by)
      }
      lastId = batch.at(-1)?.clip_id ?? lastId
      more = batch.length === BATCH_SIZE
    }
    return { engine, seen, recent }
  }

  /**
   * Transaction ids above the current snapshot come from the server that the rows were dumped from, so they do not count as
   * changes.
   */
  const loadChanges = async (seen: string): Promise<IndexChanges> => {
    const isChanged = sql`written_by >= ${seen}::xid8 and written_by < pg_snapshot_xmax(pg_current_snapshot())`
    const { rows } = await sql<IndexChanges>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as seen,
        (select coalesce(json_agg(c), '[]') from (select clip_id, written_by::text from clip_search where ${isChanged}) c) as puts,
        (select coalesce(json_agg(c), '[]') from (select clip_id, written_by::text from clip_search_deletions where ${isChanged}) c) as gone`.execute(
      db,
    )
    return rows[0] ?? { puts: [], gone: [], seen }
  }

  const notifyListeners = (clip_id: number) => {
    for (const listener of listeners) listener(clip_id)
  }

  /** Runs in the background while the old engine answers searches. If it fails, the next update tries again. */
  const rebuild = async () => {
    isRebuilding = true
    rebuilt = await loadEngine().catch(() => undefined)
    isRebuilding = false
  }

  const applyChanges = async ({ engine: current, seen, recent }: LoadedEngine) => {
    const changes = await loadChanges(seen)
    const isNew = ({ clip_id, written_by }: IndexChange) => recent.get(clip_id) !== written_by
    const presentIds = new Set(changes.puts.map(change => change.clip_id))
    for (const { clip_id } of changes.gone.filter(isNew))
      if (!presentIds.has(clip_id) && current.has(clip_id)) {
        current.remove(clip_id)
        notifyListeners(clip_id)
      }
    const changedIds = changes.puts.filter(isNew).map(change => change.clip_id)
    for (let start = 0; start < changedIds.length; start += BATCH_SIZE) {
      const rows: IndexEntry[] = await selectEntries(db)
        .where('clip_id', 'in', changedIds.slice(start, start + BATCH_SIZE))
        .execute()
      for (const entry of rows) {
        current.put(entry)
        notifyListeners(entry.clip_id)
      }
    }
    const appliedWrites: RecentWrites = new Map(
      [...changes.gone, ...changes.puts].map(change => [change.clip_id, change.written_by]),
    )
    loaded = { engine: current, seen: changes.seen, recent: appliedWrites }
    if (current.gone > limits.documents && current.waste > limits.share && !isRebuilding && !rebuilt) void rebuild()
  }

  const update = async () => {
    const replacement = rebuilt
    // The old engine is updated first even when a new one is ready: it notifies listeners of changes that the new one has
    // already read.
    await applyChanges(loaded ?? (await loadEngine()))
    if (!replacement) return
    rebuilt = undefined
    await applyChanges(replacement)
  }

  /**
   * Only one update runs at a time. Callers that arrive during an update wait for the next one, so each caller gets an update
   * that began after its call.
   */
  let currentUpdate: Promise<void> | undefined
  let nextUpdate: Promise<void> | undefined
  const refresh = () => {
    currentUpdate ??= update().finally(() => {
      currentUpdate = undefined
    })
    return currentUpdate
  }

  const isSmallCatalog = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (select 1 from clip_search limit ${MAX_BLOCKING_LOAD + 1}) few`.execute(db)
    return (rows[0]?.count ?? 0) <= MAX_BLOCKING_LOAD
  }

  return {
    /** Returns an engine that has every write committed before the call, or undefined while a large catalog loads. */
    current: async (): Promise<Engine | undefined> => {
      if (!loaded && !(await isSmallCatalog())) {
        // The next caller tries again.
        refresh().catch(() => {})
        return undefined
      }
      if (currentUpdate) {
        nextUpdate ??= currentUpdate
          .catch(() => {})
          .then(() => {
            nextUpdate = undefined
            return refresh()
          })
        await nextUpdate
      } else await refresh()
      return loaded?.engine
    },
    /** Calls the listener with the id of each clip that is changed or removed. */
    onChange: (listener: (clip_id: number) => void) => {
      listeners.push(listener)
    },
  }
}
