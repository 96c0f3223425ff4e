/** A filmmaker's clips with what became of them. */
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { clipPath } from '#catalog/paths.ts'
import { Money } from '#ui/money.tsx'
import { StateWord, type StateTone } from '#ui/state-word.tsx'

import type { EarningClip } from '../contract.ts'

import css from './clip-rows.module.css'

const states: Record<EarningClip['status'], { label: string; tone: StateTone }> = {
  draft: { label: 'Draft', tone: 'over' },
  in_review: { label: 'In review', tone: 'waiting' },
  published: { label: 'In the shop', tone: 'good' },
  withdrawn: { label: 'Withdrawn', tone: 'over' },
}

type ClipRowsProps = {
  clips: readonly EarningClip[]
  pagination: { page: number; total: number; total_pages: number }
}

export const ClipRows = ({ clips, pagination: { page, total, total_pages } }: ClipRowsProps) => (
  <>
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Clip</th>
          <th scope="col">State</th>
          <th scope="col">Boards</th>
          <th scope="col">Licenses</th>
          <th scope="col">Earned</th>
        </tr>
      </thead>
      <tbody>
        {clips.map(clip => (
          <tr key={clip.id}>
            <th scope="row">
              <span className={css.clip}>
                <ClipThumb thumbs={clip.thumbs} sizes="96px" className={css.thumb} />
                <span>
                  {clip.status === 'published' ? <Link to={clipPath(clip)}>{clip.name}</Link> : clip.name}
                  <span className={css.number}>Clip {clip.id}</span>
                </span>
              </span>
            </th>
            <td>
              <StateWord tone={states[clip.status].tone}>{states[clip.status].label}</StateWord>
            </td>
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
          <Link to={page === 2 ? '?' : `?page=${page - 1}`} preventScrollReset>
            Previous
          </Link>
        )}
        <span>
          Page {page} of {total_pages}, {total} clips
        </span>
        {page < total_pages && (
          <Link to={`?page=${page + 1}`} preventScrollReset>
            Next
          </Link>
        )}
      </nav>
    )}
  </>
)
