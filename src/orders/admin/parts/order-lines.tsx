/** The lines of an order, and its total. */
import { Link } from 'react-router'

import { cx } from '#ui/cx.ts'

import { formatDiscountLabel } from '../../order-snapshot.ts'
import type { StaffOrder } from '../order-contract.ts'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './order-parts.module.css'

export const OrderLines = ({ order }: { order: StaffOrder }) => (
  <div className={css.scroll} role="region" aria-label="Lines, wider than the screen" tabIndex={0}>
    <table className={cx(css.table, adminPage.blocks)}>
      <thead>
        <tr>
          <th scope="col">Clip</th>
          <th scope="col">Name</th>
          <th scope="col">License</th>
          <th scope="col">Project</th>
          <th scope="col" className={css.figure}>
            Price
          </th>
          <th scope="col" className={css.figure}>
            Discounts
          </th>
          <th scope="col" className={css.figure}>
            Tax
          </th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map(line => (
          <tr key={line.id} className={cx(line.refunded && css.gone)}>
            <td data-label="Clip" className="mono">
              {line.clip_id}
            </td>
            <td data-label="Name">
              {line.name}
              <span className={css.soft}>
                {line.filmmaker}, {line.format}
                {line.refunded && ', refunded'}
              </span>
            </td>
            <td data-label="License">
              {line.license}
              {line.upgrades && (
                <span className={css.soft}>
                  Upgrades <Link to={`/admin/orders/${line.upgrades.order_id}`}>{line.upgrades.order}</Link>, credit{' '}
                  {line.upgrades.credit.formatted}
                </span>
              )}
              {line.upgraded_in && (
                <span className={css.soft}>
                  {line.upgraded_in.order ? 'Upgraded in' : 'Being upgraded in'}{' '}
                  <Link to={`/admin/orders/${line.upgraded_in.order_id}`}>
                    {line.upgraded_in.order ?? `attempt ${line.upgraded_in.order_id}`}
                  </Link>
                </span>
              )}
            </td>
            <td data-label="Project">{line.project ?? <span className={css.faint}>none yet</span>}</td>
            <td data-label="Price" className={cx('mono', css.figure)}>
              {line.price.formatted}
            </td>
            <td data-label="Discounts" className={cx('mono', css.figure)}>
              {line.discount.unformatted > 0 && `−${line.discount.formatted}`}
            </td>
            <td data-label="Tax" className={cx('mono', css.figure)}>
              {line.tax.formatted}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <OrderTotals order={order} />
  </div>
)

const OrderTotals = ({ order }: { order: StaffOrder }) => {
  const {
    sub_total,
    non_profit_discount,
    discount,
    discount_code,
    upgrade_credit,
    processing_fee,
    tax,
    tax_label,
    tax_note,
    refunded,
    taken_back,
  } = order
  const rows: [string, string][] = [
    ['Subtotal', sub_total.formatted],
    ...(non_profit_discount.unformatted > 0
      ? [['Non-profit discount', `−${non_profit_discount.formatted}`] as [string, string]]
      : []),
    ...(discount.unformatted > 0
      ? [[formatDiscountLabel(discount_code), `−${discount.formatted}`] as [string, string]]
      : []),
    ...(upgrade_credit.unformatted > 0 ? [['Upgrade credit', `−${upgrade_credit.formatted}`] as [string, string]] : []),
    ...(processing_fee.unformatted > 0 ? [['Processing fee', processing_fee.formatted] as [string, string]] : []),
    [tax_label, tax.formatted],
    ['Total', order.total.formatted],
    ...(refunded.unformatted > 0 ? [['Refunded', `−${refunded.formatted}`] as [string, string]] : []),
    ...(taken_back.unformatted > 0 ? [['Taken by their bank', `−${taken_back.formatted}`] as [string, string]] : []),
  ]
  return (
    <>
      <dl className={css.sums}>
        {rows.map(([label, value]) => (
          <div key={label} className={cx(label === 'Total' && css.total)}>
            <dt>{label}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
      {tax_note && <p className={css.note}>{tax_note}</p>}
    </>
  )
}
