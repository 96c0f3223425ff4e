import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { cx } from '#ui/cx.ts'

import type { OrderSummary as Row } from './contract.ts'
import { formatMediumDate } from './dates.ts'
import { formatDueDays } from './due.ts'
import { OrderStatusLabel } from './order-status-label.tsx'

import css from './order-row.module.css'

/** An order in the list. The whole row is a link to it. */
export const OrderRow = ({ order }: { order: Row }) => {
  const { universal_invoice_number, state, placed_at, total, clips_count, thumbs, project_names, days_overdue } = order
  return (
    <li className={css.row}>
      <div className={css.strip} aria-hidden="true">
        {thumbs.map((pictures, index) => (
          <ClipThumb key={pictures[0]?.url ?? index} thumbs={pictures} sizes="96px" />
        ))}
      </div>
      <div className={css.what}>
        <Link to={`/workspace/orders/${universal_invoice_number}`} className={css.number}>
          {universal_invoice_number}
        </Link>
        <span className={css.soft}>
          {clips_count === 1 ? '1 clip' : `${clips_count} clips`}
          {project_names.length > 0 && `, ${project_names.join(', ')}`}
        </span>
      </div>
      <span className={css.state}>
        <OrderStatusLabel state={state} />
        {days_overdue !== null && (
          <span className={cx(css.due, days_overdue > 0 && css.late)}>{formatDueDays(days_overdue)}</span>
        )}
      </span>
      <time className={css.date} dateTime={placed_at}>
        {formatMediumDate(placed_at)}
      </time>
      <span className={css.total}>{total.formatted}</span>
    </li>
  )
}
