import type { ReactNode } from 'react'

import { toCreditLabel } from '#licensing/upgrade.ts'
import { formatCents } from '#platform/money.ts'

import {
  creditNotePath,
  creditNoteXmlPath,
  documentLabels,
  documentPath,
  documentXmlPath,
  type OrderDetail,
} from '../contract.ts'
import { formatMediumDate } from '../dates.ts'
import { formatDiscountLabel, formatTaxLabel, toAddressLines } from '../order-snapshot.ts'
import { type OrderState, stateLabels } from '../states.ts'

import css from './order-facts.module.css'

/** Labels for transitions that the state's own label would not explain. */
const transitionLabels: Partial<Record<OrderState, string>> = {
  pending: 'Checkout began',
  processing: 'Bank payment began',
}

/** Only when a staff member ended the dispute: when the bank drops it, the transition has no actor. */
const isDisputeEnd = (transitions: OrderDetail['transitions'], index: number): boolean =>
  transitions[index - 1]?.to_state === 'disputed' &&
  transitions[index]?.to_state === 'partially_refunded' &&
  !!transitions[index].by

/** The order's transitions, oldest first. */
const OrderTimeline = ({ transitions }: Pick<OrderDetail, 'transitions'>) => (
  <ol className={css.timeline}>
    {transitions.map(({ to_state, transitioned_at, by }, index) => (
      <li key={`${to_state} ${transitioned_at}`}>
        <span className={css.what}>
          {isDisputeEnd(transitions, index) ? 'Dispute ended' : (transitionLabels[to_state] ?? stateLabels[to_state])}
        </span>
        <span className={css.when}>
          <time dateTime={transitioned_at} className="mono">
            {formatMediumDate(transitioned_at)}
          </time>
          {by && <> by {by}</>}
        </span>
      </li>
    ))}
  </ol>
)

const licenseTermsPath = ({ license_terms: { version } }: OrderDetail) => `/license-terms?version=${version}`

const paymentTypeLabels = {
  card: 'Card',
  ach: 'Bank account (ACH)',
  paypal: 'PayPal',
  invoice: 'On account',
  none: 'Nothing to pay',
}

/** The order's amounts, licenses, projects, payment and history. */
export const OrderFacts = ({ order }: { order: OrderDetail }) => (
  <aside className={css.facts} aria-label="Order facts">
    <FactsSection title="Summary">
      <OrderAmounts order={order} />
    </FactsSection>
    <FactsSection title={order.licenses.length === 1 ? 'License' : 'Licenses'}>
      <ul className={css.list}>
        {order.licenses.map(({ sentence, clips_count, subtotal }) => (
          <li key={sentence}>
            {sentence}
            <span className={css.soft}>
              {clips_count === 1 ? '1 clip' : `${clips_count} clips`}, {subtotal.formatted}
            </span>
          </li>
        ))}
        <li>
          <a href={licenseTermsPath(order)} target="_blank" rel="noreferrer">
            License Terms
          </a>
          <span className={css.soft}>
            Version {order.license_terms.version}, in effect from {formatMediumDate(order.license_terms.effective_from)}
          </span>
          <span className={css.soft}>Accepted {formatMediumDate(order.license_terms.accepted_at)}</span>
        </li>
      </ul>
    </FactsSection>
    {order.projects.length > 0 && (
      <FactsSection title={order.projects.length === 1 ? 'Project' : 'Projects'}>
        <ul className={css.list}>
          {order.projects.map(({ id, client_name, project_name, project_description, start_date, po_number }) => (
            <li key={id}>
              {project_name} for {client_name}
              <span className={css.soft}>{project_description}</span>
              <span className={css.soft}>
                Starts {formatMediumDate(start_date)}
                {po_number && <>, purchase order {po_number}</>}
              </span>
            </li>
          ))}
        </ul>
      </FactsSection>
    )}
    <FactsSection title="Payment">
      <PaymentFacts order={order} />
    </FactsSection>
    {order.credit_notes.length > 0 && (
      <FactsSection title={order.credit_notes.length === 1 ? 'Credit note' : 'Credit notes'}>
        <ul className={css.list}>
          {order.credit_notes.map(({ number, total, refunded_to, by_dispute, created_at }) => (
            <li key={number}>
              <a href={creditNotePath(order.universal_invoice_number, number)} target="_blank" rel="noreferrer">
                {number}
              </a>
              {order.e_invoices.includes(number) && (
                <>
                  {' '}
                  <a
                    href={creditNoteXmlPath(order.universal_invoice_number, number)}
                    aria-label={`Credit note ${number} as XML`}
                  >
                    XML
                  </a>
                </>
              )}
              <span className={css.soft}>
                {total.formatted}, {formatMediumDate(created_at)}
                {by_dispute ? ', taken back by your bank' : refunded_to && `, ${refunded_to}`}
              </span>
            </li>
          ))}
        </ul>
      </FactsSection>
    )}
    {order.replaced_documents.length > 0 && (
      <FactsSection title="Earlier documents">
        <ul className={css.list}>
          {order.replaced_documents.map(({ document, version, issued_at, replaced_at, has_xml }) => (
            <li key={`${document} ${version}`}>
              <a
                href={documentPath(order.universal_invoice_number, document, version)}
                target="_blank"
                rel="noreferrer"
              >
                {documentLabels[document]}, version {version}
              </a>
              {has_xml && (
                <>
                  {' '}
                  <a
                    href={documentXmlPath(order.universal_invoice_number, document, version)}
                    aria-label={`${documentLabels[document]}, version ${version}, as XML`}
                  >
                    XML
                  </a>
                </>
              )}
              <span className={css.soft}>
                Issued {formatMediumDate(issued_at)}, replaced {formatMediumDate(replaced_at)}
              </span>
            </li>
          ))}
        </ul>
      </FactsSection>
    )}
    <FactsSection title="Billed to">
      <address className={css.address}>
        {toAddressLines(order.billing).map(line => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </FactsSection>
    <FactsSection title="History">
      <OrderTimeline transitions={order.transitions} />
    </FactsSection>
  </aside>
)

const FactsSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.part}>
    <h2>{title}</h2>
    {children}
  </section>
)

