/** Keeps an engine in step with `clip_search`. */
import { sql } from 'kysely'

import type { Db } from '#platform/database.server.ts'

import { type Engine, type Entry, openEngine } from './engine.ts'

/** So many rows are read and taken in at once: a few milliseconds of the process's time. */
const slice = 500
/** So many clips are loaded in less time than a person notices: the first search waits for them. More load beside the searches. */
const soon_loaded = 20_000
/** With so many documents that only cost room, and so large a share of them, the engine is made anew. */
const wasteful = { documents: 20_000, share: 0.3 }

/** What is in an engine already though it was written at or after the last look's `seen`: clip to transaction. */
type Recent = Map<number, string>
/** An engine, and the transaction before which everything that was written is in it. */
type Loaded = { engine: Engine; seen: string; recent: Recent }
type Change = { clip_id: number; written_by: string }
type Changes = { puts: Change[]; gone: Change[]; seen: string }

const entries = (db: Db) =>
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

export const followSearch = (db: Db, limits = wasteful) => {
  let loaded: Loaded | undefined
  /** An engine without waste: on its way, and when it is there. */
  let making = false
  let made: Loaded | undefined
  const listeners: ((clip_id: number) => void)[] = []

  /** All of it, from the beginning. What is written meanwhile is caught up with afterwards. */
  const load = async (): Promise<Loaded> => {
    const { rows } = await sql<{ seen: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as seen`.execute(
      db,
    )
    const seen = rows[0]?.seen ?? '0'
    const engine = openEngine()
    const recent: Recent = new Map()
    for (let last = 0, more = true; more;) {
      const next = await entries(db)
        .select(sql<string>`written_by::text`.as('written_by'))
        .where('clip_id', '>', last)
        .limit(slice)
        .execute()
      for (const { written_by, ...entry } of next) {
        engine.put(entry)
        if (BigInt(written_by) >= BigInt(seen)) recent.set(entry.clip_id, written_by)
      }
      last = next.at(-1)?.clip_id ?? last
      more = next.length === slice
    }
    return { engine, seen, recent }
  }

  /** Numbers that no transaction has had yet are those of the server that the rows were dumped from: they are no news. */
  const changes = async (seen: string): Promise<Changes> => {
    const news = sql`written_by >= ${seen}::xid8 and written_by < pg_snapshot_xmax(pg_current_snapshot())`
    const { rows } = await sql<Changes>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as seen,
        (select coalesce(json_agg(c), '[]') from (select clip_id, written_by::text from clip_search where ${news}) c) as puts,
        (select coalesce(json_agg(c), '[]') from (select clip_id, written_by::text from clip_search_gone where ${news}) c) as gone`.execute(
      db,
    )
    return rows[0] ?? { puts: [], gone: [], seen }
  }

  const tell = (clip_id: number) => {
    for (const listener of listeners) listener(clip_id)
  }

  /** Beside the searches: the wasteful one answers them meanwhile. When it fails, the next look tries again. */
  const makeAnew = async () => {
    making = true
    made = await load().catch(() => undefined)
    making = false
  }

  const catchUp = async ({ engine: current, seen, recent }: Loaded) => {
    const found = await changes(seen)
    const unknown = ({ clip_id, written_by }: Change) => recent.get(clip_id) !== written_by
    const present = new Set(found.puts.map(one => one.clip_id))
    for (const { clip_id } of found.gone.filter(unknown))
      if (!present.has(clip_id) && current.has(clip_id)) {
        current.remove(clip_id)
        tell(clip_id)
      }
    const news = found.puts.filter(unknown).map(one => one.clip_id)
    for (let start = 0; start < news.length; start += slice) {
      const rows: Entry[] = await entries(db)
        .where('clip_id', 'in', news.slice(start, start + slice))
        .execute()
      for (const entry of rows) {
        current.put(entry)
        tell(entry.clip_id)
      }
    }
    const taken: Recent = new Map([...found.gone, ...found.puts].map(one => [one.clip_id, one.written_by]))
    loaded = { engine: current, seen: found.seen, recent: taken }
    if (current.gone > limits.documents && current.waste > limits.share && !making && !made) void makeAnew()
  }

  const step = async () => {
    const fresh = made
    // Also before a new engine takes over: the old one tells of what the new one has read already.
    await catchUp(loaded ?? (await load()))
    if (!fresh) return
    made = undefined
    await catchUp(fresh)
  }

  /** One look at a time; whoever comes during one waits for the next, so that everyone's began after they asked. */
  let looking: Promise<void> | undefined
  let next: Promise<void> | undefined
  const look = () => {
    looking ??= step().finally(() => {
      looking = undefined
    })
    return looking
  }

  const isSoonLoaded = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (select 1 from clip_search limit ${soon_loaded + 1}) few`.execute(db)
    return (rows[0]?.count ?? 0) <= soon_loaded
  }

  return {
    /** In step with all that was committed before the call; undefined while a large catalog is being loaded. */
    current: async (): Promise<Engine | undefined> => {
      if (!loaded && !(await isSoonLoaded())) {
        // Whoever asks next tries again.
        look().catch(() => {})
        return undefined
      }
      if (looking) {
        next ??= looking
          .catch(() => {})
          .then(() => {
            next = undefined
            return look()
          })
        await next
      } else await look()
      return loaded?.engine
    },
    /** Calls back with each clip that changed or went. */
    onChange: (listener: (clip_id: number) => void) => {
      listeners.push(listener)
    },
  }
}
