/** Clips: the queue for review and all others on the left, one of them or what is chosen on the right. */
import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { useMatch, useRevalidator, useSearchParams } from 'react-router'

import { clipStates, stateWords } from '#catalog/review.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Button } from '#ui/button.tsx'

import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { RoomFilter } from '../../parts/room-search.tsx'
import { Room } from '../../parts/room.tsx'
import { getCatalogChoices, listStaffClips } from '../contract.ts'
import { BulkPanel } from '../parts/bulk-panel.tsx'
import { ClipRow } from '../parts/clip-row.tsx'
import type { Route } from './+types/clips'

import css from './clips.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Catalog', noindex: true })

const numberIn = (said: string | null) => (/^\d{1,9}$/.test(said ?? '') ? (said ?? undefined) : undefined)

const queryOf = (asked: URLSearchParams) => ({
  ...roomQuery(asked),
  state: oneOf(clipStates, asked.get('state')),
  filmmaker_id: numberIn(asked.get('filmmaker_id')),
  collection_id: numberIn(asked.get('collection_id')),
})

export const loader = async (args: Route.LoaderArgs) => {
  const query = queryOf(args.url.searchParams)
  const [clips, { data: choices }] = await Promise.all([
    pageCall(args, listStaffClips, { query }),
    pageCall(args, getCatalogChoices, {}),
  ])
  return { clips, choices, query }
}

export default function Clips({ loaderData: { clips, choices, query } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { revalidate } = useRevalidator()
  const isAlone = useMatch('/admin/catalog') !== null
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [last, setLast] = useState<number>()
  const [isWorking, setWorking] = useState(false)
  const ids = clips.data.map(({ id }) => id)
  const isAll = ids.length > 0 && ids.every(id => chosen.has(id))

  /** With Shift everything between this and the one before. */
  const toggle = (id: number, isRange: boolean) => {
    const from = last === undefined ? -1 : ids.indexOf(last)
    const at = ids.indexOf(id)
    const range = isRange && from >= 0 ? ids.slice(Math.min(from, at), Math.max(from, at) + 1) : [id]
    const next = new Set(chosen)
    for (const one of range)
      if (chosen.has(id)) next.delete(one)
      else next.add(one)
    setChosen(next)
    setLast(id)
  }
  const clear = () => {
    setChosen(new Set())
    setWorking(false)
  }
  return (
    <Room
      path="/admin/catalog"
      icon={Clapperboard}
      one="clip"
      many="clips"
      looks="Name, filmmaker, collection, keyword or number"
      search={query.search}
      pagination={clips.meta.pagination}
      none="There is no clip yet."
      keys={
        <>
          , <kbd>x</kbd> marks one, with Shift all between
        </>
      }
      actions={
        ids.length > 0 && (
          <>
            {chosen.size > 0 && (
              <Button size="sm" className={css.work} onClick={() => setWorking(true)}>
                Change {chosen.size}
              </Button>
            )}
            <Button size="sm" kind="quiet" onClick={() => setChosen(new Set(isAll ? [] : [...chosen, ...ids]))}>
              {isAll ? 'Choose none' : 'Choose all here'}
            </Button>
          </>
        )
      }
      filters={
        <>
          <RoomFilter
            label="State"
            name="state"
            value={query.state}
            any="State"
            options={clipStates.map(state => [state, `${stateWords[state]} (${clips.meta.states[state]})`])}
          />
          <RoomFilter
            label="Filmmaker"
            name="filmmaker_id"
            value={query.filmmaker_id}
            any="Filmmaker"
            options={choices.filmmakers.map(({ id, name }) => [id, name])}
          />
          <RoomFilter
            label="Collection"
            name="collection_id"
            value={query.collection_id}
            any="Collection"
            options={choices.collections.map(({ id, name }) => [id, name])}
          />
        </>
      }
      rows={clips.data.map(clip => (
        <ClipRow
          key={clip.id}
          clip={clip}
          query={asked.toString()}
          isChosen={chosen.has(clip.id)}
          onToggle={isRange => toggle(clip.id, isRange)}
        />
      ))}
      isChosen={!isAlone || (isWorking && chosen.size > 0)}
    >
      {chosen.size > 0 && (
        <BulkPanel
          ids={[...chosen]}
          categories={choices.categories}
          onClear={clear}
          onBack={() => setWorking(false)}
          onChanged={revalidate}
        />
      )}
    </Room>
  )
}
