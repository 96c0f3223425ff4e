/** The list of clips with the review queue, and one clip or the selected ones beside it. */
import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { useMatch, useRevalidator, useSearchParams } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { AdminFilter } from '#ui/admin/admin-search-field.tsx'
import { oneOf, listQuery } from '#ui/admin/list-query.ts'
import { AdminListPage } from '#ui/admin/resource-list.tsx'
import { Button } from '#ui/button.tsx'

import { clipStates, clipStateLabels } from '../../review.ts'
import { getCatalogChoices, listStaffClips } from '../contract.ts'
import { BulkPanel } from '../parts/bulk-panel.tsx'
import { ClipRow } from '../parts/clip-row.tsx'
import type { Route } from './+types/clips'

import css from './clips.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Catalog', noindex: true })

const readId = (text: string | null) => (/^\d{1,9}$/.test(text ?? '') ? (text ?? undefined) : undefined)

const readQuery = (searchParams: URLSearchParams) => ({
  ...listQuery(searchParams),
  state: oneOf(clipStates, searchParams.get('state')),
  filmmaker_id: readId(searchParams.get('filmmaker_id')),
  collection_id: readId(searchParams.get('collection_id')),
  category_id: readId(searchParams.get('category_id')),
})

export const loader = async (args: Route.LoaderArgs) => {
  const query = readQuery(args.url.searchParams)
  const [clips, { data: choices }] = await Promise.all([
    callForPage(args, listStaffClips, { query }),
    callForPage(args, getCatalogChoices, {}),
  ])
  return { clips, choices, query }
}

export default function ClipsPage({ loaderData: { clips, choices, query } }: Route.ComponentProps) {
  const [searchParams] = useSearchParams()
  const { revalidate } = useRevalidator()
  const isIndex = useMatch('/admin/catalog') !== null
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [lastToggled, setLastToggled] = useState<number>()
  const [isPanelOpen, setPanelOpen] = useState(false)
  const ids = clips.data.map(({ id }) => id)
  const isAllSelected = ids.length > 0 && ids.every(id => selected.has(id))

  /** With Shift, toggles everything between this clip and the last one. */
  const toggle = (id: number, isRange: boolean) => {
    const from = lastToggled === undefined ? -1 : ids.indexOf(lastToggled)
    const index = ids.indexOf(id)
    const range = isRange && from >= 0 ? ids.slice(Math.min(from, index), Math.max(from, index) + 1) : [id]
    const next = new Set(selected)
    for (const rangeId of range)
      if (selected.has(id)) next.delete(rangeId)
      else next.add(rangeId)
    setSelected(next)
    setLastToggled(id)
  }
  const clear = () => {
    setSelected(new Set())
    setPanelOpen(false)
  }
  return (
    <AdminListPage
      path="/admin/catalog"
      icon={Clapperboard}
      singular="clip"
      plural="clips"
      searchLabel="Name, filmmaker, collection, keyword or number"
      search={query.search}
      pagination={clips.meta.pagination}
      emptyTitle="There is no clip yet."
      keys={
        <>
          , <kbd>x</kbd> selects a clip, with Shift a range
        </>
      }
      actions={
        ids.length > 0 && (
          <>
            {selected.size > 0 && (
              <Button size="sm" className={css.work} onClick={() => setPanelOpen(true)}>
                Change {selected.size}
              </Button>
            )}
            <Button
              size="sm"
              kind="quiet"
              onClick={() => setSelected(new Set(isAllSelected ? [] : [...selected, ...ids]))}
            >
              {isAllSelected ? 'Clear selection' : 'Select all on this page'}
            </Button>
          </>
        )
      }
      filters={
        <>
          <AdminFilter
            label="State"
            name="state"
            value={query.state}
            anyLabel="State"
            options={clipStates.map(state => [state, `${clipStateLabels[state]} (${clips.meta.states[state]})`])}
          />
          <AdminFilter
            label="Filmmaker"
            name="filmmaker_id"
            value={query.filmmaker_id}
            anyLabel="Filmmaker"
            options={choices.filmmakers.map(({ id, name }) => [id, name])}
          />
          <AdminFilter
            label="Collection"
            name="collection_id"
            value={query.collection_id}
            anyLabel="Collection"
            options={choices.collections.map(({ id, name }) => [id, name])}
          />
          <AdminFilter
            label="Category"
            name="category_id"
            value={query.category_id}
            anyLabel="Category"
            options={choices.categories.map(({ id, name }) => [id, name])}
          />
        </>
      }
      rows={clips.data.map(clip => (
        <ClipRow
          key={clip.id}
          clip={clip}
          query={searchParams.toString()}
          isChosen={selected.has(clip.id)}
          onToggle={isRange => toggle(clip.id, isRange)}
        />
      ))}
      isChosen={!isIndex || (isPanelOpen && selected.size > 0)}
    >
      {selected.size > 0 && (
        <BulkPanel
          ids={[...selected]}
          categories={choices.categories}
          onClear={clear}
          onBack={() => setPanelOpen(false)}
          onChanged={revalidate}
        />
      )}
    </AdminListPage>
  )
}
