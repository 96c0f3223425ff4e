/** The order summary: how the total comes to be, and the one button that goes on. */
import { useIsMutating } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { ConfirmEmailFirst } from '#accounts/confirm-email-first.tsx'
import { useSession } from '#accounts/use-session.ts'
import { Banner } from '#ui/banner.tsx'
import { cx } from '#ui/cx.ts'
import { Money } from '#ui/money.tsx'
import { purchasing_refusal } from '#workspaces/policy.ts'

import type { Cart } from './contract.ts'
import { SummaryCodes } from './parts/summary-codes.tsx'
import { cart_changes } from './use-cart-changes.ts'

import css from './cart-summary.module.css'

type CartSummaryProps = {
  cart: Cart
  action: ReactNode
  /** Why it cannot go on, in a sentence. */
  error?: string | null | undefined
  /** Above the button: what pressing it means. */
  note?: ReactNode
  /** At checkout: the total rose by itself. */
  rise?: ReactNode
  /** At checkout: nothing is an estimate any more. */
  isFinal?: boolean
  /** On phones the button stays at the foot of the screen, with the total. */
  atFoot?: boolean
  /** An order that stands already, or somebody else's cart to be looked at: nothing of it can be changed here. */
  isFixed?: boolean
  /** What can be typed in all the same. */
  numbers?: ReactNode
}

export const CartSummary = ({
  cart,
  action,
  error,
  note,
  rise,
  isFinal = false,
  atFoot = false,
  isFixed = false,
  numbers,
}: CartSummaryProps) => {
  const isGuest = useSession() === null
  const isChanging = useIsMutating({ mutationKey: cart_changes }) > 0
  const total = !isFinal || isGuest || cart.licenses.length === 0 ? 'Estimated Total' : 'Total'
  return (
    <div className={cx(css.summary, atFoot && css.atFoot)}>
      <div className={css.part}>
        <h2>Order summary</h2>
        <dl className={css.sums} aria-busy={isChanging}>
          <Row label="Subtotal">
            <Money cents={cart.sub_total.unformatted} mono />
          </Row>
          {cart.has_non_profit_licenses && cart.non_profit_discount.unformatted > 0 && (
            <Row label="Non Profit Discount">
              <Money cents={-cart.non_profit_discount.unformatted} mono />
            </Row>
          )}
          {cart.discount && cart.discount_total.unformatted > 0 && (
            <Row label={`Discount, ${cart.discount.text}`}>
              <Money cents={-cart.discount_total.unformatted} mono />
            </Row>
          )}
          {cart.upgrade_credit.unformatted > 0 && (
            <Row label="Upgrade credit">
              <Money cents={-cart.upgrade_credit.unformatted} mono />
            </Row>
          )}
          <Row label={taxLabel(cart)}>
            {cart.tax && !isGuest ? <Money cents={cart.tax.amount.unformatted} mono /> : 'Calculated at checkout'}
          </Row>
          <div className={css.total}>
            <dt>{total}</dt>
            <dd>
              <Money cents={cart.total.unformatted} />
            </dd>
          </div>
        </dl>
        {!isFixed && cart.licenses.length > 0 && <SummaryCodes cart={cart} />}
        {numbers}
        {!isFinal && !isFixed && cart.licenses.length > 0 && !cart.can_purchase && (
          <Banner>{purchasing_refusal}</Banner>
        )}
        {note && <Banner>{note}</Banner>}
      </div>
      {(action || error || rise) && (
        <div className={cx(css.part, css.foot)} {...(atFoot && { 'data-foot-bar': '' })}>
          {error && <Banner kind="danger">{error}</Banner>}
          <ConfirmEmailFirst after={error ?? null} />
          {rise}
          {atFoot && (
            <p className={css.again} aria-hidden>
              <span>{total}</span>
              <Money cents={cart.total.unformatted} mono />
            </p>
          )}
          <div className={css.action}>{action}</div>
        </div>
      )}
    </div>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={css.row}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 3 })

/** "Tax, New York 4%", "VAT, Germany 19%", "VAT, reverse charge" */
const taxLabel = ({ tax }: Cart) => {
  if (tax?.kind === 'reverse_charge') return 'VAT, reverse charge'
  const name = tax?.kind === 'vat' ? 'VAT' : 'Tax'
  return tax && tax.rate > 0 ? `${name}, ${tax.jurisdiction} ${percent.format(tax.rate)}` : name
}
