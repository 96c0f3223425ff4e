import type { ReactNode } from 'react'

import { creditLabel } from '#licensing/upgrade.ts'
import { formatCents } from '#platform/money.ts'

import { creditNotePath, type OrderDetail } from '../contract.ts'
import { shortDate } from '../dates.ts'
import { addressLines, discountLabel, taxLabel } from '../sold.ts'
import { OrderTimeline } from './order-timeline.tsx'

import css from './order-facts.module.css'

const payments = {
  card: 'Card',
  ach: 'Bank account (ACH)',
  paypal: 'PayPal',
  invoice: 'On account',
  none: 'Nothing to pay',
}

/** What was paid, for which rights, by whom, and what happened since. */
export const OrderFacts = ({ order }: { order: OrderDetail }) => (
  <aside className={css.facts} aria-label="Order facts">
    <Part title="Summary">
      <Amounts order={order} />
    </Part>
    <Part title={order.licenses.length === 1 ? 'License' : 'Licenses'}>
      <ul className={css.list}>
        {order.licenses.map(({ sentence, clips_count, subtotal }) => (
          <li key={sentence}>
            {sentence}
            <span className={css.soft}>
              {clips_count === 1 ? '1 clip' : `${clips_count} clips`}, {subtotal.formatted}
            </span>
          </li>
        ))}
      </ul>
    </Part>
    {order.projects.length > 0 && (
      <Part title={order.projects.length === 1 ? 'Project' : 'Projects'}>
        <ul className={css.list}>
          {order.projects.map(({ id, client_name, project_name, project_description, start_date, po_number }) => (
            <li key={id}>
              {project_name} for {client_name}
              <span className={css.soft}>{project_description}</span>
              <span className={css.soft}>
                Starts {shortDate(start_date)}
                {po_number && <>, purchase order {po_number}</>}
              </span>
            </li>
          ))}
        </ul>
      </Part>
    )}
    <Part title="Payment">
      <Payment order={order} />
    </Part>
    {order.credit_notes.length > 0 && (
      <Part title={order.credit_notes.length === 1 ? 'Credit note' : 'Credit notes'}>
        <ul className={css.list}>
          {order.credit_notes.map(({ number, total, given_back_to, by_dispute, made_at }) => (
            <li key={number}>
              <a href={creditNotePath(order.universal_invoice_number, number)} target="_blank" rel="noreferrer">
                {number}
              </a>
              <span className={css.soft}>
                {total.formatted}, {shortDate(made_at)}
                {by_dispute ? ', taken back by your bank' : given_back_to && `, ${given_back_to}`}
              </span>
            </li>
          ))}
        </ul>
      </Part>
    )}
    <Part title="Billed to">
      <address className={css.address}>
        {addressLines(order.billing).map(line => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </Part>
    <Part title="History">
      <OrderTimeline moves={order.moves} />
    </Part>
  </aside>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.part}>
    <h2>{title}</h2>
    {children}
  </section>
)

const Amounts = ({ order }: { order: OrderDetail }) => {
  const { sub_total, non_profit_discount, discount, discount_code, processing_fee, tax, tax_name, tax_rate, total } =
    order
  const { upgrade_credit, upgraded_orders } = order
  const credited = (by_dispute: boolean) =>
    order.credit_notes
      .filter(note => note.by_dispute === by_dispute)
      .reduce((sum, note) => sum + note.total.unformatted, 0)
  const [back, taken] = [credited(false), credited(true)]
  const isCancelled = order.state === 'cancelled'
  return (
    <dl className={css.amounts}>
      <Amount label="Subtotal">{sub_total.formatted}</Amount>
      {non_profit_discount.unformatted > 0 && (
        <Amount label="Non-profit discount">−{non_profit_discount.formatted}</Amount>
      )}
      {discount.unformatted > 0 && <Amount label={discountLabel(discount_code)}>−{discount.formatted}</Amount>}
      {upgrade_credit.unformatted > 0 && (
        <Amount label={creditLabel(upgraded_orders)}>−{upgrade_credit.formatted}</Amount>
      )}
      {processing_fee.unformatted > 0 && <Amount label="Processing fee">{processing_fee.formatted}</Amount>}
      <Amount label={taxLabel(tax_name, tax_rate)}>{tax.formatted}</Amount>
      <div className={css.total}>
        <dt>Total</dt>
        <dd>{total.formatted}</dd>
      </div>
      {back > 0 && <Amount label={isCancelled ? 'Taken back' : 'Given back'}>−{formatCents(back)}</Amount>}
      {taken > 0 && <Amount label="Taken back by your bank">−{formatCents(taken)}</Amount>}
    </dl>
  )
}

const Amount = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="mono">{children}</dd>
  </div>
)

const Payment = ({ order }: { order: OrderDetail }) => {
  const { payment_type, payment_method, paid_at, due_at, bought_by, po_number, vat_number, ein } = order
  const rows = [
    [paid_at ? 'Paid with' : 'To be paid', payment_method || payments[payment_type]],
    ['Paid on', paid_at && shortDate(paid_at)],
    ['Due on', !paid_at && due_at && shortDate(due_at)],
    ['Bought by', bought_by],
    ['PO number', po_number],
    ['VAT number', vat_number],
    ['EIN number', ein],
  ] as const
  return (
    <dl className={css.rows}>
      {rows.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
