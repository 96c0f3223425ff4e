import type { ReactNode } from 'react'

import type { Cart } from '#cart/contract.ts'
import { Money } from '#ui/money.tsx'

import { PriceTag } from './price-tag.tsx'

import css from './sums.module.css'

/** How the total comes to be. What is nothing is left out, but for the tax, which is known only with the address. */
export const Sums = ({ cart, busy }: { cart: Cart; busy: boolean }) => {
  const { processing_fee, discount_total, non_profit_discount, upgrade_credit, vat_total } = cart
  return (
    <dl className={css.sums} aria-busy={busy}>
      <Row label="Subtotal">
        <Money cents={cart.sub_total.unformatted} mono />
      </Row>
      {processing_fee && processing_fee.unformatted > 0 && (
        <Row label="Processing Fee">
          <Money cents={processing_fee.unformatted} mono />
        </Row>
      )}
      {discount_total.unformatted > 0 && (
        <Row label="Coupon Discount">
          <Money cents={-discount_total.unformatted} mono />
        </Row>
      )}
      {non_profit_discount.unformatted > 0 && (
        <Row label="Non Profit Discount">
          <Money cents={-non_profit_discount.unformatted} mono />
        </Row>
      )}
      {upgrade_credit.unformatted > 0 && (
        <Row label="Upgrade credit">
          <Money cents={-upgrade_credit.unformatted} mono />
        </Row>
      )}
      <Row label="Tax">{vat_total ? <Money cents={vat_total.unformatted} mono /> : 'Needs your address'}</Row>
      <div className={css.total}>
        <dt>Your Total Price</dt>
        <dd>
          <PriceTag cents={cart.total.unformatted} />
        </dd>
      </div>
    </dl>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={css.row}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
