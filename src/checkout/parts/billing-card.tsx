import { lazy, Suspense, useState } from 'react'

import type { CartBilling } from '#cart/contract.ts'

import css from './purchase.module.css'

const BillingDialog = lazy(() => import('#cart/billing-dialog.tsx').then(module => ({ default: module.BillingDialog })))

/** The seller’s country, which is left out of its addresses. */
const HOME_COUNTRY_ID = 250

/** The billing address. An existing order shows the address it was billed to. */
export const BillingCard = ({ billing, canEdit }: { billing: CartBilling; canEdit: boolean }) => {
  const [editing, setEditing] = useState<'no' | 'open' | 'closing'>('no')
  const { billing_contact: contact, country } = billing
  const name = contact && (`${contact.first_name} ${contact.last_name}`.trim() || contact.email)
  const lines = [
    name,
    [billing.address, billing.address2].filter(Boolean).join(', '),
    [billing.city, billing.region, billing.postal_code].filter(Boolean).join(', '),
    country.id === HOME_COUNTRY_ID ? null : country.name,
  ].filter(Boolean)
  return (
    <section className={css.card} aria-labelledby="billing">
      <div className={css.cardHead}>
        <h2 id="billing">Billing information</h2>
        {canEdit && (
          <button type="button" className={css.edit} onClick={() => setEditing('open')}>
            Edit billing information
          </button>
        )}
      </div>
      <address className={css.address}>
        <strong>{billing.company}</strong>
        {lines.map(line => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <Suspense>
        {editing !== 'no' && (
          <BillingDialog
            billing={billing}
            open={editing === 'open'}
            onClose={() => setEditing('closing')}
            onClosed={() => setEditing('no')}
          />
        )}
      </Suspense>
    </section>
  )
}
