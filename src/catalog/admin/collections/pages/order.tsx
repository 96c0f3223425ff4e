/** The page to order the curated collections, as shown in the menu and on the collections page. */
import { ArrowLeft, Move } from 'lucide-react'
import { startTransition, useMemo, useRef, useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { reorder } from '#platform/reorder.ts'
import { useArrange } from '#ui/arrange/use-arrange.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useToast } from '#ui/toast.tsx'

import { ClipThumb } from '../../../clip-thumb.tsx'
import { collectionStateLabels } from '../../../collection-states.ts'
import { listCollectionOrder, moveStaffCollection, type OrderedCollection } from '../contract.ts'
import { collectionStateTones } from '../parts/collection-labels.ts'
import type { Route } from './+types/order'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import css from '../parts/member-grid.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Order of collections', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await callForPage(args, listCollectionOrder, {})).data

/** Optimistic reordering: moves are shown at once and sent one by one. */
const useCollectionOrder = (collections: readonly OrderedCollection[]) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [optimisticOrder, setOptimisticOrder] = useState<readonly number[]>()
  const pendingCount = useRef(0)
  const queue = useRef(Promise.resolve())
  const order = useMemo(() => optimisticOrder ?? collections.map(({ id }) => id), [optimisticOrder, collections])
  const move = (collection_id: number, before: number | null) => {
    setOptimisticOrder(reorder(order, [collection_id], before))
    pendingCount.current++
    queue.current = queue.current
      .then(async () => void (await call(moveStaffCollection, { body: { collection_id, before } })))
      .catch((error: unknown) => toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' }))
      .then(async () => {
        pendingCount.current--
        if (pendingCount.current > 0) return
        await revalidate()
        // In a transition, like the router's update.
        if (pendingCount.current === 0) startTransition(() => setOptimisticOrder(undefined))
      })
  }
  return { order, move }
}

export default function CollectionOrderPage({ loaderData: collections }: Route.ComponentProps) {
  const [searchParams] = useSearchParams()
  const { order, move } = useCollectionOrder(collections)
  const { containerProps, handle, aside } = useArrange({ order, move })
  const byId = new Map(collections.map(collection => [collection.id, collection]))
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/collections', search: searchParams.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Collections
      </Link>
      <header className={page.head}>
        <h1>Order</h1>
      </header>
      <p className={adminPage.soft}>
        Curated collections appear in this order on the collections page and in the menu, with featured ones first.
      </p>
      <div {...containerProps}>
        <ol className={css.grid} aria-label="Curated collections">
          {order.map((id, i) => {
            const collection = byId.get(id)
            return (
              collection && (
                <CollectionTile key={id} collection={collection} number={i + 1} handle={handle(collection)} />
              )
            )
          })}
        </ol>
      </div>
      {aside}
    </article>
  )
}

type CollectionTileProps = {
  collection: OrderedCollection
  number: number
  handle: ReturnType<ReturnType<typeof useArrange>['handle']>
}

const CollectionTile = ({ collection, number, handle }: CollectionTileProps) => {
  const { id, name, state, featured, thumbs, published_clips } = collection
  return (
    <li className={css.tile} data-place={id}>
      <span className={css.frame} data-frame>
        <ClipThumb thumbs={thumbs} sizes="(width >= 834px) 200px, 45vw" />
        {featured && <span className={css.mark}>Featured</span>}
        <span className={css.actions}>
          <IconButton icon={Move} kind="on-picture" size="sm" className={css.handle} {...handle} />
        </span>
      </span>
      <span className={css.line}>
        <span className={cx('mono', css.number)}>{number}</span>
        <Link to={`/admin/collections/${id}`} className={css.name} draggable={false}>
          {name}
        </Link>
      </span>
      <span className={css.by}>
        <span>{published_clips === 1 ? '1 clip' : `${published_clips} clips`}</span>
        {state !== 'published' && (
          <span className={adminPage.state} data-tone={collectionStateTones[state]}>
            {collectionStateLabels[state]}
          </span>
        )}
      </span>
    </li>
  )
}
