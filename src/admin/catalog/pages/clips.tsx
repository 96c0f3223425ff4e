/** Clips: the queue for review and all others on the left, one of them or what is chosen on the right. */
import { useState } from 'react'
import { Outlet, useMatch, useRevalidator, useSearchParams } from 'react-router'

import { clipStates, stateWords } from '#catalog/review.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SelectField } from '#ui/select.tsx'

import { chooseFilter, RoomList } from '../../parts/room-list.tsx'
import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { getCatalogChoices, listStaffClips } from '../contract.ts'
import { BulkPanel } from '../parts/bulk-panel.tsx'
import { ClipRow } from '../parts/clip-row.tsx'
import type { Route } from './+types/clips'

import room from '../../pages/people.module.css'
import desk from '../../parts/desk.module.css'
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
  const [clips, { data: choices }] = await Promise.all([
    pageCall(args, listStaffClips, { query: queryOf(args.url.searchParams) }),
    pageCall(args, getCatalogChoices, {}),
  ])
  return { clips, choices }
}

export default function Clips({ loaderData: { clips, choices } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { revalidate } = useRevalidator()
  const isAlone = useMatch('/admin/catalog') !== null
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [last, setLast] = useState<number>()
  const [isWorking, setWorking] = useState(false)
  const query = queryOf(asked)
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
    <div className={cx(room.people, desk.room)} data-chosen={!isAlone || (isWorking && chosen.size > 0) || undefined}>
      <RoomList
        path="/admin/catalog"
        one="clip"
        many="clips"
        looks="Name, filmmaker, collection, keyword or number"
        search={query.search}
        pagination={clips.meta.pagination}
        none="There is no clip yet."
        action={
          ids.length > 0 && (
            <span className={css.choose}>
              {chosen.size > 0 && (
                <Button size="sm" className={css.work} onClick={() => setWorking(true)}>
                  Change {chosen.size}
                </Button>
              )}
              <Button size="sm" kind="quiet" onClick={() => setChosen(new Set(isAll ? [] : [...chosen, ...ids]))}>
                {isAll ? 'Choose none' : 'Choose all here'}
              </Button>
            </span>
          )
        }
        filters={
          <>
            <SelectField
              dense
              label="State"
              labelHidden
              name="state"
              defaultValue={query.state ?? ''}
              onChange={chooseFilter}
            >
              <option value="">State</option>
              {clipStates.map(state => (
                <option key={state} value={state}>
                  {stateWords[state]} ({clips.meta.states[state]})
                </option>
              ))}
            </SelectField>
            <SelectField
              dense
              label="Filmmaker"
              labelHidden
              name="filmmaker_id"
              defaultValue={query.filmmaker_id ?? ''}
              onChange={chooseFilter}
            >
              <option value="">Filmmaker</option>
              <Names of={choices.filmmakers} />
            </SelectField>
            <SelectField
              dense
              label="Collection"
              labelHidden
              name="collection_id"
              defaultValue={query.collection_id ?? ''}
              onChange={chooseFilter}
            >
              <option value="">Collection</option>
              <Names of={choices.collections} />
            </SelectField>
          </>
        }
      >
        {clips.data.map(clip => (
          <ClipRow
            key={clip.id}
            clip={clip}
            query={asked.toString()}
            isChosen={chosen.has(clip.id)}
            onToggle={isRange => toggle(clip.id, isRange)}
          />
        ))}
      </RoomList>
      <section className={room.main} aria-label={chosen.size > 0 ? 'Chosen clips' : 'Clip'}>
        {chosen.size > 0 ? (
          <BulkPanel
            ids={[...chosen]}
            categories={choices.categories}
            onClear={clear}
            onBack={() => setWorking(false)}
            onChanged={revalidate}
          />
        ) : (
          <>
            {isAlone && (
              <p className={cx(room.hint, room.keys)}>
                Choose a clip, or several: <kbd>x</kbd> marks the one in focus, Shift all between.
              </p>
            )}
            <Outlet />
          </>
        )}
      </section>
    </div>
  )
}

const Names = ({ of }: { of: readonly { id: number; name: string }[] }) =>
  of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
