/** The frame of the last step: its title and way back, who is billed, what is done here, and the sum with the one button. */
import type { FocusEventHandler, ReactNode } from 'react'
import { useLocation, useRevalidator } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { CartSummary } from '#cart/cart-summary.tsx'
import { ein_refusal } from '#cart/cart-texts.ts'
import type { Cart } from '#cart/contract.ts'
import { LicenseTermsNote } from '#cart/license-terms-note.tsx'
import { ReturnLink } from '#cart/return-link.tsx'
import { StepPage } from '#cart/step-page.tsx'
import { shortDate } from '#orders/dates.ts'
import { QuoteNumbers } from '#quotes/quote-numbers.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'

import type { Invoice } from '../contract.ts'
import { BillingCard } from './billing-card.tsx'

import css from './purchase.module.css'

/** What is paid: the cart, or an order that stands already. */
export type ToPay = { cart: Cart; invoice?: Invoice | undefined }

type CheckoutStepProps = ToPay & {
  title?: string
  error: string | undefined
  /** Beside the button: what pressing it means. */
  note?: ReactNode
  /** The total rose by itself: nothing is paid until the buyer has seen it. */
  rise: ReactNode
  label?: string
  disabled?: boolean
  busy: string | false
  onComplete: () => void
  onFocus?: FocusEventHandler
  children: ReactNode
}

export const CheckoutStep = ({
  cart,
  invoice,
  title = 'Checkout',
  error,
  note,
  rise,
  label = 'Complete purchase',
  disabled,
  busy,
  onComplete,
  onFocus,
  children,
}: CheckoutStepProps) => {
  const isOver = useSession() === null
  const { pathname } = useLocation()
  const isAnswered = error === ein_refusal && cart.ein !== null
  return (
    <StepPage
      title={title}
      action={
        invoice === undefined ? (
          <ReturnLink to="/cart">Return to cart</ReturnLink>
        ) : (
          <ReturnLink to={`/workspace/${invoice.kind === 'quote' ? 'quotes' : 'orders'}/${invoice.invoice_number}`}>
            Return to order details
          </ReturnLink>
        )
      }
      line
      summary={
        <CartSummary
          cart={cart}
          isFinal
          atFoot
          isFixed={invoice !== undefined}
          numbers={invoice?.kind === 'quote' && <NumbersOf quote={invoice} />}
          error={isOver ? 'Your session has ended. Please log in again.' : isAnswered ? undefined : error}
          note={note}
          rise={rise}
          action={
            isOver ? (
              <ButtonLink
                kind="primary"
                size="xl"
                wide
                to={`/login?${new URLSearchParams({ next: pathname })}`}
                reloadDocument
              >
                Log in to continue
              </ButtonLink>
            ) : (
              <>
                <Button
                  kind="primary"
                  size="xl"
                  wide
                  disabled={disabled || rise !== null}
                  busy={busy}
                  onClick={onComplete}
                >
                  {label}
                </Button>
                <LicenseTermsNote />
              </>
            )
          }
        />
      }
    >
      <div onFocus={onFocus}>
        {invoice && <About invoice={invoice} />}
        {cart.billing_information && <BillingCard billing={cart.billing_information} canEdit={invoice === undefined} />}
        {children}
      </div>
    </StepPage>
  )
}

/** The page's loader brings the quote as it is with them. */
const NumbersOf = ({ quote }: { quote: Invoice }) => {
  const { revalidate } = useRevalidator()
  return <QuoteNumbers number={quote.invoice_number} cart={quote} onSaved={revalidate} />
}

/** Which invoice or quote it is that is paid. */
const About = ({ invoice: { kind, invoice_number, expires_at, note } }: { invoice: Invoice }) => {
  const until = expires_at && shortDate(expires_at)
  const title =
    kind === 'quote'
      ? `Quote ${invoice_number}${until ? `, good until ${until}` : ''}`
      : `Invoice ${invoice_number}${until ? `, due on ${until}` : ''}`
  return (
    <Banner title={title} className={css.about}>
      {note}
    </Banner>
  )
}
