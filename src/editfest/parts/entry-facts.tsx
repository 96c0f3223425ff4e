/** An entry in numbers: how many clips are left, and until when. */
import type { Entry } from '../contract.ts'
import { longDate } from '../rules.ts'

import css from './entry-facts.module.css'

export const EntryFacts = ({ entry }: { entry: Entry }) => {
  const { clips_each, clips_left, ends_at, is_over, code } = entry
  return (
    <dl className={css.facts}>
      <div>
        <dt>{is_over ? 'Clips taken' : 'Clips left'}</dt>
        <dd>
          {is_over ? clips_each - clips_left : clips_left}
          <span> of {clips_each}</span>
        </dd>
      </div>
      <div>
        <dt>{is_over ? 'Ended' : 'Until'}</dt>
        <dd>
          <time dateTime={ends_at}>{longDate(ends_at)}</time>
        </dd>
      </div>
      <div>
        <dt>Code</dt>
        <dd className="mono">{code}</dd>
      </div>
    </dl>
  )
}
