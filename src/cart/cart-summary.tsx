/** The order summary: how the total is calculated, and the button for the next step. */
import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { ConfirmEmailNotice } from '#accounts/confirm-email-notice.tsx'
import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/http/call.ts'
import { Banner } from '#ui/banner.tsx'
import { cx } from '#ui/cx.ts'
import { Money } from '#ui/money.tsx'
import { PURCHASING_REFUSAL } from '#workspaces/policy.ts'

import { CodeField } from './code-field.tsx'
import type { Cart } from './contract.ts'
import { setCoupon, setEin, setVat } from './details-contract.ts'
import { EinField } from './ein-field.tsx'
import { cacheCart, cartMutationKey } from './use-cart-changes.ts'

import css from './cart-summary.module.css'

/** The fields of the order summary: a discount code, a VAT number where one is accepted, an EIN where one is needed. */
const SummaryCodes = ({ cart }: { cart: Cart }) => {
  const client = useQueryClient()
  const saveReply = async (reply: Promise<Parameters<typeof cacheCart>[1]>) => cacheCart(client, await reply)
  return (
    <>
      <CodeField
        label="Discount code"
        applied={cart.discount_code}
        note={cart.discount?.note}
        save={code => saveReply(call(setCoupon, { body: { code } }))}
      />
      {cart.vat_information.can_accept_vat_number && (
        <CodeField
          label="VAT number"
          applied={cart.vat_number}
          save={vat_number => saveReply(call(setVat, { body: { vat_number } }))}
        />
      )}
      {cart.has_non_profit_licenses && (
        <EinField ein={cart.ein} save={ein => saveReply(call(setEin, { body: { ein } }))} />
      )}
    </>
  )
}

type CartSummaryProps = {
  cart: Cart
  action: ReactNode
  /** Why the buyer cannot continue, as a sentence. */
  error?: string | null | undefined
  /** Shown above the button: what pressing it means. */
  note?: ReactNode
  /** At checkout: the notice that the total rose since the buyer last saw it. */
  rise?: ReactNode
  /** At checkout: the total is final, not an estimate. */
  isFinal?: boolean
  /** On phones the button sticks to the bottom of the screen, with the total. */
  atFoot?: boolean
  /** Read-only: an existing order, or another user's cart. */
  isFixed?: boolean
  /** Shown above the sums: what is bought. */
  clips?: ReactNode
  /** Fields that stay editable even in a read-only summary. */
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
  clips,
  numbers,
}: CartSummaryProps) => {
  const isGuest = useSession() === null
  const isChanging = useIsMutating({ mutationKey: cartMutationKey }) > 0
  const total = !isFinal || isGuest || cart.licenses.length === 0 ? 'Estimated Total' : 'Total'
  return (
    <div className={cx(css.summary, atFoot && css.atFoot)}>
      <div className={css.part}>
        <h2>Order summary</h2>
        {clips}
        <dl className={css.sums} aria-busy={isChanging}>
          <SummaryRow label="Subtotal">
            <Money cents={cart.sub_total.unformatted} mono />
          </SummaryRow>
          {cart.has_non_profit_licenses && cart.non_profit_discount.unformatted > 0 && (
            <SummaryRow label="Non Profit Discount">
              <Money cents={-cart.non_profit_discount.unformatted} mono />
            </SummaryRow>
          )}
          {cart.discount && cart.discount_total.unformatted > 0 && (
            <SummaryRow label={`Discount, ${cart.discount.text}`}>
              <Money cents={-cart.discount_total.unformatted} mono />
            </SummaryRow>
          )}
          {cart.upgrade_credit.unformatted > 0 && (
            <SummaryRow label="Upgrade credit">
              <Money cents={-cart.upgrade_credit.unformatted} mono />
            </SummaryRow>
          )}
          <SummaryRow label={taxLabel(cart)}>
            {cart.tax && !isGuest ? <Money cents={cart.tax.amount.unformatted} mono /> : 'Calculated at checkout'}
          </SummaryRow>
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
          <Banner>{PURCHASING_REFUSAL}</Banner>
        )}
        {note && <Banner>{note}</Banner>}
      </div>
      {(action || error || rise) && (
        <div className={cx(css.part, css.foot)} {...(atFoot && { 'data-foot-bar': '' })}>
          {error && <Banner kind="danger">{error}</Banner>}
          <ConfirmEmailNotice after={error ?? null} />
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

const SummaryRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={css.row}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 3 })

/** Returns "Tax, New York 4%", "VAT, Germany 19%", "GST, Australia 10%" or "VAT, reverse charge". */
const taxLabel = ({ tax }: Cart) => {
  if (tax?.kind === 'reverse_charge') return 'VAT, reverse charge'
  const name = taxNames[tax?.kind ?? 'none']
  return tax && tax.rate > 0 ? `${name}, ${tax.jurisdiction} ${percent.format(tax.rate)}` : name
}

const taxNames = { vat: 'VAT', gst: 'GST', consumption_tax: 'Consumption tax', sales_tax: 'Tax', none: 'Tax' }
