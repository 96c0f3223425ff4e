/** The layout of the last step: title and return link, billing, the content, and the total with the button. */
import type { FocusEventHandler, ReactNode } from 'react'
import { useLocation, useRevalidator } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { CartSummary } from '#cart/cart-summary.tsx'
import { EIN_REQUIRED_TEXT } from '#cart/cart-texts.ts'
import type { Cart } from '#cart/contract.ts'
import { LicenseTermsNote } from '#cart/license-terms-note.tsx'
import { ReturnLink } from '#cart/return-link.tsx'
import { StepPage } from '#cart/step-page.tsx'
import { formatMediumDate } from '#orders/dates.ts'
import { QuoteNumbers } from '#quotes/quote-numbers.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'

import type { Invoice } from '../contract.ts'
import { BillingCard } from './billing-card.tsx'
import { SummaryClips } from './summary-clips.tsx'

import css from './purchase.module.css'

/** What is paid: the cart, or an existing order. */
export type CheckoutTarget = { cart: Cart; invoice?: Invoice | undefined }

type CheckoutStepProps = CheckoutTarget & {
  title?: string
  /** The version of the license terms that the buyer accepts. */
  terms_version: number | undefined
  error: string | undefined
  /** Next to the button: what it does. */
  note?: ReactNode
  /** Shown when the total rose: the buyer has to see it before paying. */
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
  terms_version,
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
  const isSessionOver = useSession() === null
  const { pathname } = useLocation()
  const isEinProvided = error === EIN_REQUIRED_TEXT && cart.ein !== null
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
          clips={<SummaryClips licenses={cart.licenses} />}
          numbers={invoice?.kind === 'quote' && <EditableQuoteNumbers quote={invoice} />}
          error={isSessionOver ? 'Your session has ended. Please log in again.' : isEinProvided ? undefined : error}
          note={note}
          rise={rise}
          action={
            isSessionOver ? (
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
                <LicenseTermsNote version={terms_version} />
              </>
            )
          }
        />
      }
    >
      <div onFocus={onFocus}>
        {invoice && <InvoiceBanner invoice={invoice} />}
        {cart.billing_information && <BillingCard billing={cart.billing_information} canEdit={invoice === undefined} />}
        {children}
      </div>
    </StepPage>
  )
}

/** Revalidates the page after a change, so that the loader returns the updated quote. */
const EditableQuoteNumbers = ({ quote }: { quote: Invoice }) => {
  const { revalidate } = useRevalidator()
  return <QuoteNumbers number={quote.invoice_number} cart={quote} onSaved={revalidate} />
}

/** Names the invoice or quote that is paid. */
const InvoiceBanner = ({ invoice: { kind, invoice_number, expires_at, note } }: { invoice: Invoice }) => {
  const until = expires_at && formatMediumDate(expires_at)
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
