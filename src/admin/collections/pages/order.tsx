/** The order of the curated collections, as the menu and the page of collections have it. */
import { ArrowLeft, Move } from 'lucide-react'
import { startTransition, useMemo, useRef, useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { collectionWords } from '#catalog/curating.ts'
import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { placed } from '#platform/order.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { useArrange } from '#ui/arrange/use-arrange.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useToast } from '#ui/toast.tsx'

import { listPlaces, placeStaffCollection, type Place } from '../contract.ts'
import { collectionTones } from '../parts/collection-words.ts'
import type { Route } from './+types/order'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'
import css from '../parts/member-grid.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Order of collections', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await pageCall(args, listPlaces, {})).data

/** Shown at once, sent one after the other. */
const usePlaces = (places: readonly Place[]) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [guess, setGuess] = useState<readonly number[]>()
  const waiting = useRef(0)
  const queue = useRef(Promise.resolve())
  const order = useMemo(() => guess ?? places.map(({ id }) => id), [guess, places])
  const move = (collection_id: number, before: number | null) => {
    setGuess(placed(order, [collection_id], before))
    waiting.current++
    queue.current = queue.current
      .then(async () => void (await call(placeStaffCollection, { body: { collection_id, before } })))
      .catch((error: unknown) => toast(firstText(error, 'Something went wrong.'), { kind: 'danger' }))
      .then(async () => {
        waiting.current--
        if (waiting.current > 0) return
        await revalidate()
        // With what was asked for, which the router shows in a transition.
        if (waiting.current === 0) startTransition(() => setGuess(undefined))
      })
  }
  return { order, move }
}

export default function Order({ loaderData: places }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { order, move } = usePlaces(places)
  const { room, handle, aside } = useArrange({ order, move })
  const byId = new Map(places.map(place => [place.id, place]))
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/collections', search: asked.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Collections
      </Link>
      <header className={page.head}>
        <h1>Order</h1>
      </header>
      <p className={desk.soft}>
        Curated collections stand so on the page of collections and in the menu; the featured ones come first there.
      </p>
      <div {...room}>
        <ol className={css.grid} aria-label="Curated collections">
          {order.map((id, i) => {
            const place = byId.get(id)
            return place && <Tile key={id} place={place} number={i + 1} handle={handle(place)} />
          })}
        </ol>
      </div>
      {aside}
    </article>
  )
}

type TileProps = { place: Place; number: number; handle: ReturnType<ReturnType<typeof useArrange>['handle']> }

const Tile = ({ place, number, handle }: TileProps) => {
  const { id, name, state, featured, thumbs, published_clips } = place
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
          <span className={desk.state} data-tone={collectionTones[state]}>
            {collectionWords[state]}
          </span>
        )}
      </span>
    </li>
  )
}
