/** The page of one category: its text, its place in the tree, its cover, and merging or deleting it. */
import { ArrowDown, ArrowLeft, ArrowUp, Image } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useRevalidator, useSearchParams } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { LogList } from '#ui/admin/audit-trail.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SelectField } from '#ui/select.tsx'
import { useToast } from '#ui/toast.tsx'

import { ClipThumb } from '../../../clip-thumb.tsx'
import { categoryPath } from '../../../paths.ts'
import { formatClipCounts } from '../../collections/parts/collection-labels.ts'
import { listStaffClips } from '../../contract.ts'
import {
  deleteStaffCategory,
  getStaffCategory,
  listStaffCategories,
  moveStaffCategory,
  setStaffCategoryCover,
  type StaffCategory,
  type StaffCategorySummary,
} from '../contract.ts'
import { CategoryForm } from '../parts/category-form.tsx'
import type { Route } from './+types/category'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import grid from '../../collections/parts/member-grid.module.css'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))
const MergeDialog = lazy(() => import('../parts/merge-dialog.tsx').then(part => ({ default: part.MergeDialog })))

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.category.name : 'Category', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const params = { id: args.params.id }
  const pageNumber = /^[1-9]\d{0,4}$/.exec(args.url.searchParams.get('at') ?? '')?.[0] ?? '1'
  const [{ data: category }, { data: categories }, clips] = await Promise.all([
    callForPage(args, getStaffCategory, { params }),
    callForPage(args, listStaffCategories, { query: {} }),
    callForPage(args, listStaffClips, {
      query: { category_id: args.params.id, state: 'published', page: pageNumber },
    }),
  ])
  return { category, categories, clips }
}

/** Runs a change, reloads the page and shows a refusal as a toast. */
const useChange = () => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const run = async (change: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await change()
      await revalidate()
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}

export default function CategoryPage({ loaderData: { category, categories, clips } }: Route.ComponentProps) {
  const [searchParams] = useSearchParams()
  const listParams = new URLSearchParams(searchParams)
  listParams.delete('at')
  const { id, name, parent } = category
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/categories', search: listParams.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Categories
      </Link>
      <header className={page.head}>
        <h1>{name}</h1>
        <p className="mono">#{id}</p>
        <span className={adminPage.state}>
          {parent ? `In ${parent}, ` : ''}
          {formatClipCounts(category)}
        </span>
        <CategoryActions key={id} category={category} categories={categories} />
      </header>
      <section aria-labelledby="details">
        <h2 id="details">Details</h2>
        <CategoryForm key={id} category={category} categories={categories} />
      </section>
      <CategoryOrder category={category} categories={categories} />
      <CategoryCover category={category} clips={clips} />
      <LogList rows={category.history} />
    </article>
  )
}

type CategoryProps = { category: StaffCategory; categories: readonly StaffCategorySummary[] }

const CategoryActions = ({ category, categories }: CategoryProps) => {
  const navigate = useNavigate()
  const { busy, run } = useChange()
  const [dialog, setDialog] = useState<'merge' | 'delete'>()
  const { id, name, parent_id, published_clips, clips, subcategories, is_unsorted } = category
  const close = () => setDialog(undefined)
  const remove = () =>
    run(async () => {
      close()
      await call(deleteStaffCategory, { params: { id: String(id) } })
      await navigate('/admin/categories')
    })
  return (
    <p className={adminPage.ways}>
      {published_clips > 0 && (
        <ButtonLink to={categoryPath(category)} target="_blank">
          View in the shop
        </ButtonLink>
      )}
      {clips > 0 && <ButtonLink to={`/admin/catalog?category_id=${id}`}>View clips in the catalog</ButtonLink>}
      {parent_id === null && !is_unsorted && (
        <ButtonLink to={`/admin/categories/new?parent=${id}`}>New subcategory</ButtonLink>
      )}
      {!is_unsorted && categories.length > 1 && <Button onClick={() => setDialog('merge')}>Merge</Button>}
      {!is_unsorted && clips === 0 && subcategories === 0 && (
        <Button kind="danger" busy={busy && 'Deleting…'} onClick={() => setDialog('delete')}>
          Delete
        </Button>
      )}
      <Suspense>
        {dialog === 'merge' && <MergeDialog category={category} categories={categories} onClose={close} />}
        {dialog === 'delete' && (
          <ConfirmDialog
            open
            title={`Delete ${name}?`}
            confirm="Delete"
            danger
            onConfirm={() => void remove()}
            onCancel={close}
          >
            It has no clips. Its address will stop working.
          </ConfirmDialog>
        )}
      </Suspense>
    </p>
  )
}

