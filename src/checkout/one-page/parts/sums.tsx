import type { ReactNode } from 'react'

import type { Cart } from '#cart/contract.ts'
import { Money } from '#ui/money.tsx'

import { PriceTag } from './price-tag.tsx'

import css from './sums.module.css'

/** The breakdown of the total. Zero amounts are left out, except the tax, which needs an address. */
export const Sums = ({ cart, busy }: { cart: Cart; busy: boolean }) => {
  const { processing_fee, discount_total, non_profit_discount, upgrade_credit, vat_total } = cart
  return (
    <dl className={css.sums} aria-busy={busy}>
      <SumRow label="Subtotal">
        <Money cents={cart.sub_total.unformatted} mono />
      </SumRow>
      {processing_fee && processing_fee.unformatted > 0 && (
        <SumRow label="Processing Fee">
          <Money cents={processing_fee.unformatted} mono />
        </SumRow>
      )}
      {discount_total.unformatted > 0 && (
        <SumRow label="Coupon Discount">
          <Money cents={-discount_total.unformatted} mono />
        </SumRow>
      )}
      {non_profit_discount.unformatted > 0 && (
        <SumRow label="Non Profit Discount">
          <Money cents={-non_profit_discount.unformatted} mono />
        </SumRow>
      )}
      {upgrade_credit.unformatted > 0 && (
        <SumRow label="Upgrade credit">
          <Money cents={-upgrade_credit.unformatted} mono />
        </SumRow>
      )}
      <SumRow label="Tax">{vat_total ? <Money cents={vat_total.unformatted} mono /> : 'Needs your address'}</SumRow>
      <div className={css.total}>
        <dt>Your Total Price</dt>
        <dd>
          <PriceTag cents={cart.total.unformatted} />
        </dd>
      </div>
    </dl>
  )
}

const SumRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={css.row}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
