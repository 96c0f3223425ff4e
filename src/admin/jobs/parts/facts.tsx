/** What a job or a piece of news was about; what has a room of its own leads there. */
import { Link } from 'react-router'

import css from '../pages/jobs.module.css'

const rooms: Record<string, string> = {
  order_id: '/admin/orders',
  ticket_id: '/admin/tickets',
  clip_id: '/admin/catalog',
  user_id: '/admin/people',
  workspace_id: '/admin/workspaces',
}

export const Facts = ({ facts }: { facts: readonly { field: string; value: string }[] }) => (
  <dl className={css.facts}>
    {facts.map(({ field, value }) => {
      const room = /^\d+$/.test(value) ? rooms[field] : undefined
      return (
        <div key={field}>
          <dt>{field.replaceAll('_', ' ')}</dt>
          <dd className="mono">{room ? <Link to={`${room}/${value}`}>{value}</Link> : value}</dd>
        </div>
      )
    })}
  </dl>
)