const CategoryOrder = ({ category: { id, name, order, parent }, categories }: CategoryProps) => {
  const { busy, run } = useChange()
  const index = order.indexOf(id)
  const move = (before: number | null) => void run(() => call(moveStaffCategory, { body: { category_id: id, before } }))
  if (order.length < 2) return null
  return (
    <section aria-labelledby="order">
      <h2 id="order">
        Place {index + 1} of {order.length}
        {parent ? ` in ${parent}` : ''}
      </h2>
      <p className={adminPage.end}>
        <IconButton
          icon={ArrowUp}
          label={`Move ${name} up`}
          disabled={busy || index === 0}
          onClick={() => move(order[index - 1] ?? null)}
        />
        <IconButton
          icon={ArrowDown}
          label={`Move ${name} down`}
          disabled={busy || index === order.length - 1}
          onClick={() => move(order[index + 2] ?? null)}
        />
        <SelectField
          dense
          label="Move it"
          labelHidden
          value=""
          disabled={busy}
          onChange={event => move(event.target.value === 'end' ? null : Number(event.target.value))}
        >
          <option value="" disabled>
            Move it before…
          </option>
          {order
            .filter(sibling => sibling !== id)
            .map(sibling => (
              <option key={sibling} value={sibling}>
                {categories.find(category => category.id === sibling)?.name}
              </option>
            ))}
          <option value="end">The end of the list</option>
        </SelectField>
      </p>
    </section>
  )
}

type CategoryCoverProps = { category: StaffCategory; clips: Route.ComponentProps['loaderData']['clips'] }

const CategoryCover = ({ category, clips }: CategoryCoverProps) => {
  const { run } = useChange()
  const [searchParams] = useSearchParams()
  const { id, name, cover_clip_id } = category
  const { page: current, total_pages } = clips.meta.pagination
  const setCover = (clip_id: number | null) =>
    void run(() => call(setStaffCategoryCover, { params: { id: String(id) }, body: { clip_id } }))
  const toPage = (number: number) => {
    const params = new URLSearchParams(searchParams)
    params.set('at', String(number))
    return `?${params}`
  }
  return (
    <section aria-labelledby="cover">
      <h2 id="cover">Cover</h2>
      {clips.data.length === 0 ? (
        <p className={page.none}>It has a cover once one of its clips is published.</p>
      ) : (
        <>
          <p className={adminPage.end}>
            <span className={adminPage.soft}>
              {cover_clip_id === null
                ? 'The best clip is the cover. Choose another one:'
                : 'The chosen clip is the cover.'}
            </span>
            {cover_clip_id !== null && (
              <Button size="sm" onClick={() => setCover(null)}>
                Use the best clip
              </Button>
            )}
          </p>
          <ol className={grid.grid} aria-label={`Clips of ${name}`}>
            {clips.data.map(clip => (
              <li key={clip.id} className={grid.tile}>
                <span className={grid.frame} data-frame>
                  <ClipThumb thumbs={clip.thumbs} sizes="(width >= 834px) 200px, 45vw" />
                  {clip.id === cover_clip_id && <span className={grid.mark}>Cover</span>}
                  <span className={grid.actions}>
                    <IconButton
                      icon={Image}
                      kind="on-picture"
                      size="sm"
                      aria-pressed={clip.id === cover_clip_id}
                      label={`Use ${clip.name} as the cover`}
                      onClick={() => setCover(clip.id)}
                    />
                  </span>
                </span>
                <span className={grid.line}>
                  <Link to={`/admin/catalog/${clip.id}`} className={grid.name}>
                    {clip.name}
                  </Link>
                </span>
                <span className={grid.by}>{clip.filmmaker}</span>
              </li>
            ))}
          </ol>
          {total_pages > 1 && (
            <nav className={grid.pages} aria-label="Pages of clips">
              {current > 1 && (
                <ButtonLink size="sm" to={toPage(current - 1)} preventScrollReset>
                  Previous clips
                </ButtonLink>
              )}
              <span className="mono">
                {current} of {total_pages}
              </span>
              {current < total_pages && (
                <ButtonLink size="sm" to={toPage(current + 1)} preventScrollReset>
                  Next clips
                </ButtonLink>
              )}
            </nav>
          )}
        </>
      )}
    </section>
  )
}
