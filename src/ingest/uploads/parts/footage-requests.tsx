/** What buyers look for and the filmmaker may have, as the editors asked. */
import { Link } from 'react-router'

import { emptyBrowseQuery, browsePath } from '#catalog/filters.ts'

import type { FootageRequest } from '../../requests/contract.ts'

import css from './footage-requests.module.css'

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export const FootageRequests = ({ requests }: { requests: readonly FootageRequest[] }) => {
  if (requests.length === 0) return null
  return (
    <section className={css.requests} aria-labelledby="buyers-look-for">
      <h2 id="buyers-look-for">Buyers look for</h2>
      <p className={css.hint}>
        Our catalog has nothing that fits yet. If you have it, or can shoot it, upload it here.
      </p>
      <ul>
        {requests.map(({ id, subject, note, requested_at }) => (
          <li key={id}>
            <h3>{subject}</h3>
            {note !== '' && <p>{note}</p>}
            <p className={css.under}>
              Asked {dayFormat.format(new Date(requested_at))}.{' '}
              <Link
                to={browsePath({ ...emptyBrowseQuery, q: subject })}
                aria-label={`See what there is for “${subject}”`}
              >
                See what there is
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
