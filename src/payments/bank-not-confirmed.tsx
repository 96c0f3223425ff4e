/** The dialog shown when a bank account could not be verified: what happened, and the next steps. */
import { useRef, useState, type RefObject } from 'react'

import { useCompany } from '#platform/settings/company-context.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

import { isBankNotConfirmed } from './bank-check.ts'

import css from './bank-not-confirmed.module.css'

type BankNotConfirmedProps = {
  /** The error of the last payment or save. */
  error: unknown
  /** The account is in a form, where it can be corrected. */
  is_new: boolean
  /** The element that contains the payment methods and that form. */
  container: RefObject<HTMLElement | null>
}

const ROUTING_NUMBER_SELECTOR = 'input[name="routingNumber"]'
const METHOD_SELECTOR = 'select, input[type="radio"]:checked'

export const BankNotConfirmed = ({ error, is_new, container }: BankNotConfirmedProps) => {
  const company = useCompany()
  const [dismissedError, setDismissedError] = useState<unknown>()
  /** The selector of the field to focus next. */
  const nextFocus = useRef<string>(undefined)
  const close = (selector?: string) => {
    nextFocus.current = selector
    setDismissedError(error)
  }
  const restoreFocus = () => {
    if (nextFocus.current !== undefined) container.current?.querySelector<HTMLElement>(nextFocus.current)?.focus()
  }
  return (
    <Dialog
      open={isBankNotConfirmed(error) && error !== dismissedError}
      onClose={() => close()}
      onClosed={restoreFocus}
      size="sm"
      title="This bank account could not be confirmed"
      description="Nothing was charged. The service that confirms accounts for the bank did not recognize this one."
      footer={
        <>
          <Button kind={is_new ? 'secondary' : 'primary'} onClick={() => close(METHOD_SELECTOR)}>
            Pay another way
          </Button>
          {is_new && (
            <Button kind="primary" onClick={() => close(ROUTING_NUMBER_SELECTOR)}>
              Check the numbers
            </Button>
          )}
        </>
      }
    >
      <ul className={css.ways}>
        <li>
          <strong>Check the routing and account number.</strong> One wrong digit is enough. Both are at the bottom of a
          check, the nine digits of the routing number first.
        </li>
        <li>
          <strong>Pay another way.</strong> A card or a PayPal account goes through at once.
        </li>
        <li>
          <strong>Talk to us.</strong> Call <a href={`tel:${company.phone}`}>{company.phone}</a> or write to{' '}
          <a href={`mailto:${company.email}`}>{company.email}</a>: we will find another way to take the payment.
        </li>
      </ul>
    </Dialog>
  )
}
