/** A filmmaker's clips with what became of them within a range. */
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { clipPath } from '#catalog/paths.ts'
import { Money } from '#ui/money.tsx'
import { SortedHead } from '#ui/sorted-head.tsx'
import { StateWord, type StateTone } from '#ui/state-word.tsx'

import { firstWay, rangeLabels, type ClipSort, type Range, type Way } from '../audience.ts'
import type { EarningClip } from '../contract.ts'

import css from './clip-rows.module.css'

const states: Record<EarningClip['status'], { label: string; tone: StateTone }> = {
  draft: { label: 'Draft', tone: 'over' },
  in_review: { label: 'In review', tone: 'waiting' },
  published: { label: 'In the shop', tone: 'good' },
  withdrawn: { label: 'Withdrawn', tone: 'over' },
}

const figures = [
  ['views', 'Views'],
  ['hovers', 'Hovers'],
  ['boards', 'Boards'],
  ['licenses', 'Licenses'],
  ['earned', 'Earned'],
] as const

type Shown = { range: Range; sort: ClipSort; way: Way }
type To = (changes: Partial<Shown> & { page?: number }) => string

type ClipRowsProps = {
  clips: readonly EarningClip[]
  shown: Shown
  to: To
  pagination: { page: number; total: number; total_pages: number }
}

export const ClipRows = ({ clips, shown, to, pagination: { page, total, total_pages } }: ClipRowsProps) => (
  <>
    <table className={css.table}>
      <caption className={css.caption}>{rangeLabels[shown.range]}</caption>
      <thead>
        <tr>
          <Sorted by="name" shown={shown} to={to}>
            Clip
          </Sorted>
          <th scope="col">State</th>
          {figures.map(([by, label]) => (
            <Sorted key={by} by={by} shown={shown} to={to}>
              {label}
            </Sorted>
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
              <StateWord tone={states[clip.status].tone}>{states[clip.status].label}</StateWord>
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

type SortedProps = { by: ClipSort; shown: Shown; to: To; children: string }

/** A column's head that sorts by it; once more turns it round. */
const Sorted = ({ by, shown, to, children }: SortedProps) => {
  const way = shown.sort === by ? shown.way : undefined
  const next = way === undefined ? firstWay(by) : way === 'asc' ? 'desc' : 'asc'
  return (
    <SortedHead to={to({ sort: by, way: next })} way={way && (way === 'asc' ? 'ascending' : 'descending')} replace>
      {children}
    </SortedHead>
  )
}