const OrderAmounts = ({ order }: { order: OrderDetail }) => {
  const { sub_total, non_profit_discount, discount, discount_code, processing_fee, tax, tax_name, tax_rate, total } =
    order
  const { upgrade_credit, upgraded_orders } = order
  const sumCredited = (by_dispute: boolean) =>
    order.credit_notes
      .filter(note => note.by_dispute === by_dispute)
      .reduce((sum, note) => sum + note.total.unformatted, 0)
  const [refundedCents, takenByBankCents] = [sumCredited(false), sumCredited(true)]
  const wasUnpaid = order.state === 'cancelled' || order.state === 'failed'
  return (
    <dl className={css.amounts}>
      <AmountRow label="Subtotal">{sub_total.formatted}</AmountRow>
      {non_profit_discount.unformatted > 0 && (
        <AmountRow label="Non-profit discount">−{non_profit_discount.formatted}</AmountRow>
      )}
      {discount.unformatted > 0 && (
        <AmountRow label={formatDiscountLabel(discount_code)}>−{discount.formatted}</AmountRow>
      )}
      {upgrade_credit.unformatted > 0 && (
        <AmountRow label={toCreditLabel(upgraded_orders)}>−{upgrade_credit.formatted}</AmountRow>
      )}
      {processing_fee.unformatted > 0 && <AmountRow label="Processing fee">{processing_fee.formatted}</AmountRow>}
      <AmountRow label={formatTaxLabel(tax_name, tax_rate)}>{tax.formatted}</AmountRow>
      <div className={css.total}>
        <dt>Total</dt>
        <dd>{total.formatted}</dd>
      </div>
      {refundedCents > 0 && (
        <AmountRow label={wasUnpaid ? 'Credited' : 'Refunded'}>−{formatCents(refundedCents)}</AmountRow>
      )}
      {takenByBankCents > 0 && <AmountRow label="Taken back by your bank">−{formatCents(takenByBankCents)}</AmountRow>}
    </dl>
  )
}

const AmountRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="mono">{children}</dd>
  </div>
)

const PaymentFacts = ({ order }: { order: OrderDetail }) => {
  const { payment_type, payment_method, paid_at, due_at, buyer_name, po_number, vat_number, ein } = order
  const rows = [
    [paid_at ? 'Paid with' : 'To be paid', payment_method || paymentTypeLabels[payment_type]],
    ['Paid on', paid_at && formatMediumDate(paid_at)],
    ['Due on', !paid_at && due_at && formatMediumDate(due_at)],
    ['Bought by', buyer_name],
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
