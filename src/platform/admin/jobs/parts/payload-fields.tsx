/** The payload fields of a job or an event, with links to the admin pages of their subjects. */
import { Link } from 'react-router'

import css from '../pages/jobs.module.css'

const pagePaths: Record<string, string> = {
  order_id: '/admin/orders',
  ticket_id: '/admin/tickets',
  clip_id: '/admin/catalog',
  user_id: '/admin/people',
  workspace_id: '/admin/workspaces',
}

export const PayloadFields = ({ fields }: { fields: readonly { field: string; value: string }[] }) => (
  <dl className={css.facts}>
    {fields.map(({ field, value }) => {
      const path = /^\d+$/.test(value) ? pagePaths[field] : undefined
      return (
        <div key={field}>
          <dt>{field.replaceAll('_', ' ')}</dt>
          <dd className="mono">{path ? <Link to={`${path}/${value}`}>{value}</Link> : value}</dd>
        </div>
      )
    })}
  </dl>
)
