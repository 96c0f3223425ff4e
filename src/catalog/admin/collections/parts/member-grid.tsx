/**
 * A collection's clips as an ordered grid of posters, which can be dragged, moved by keys, removed or set as the
 * cover.
 */
import { Image, Move, X } from 'lucide-react'
import { Link } from 'react-router'

import { useArrange, type ArrangeHandle } from '#ui/arrange/use-arrange.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Duration } from '#ui/timecode.tsx'

import { ClipThumb } from '../../../clip-thumb.tsx'
import { clipStateLabels } from '../../../review.ts'
import { clipStateTones } from '../../parts/clip-row.tsx'
import type { CollectionMember, StaffCollection } from '../contract.ts'
import { MEMBERS_PER_PAGE as per_page } from '../paging.ts'
import type { Curation } from './use-curation.ts'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './member-grid.module.css'

type MemberGridProps = { collection: StaffCollection; members: readonly CollectionMember[]; curation: Curation }

export const MemberGrid = ({ collection, members, curation }: MemberGridProps) => {
  const { order, pageIds, page, lastPage, goTo, move, remove, setCover } = curation
  const { containerProps, handle, aside } = useArrange({ order, move, byPlace: order.length > per_page })
  const byId = new Map(members.map(member => [member.id, member]))
  const isCurated = collection.kind === 'curated'
  const firstNumber = (page - 1) * per_page + 1
  return (
    <>
      <div {...(isCurated && containerProps)}>
        <ol className={css.grid} start={firstNumber} aria-label={`Clips of ${collection.name}`}>
          {pageIds.map((id, i) => {
            const member = byId.get(id)
            return (
              <li key={id} className={css.tile} data-place={id}>
                {member ? (
                  <MemberTile
                    member={member}
                    number={firstNumber + i}
                    isCover={id === collection.cover_clip_id}
                    handle={isCurated ? handle(member) : undefined}
                    onCover={() => setCover(id)}
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
      {lastPage > 1 && (
        <nav className={css.pages} aria-label="Pages of clips">
          <Button size="sm" disabled={page === 1} onClick={() => goTo(page - 1)}>
            Previous clips
          </Button>
          <span className="mono">
            {firstNumber} to {firstNumber + pageIds.length - 1} of {order.length.toLocaleString('en-US')}
          </span>
          <Button size="sm" disabled={page === lastPage} onClick={() => goTo(page + 1)}>
            Next clips
          </Button>
        </nav>
      )}
    </>
  )
}

type MemberTileProps = {
  member: CollectionMember
  number: number
  isCover: boolean
  handle: ArrangeHandle | undefined
  onCover: () => void
  onRemove: (() => void) | undefined
}

const MemberTile = ({ member, number, isCover, handle, onCover, onRemove }: MemberTileProps) => {
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
              label={`Remove ${name} from the collection`}
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
          <span className={adminPage.state} data-tone={clipStateTones[state]}>
            {clipStateLabels[state]}
          </span>
        )}
      </span>
    </>
  )
}
