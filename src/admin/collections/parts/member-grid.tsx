/** A collection's clips as a grid of posters in order: carried, moved by keys, taken out, one of them the cover. */
import { Image, Move, X } from 'lucide-react'
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { stateWords } from '#catalog/review.ts'
import { useArrange, type ArrangeHandle } from '#ui/arrange/use-arrange.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Duration } from '#ui/timecode.tsx'

import { stateTones } from '../../catalog/parts/clip-row.tsx'
import type { Member, StaffCollection } from '../contract.ts'
import { members_per_page as per_page } from '../paging.ts'
import type { Curating } from './use-curating.ts'

import desk from '../../parts/desk.module.css'
import css from './member-grid.module.css'

type Props = { collection: StaffCollection; members: readonly Member[]; curating: Curating }

export const MemberGrid = ({ collection, members, curating }: Props) => {
  const { order, shown, page, last, goTo, move, remove, cover } = curating
  const { room, handle, aside } = useArrange({ order, move, byPlace: order.length > per_page })
  const byId = new Map(members.map(member => [member.id, member]))
  const isCurated = collection.kind === 'curated'
  const first = (page - 1) * per_page + 1
  return (
    <>
      <div {...(isCurated && room)}>
        <ol className={css.grid} start={first} aria-label={`Clips of ${collection.name}`}>
          {shown.map((id, i) => {
            const member = byId.get(id)
            return (
              <li key={id} className={css.tile} data-place={id}>
                {member ? (
                  <Tile
                    member={member}
                    number={first + i}
                    isCover={id === collection.cover_clip_id}
                    handle={isCurated ? handle(member) : undefined}
                    onCover={() => cover(id)}
                    onRemove={isCurated ? () => remove(member) : undefined}
                  />
                ) : (
                  <span className={css.frame} data-frame />
                )}
              </li>
            )
          })}
        </ol>
      </div>
      {isCurated && aside}
      {last > 1 && (
        <nav className={css.pages} aria-label="Pages of its clips">
          <Button size="sm" disabled={page === 1} onClick={() => goTo(page - 1)}>
            Earlier clips
          </Button>
          <span className="mono">
            {first} to {first + shown.length - 1} of {order.length.toLocaleString('en-US')}
          </span>
          <Button size="sm" disabled={page === last} onClick={() => goTo(page + 1)}>
            Later clips
          </Button>
        </nav>
      )}
    </>
  )
}

type TileProps = {
  member: Member
  number: number
  isCover: boolean
  handle: ArrangeHandle | undefined
  onCover: () => void
  onRemove: (() => void) | undefined
}

const Tile = ({ member, number, isCover, handle, onCover, onRemove }: TileProps) => {
  const { id, name, filmmaker, state, thumbs, duration_in_seconds } = member
  return (
    <>
      <span className={css.frame} data-frame>
        <ClipThumb thumbs={thumbs} sizes="(width >= 834px) 200px, 45vw" />
        {isCover && <span className={css.mark}>Cover</span>}
        <span className={css.actions}>
          {handle && <IconButton icon={Move} kind="on-picture" size="sm" className={css.handle} {...handle} />}
          <IconButton
            icon={Image}
            kind="on-picture"
            size="sm"
            aria-pressed={isCover}
            label={isCover ? `${name} is the cover` : `Use ${name} as the cover`}
            onClick={onCover}
          />
          {onRemove && (
            <IconButton
              icon={X}
              kind="on-picture"
              size="sm"
              label={`Take ${name} out of the collection`}
              onClick={onRemove}
            />
          )}
        </span>
      </span>
      <span className={css.line}>
        <span className={cx('mono', css.number)}>{number}</span>
        <Link to={`/admin/catalog/${id}`} className={css.name} draggable={false}>
          {name}
        </Link>
        <Duration seconds={duration_in_seconds} />
      </span>
      <span className={css.by}>
        <span>{filmmaker}</span>
        {state !== 'published' && (
          <span className={desk.state} data-tone={stateTones[state]}>
            {stateWords[state]}
          </span>
        )}
      </span>
    </>
  )
}
