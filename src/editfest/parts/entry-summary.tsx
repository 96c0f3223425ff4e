/** An entry in numbers: its clips left and its end date. */
import type { EditfestEntry } from '../contract.ts'
import { formatLongDate } from '../rules.ts'

import css from './entry-summary.module.css'

export const EntrySummary = ({ entry }: { entry: EditfestEntry }) => {
  const { clip_limit, clips_left, ends_at, is_over, code } = entry
  return (
    <dl className={css.facts}>
      <div>
        <dt>{is_over ? 'Clips taken' : 'Clips left'}</dt>
        <dd>
          {is_over ? clip_limit - clips_left : clips_left}
          <span> of {clip_limit}</span>
        </dd>
      </div>
      <div>
        <dt>{is_over ? 'Ended' : 'Until'}</dt>
        <dd>
          <time dateTime={ends_at}>{formatLongDate(ends_at)}</time>
        </dd>
      </div>
      <div>
        <dt>Code</dt>
        <dd className="mono">{code}</dd>
      </div>
    </dl>
  )
}
