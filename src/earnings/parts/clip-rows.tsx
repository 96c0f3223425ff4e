/** The table of a filmmaker's clips with their counts and earnings within a range. */
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { clipPath } from '#catalog/paths.ts'
import { Money } from '#ui/money.tsx'
import { SortableHeader } from '#ui/sortable-header.tsx'
import { StatusLabel, type StatusTone } from '#ui/status-label.tsx'

import { defaultDirection, rangeLabels, type ClipSort, type Range, type SortDirection } from '../audience.ts'
import type { EarningClip } from '../contract.ts'

import css from './clip-rows.module.css'

const stateLabels: Record<EarningClip['status'], { label: string; tone: StatusTone }> = {
  draft: { label: 'Draft', tone: 'over' },
  in_review: { label: 'In review', tone: 'waiting' },
  published: { label: 'In the shop', tone: 'good' },
  withdrawn: { label: 'Withdrawn', tone: 'over' },
}

const columns = [
  ['views', 'Views'],
  ['hovers', 'Hovers'],
  ['boards', 'Boards'],
  ['licenses', 'Licenses'],
  ['earned', 'Earned'],
] as const

type ClipRowsQuery = { range: Range; sort: ClipSort; way: SortDirection }
type BuildClipsUrl = (changes: Partial<ClipRowsQuery> & { page?: number }) => string

type ClipRowsProps = {
  clips: readonly EarningClip[]
  query: ClipRowsQuery
  to: BuildClipsUrl
  pagination: { page: number; total: number; total_pages: number }
}

export const ClipRows = ({ clips, query, to, pagination: { page, total, total_pages } }: ClipRowsProps) => (
  <>
    <table className={css.table}>
      <caption className={css.caption}>{rangeLabels[query.range]}</caption>
      <thead>
        <tr>
          <SortedHeader column="name" query={query} to={to}>
            Clip
          </SortedHeader>
          <th scope="col">State</th>
          {columns.map(([column, label]) => (
            <SortedHeader key={column} column={column} query={query} to={to}>
              {label}
            </SortedHeader>
          ))}
        </tr>
      </thead>
      <tbody>
        {clips.map(clip => (
          <tr key={clip.id}>
            <th scope="row">
              <span className={css.clip}>
                <ClipThumb thumbs={clip.thumbs} sizes="96px" className={css.thumb} />
                <span>
                  <Link to={clip.status === 'published' ? clipPath(clip) : `/filmmaker/clips/${clip.id}`}>
                    {clip.name}
                  </Link>
                  <span className={css.number}>Clip {clip.id}</span>
                </span>
              </span>
            </th>
            <td>
              <StatusLabel tone={stateLabels[clip.status].tone}>{stateLabels[clip.status].label}</StatusLabel>
            </td>
            <td data-label="Views">{clip.views}</td>
            <td data-label="Hovers">{clip.hovers}</td>
            <td data-label="Boards">{clip.boards}</td>
            <td data-label="Licenses">{clip.licenses}</td>
            <td data-label="Earned">
              <Money cents={clip.earned.unformatted} mono />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {total_pages > 1 && (
      <nav className={css.pages} aria-label="Pages of clips">
        {page > 1 && (
          <Link to={to({ page: page - 1 })} preventScrollReset>
            Previous
          </Link>
        )}
        <span>
          Page {page} of {total_pages}, {total} clips
        </span>
        {page < total_pages && (
          <Link to={to({ page: page + 1 })} preventScrollReset>
            Next
          </Link>
        )}
      </nav>
    )}
  </>
)

type SortedHeaderProps = { column: ClipSort; query: ClipRowsQuery; to: BuildClipsUrl; children: string }

/** A column header that sorts by its column; pressing it again reverses the order. */
const SortedHeader = ({ column, query, to, children }: SortedHeaderProps) => {
  const direction = query.sort === column ? query.way : undefined
  const nextDirection = direction === undefined ? defaultDirection(column) : direction === 'asc' ? 'desc' : 'asc'
  return (
    <SortableHeader
      to={to({ sort: column, way: nextDirection })}
      direction={direction && (direction === 'asc' ? 'ascending' : 'descending')}
      replace
    >
      {children}
    </SortableHeader>
  )
}
