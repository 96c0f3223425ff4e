/** Opens when a service that confirms bank accounts said no: what happened, and what somebody can do now. */
import { useRef, useState, type RefObject } from 'react'

import { brand } from '#platform/brand.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

import { isBankNotConfirmed } from './bank-check.ts'

import css from './bank-not-confirmed.module.css'

type BankNotConfirmedProps = {
  /** Of the last try to pay or to save. */
  error: unknown
  /** The account stands in a form, where it can be put right. */
  is_new: boolean
  /** Where the ways to pay stand, and that form. */
  place: RefObject<HTMLElement | null>
}

const number_field = 'input[name="routingNumber"]'
const ways = 'select, input[type="radio"]:checked'

export const BankNotConfirmed = ({ error, is_new, place }: BankNotConfirmedProps) => {
  const [seen, setSeen] = useState<unknown>()
  /** The field that somebody goes on with. */
  const next = useRef<string>(undefined)
  const close = (selector?: string) => {
    next.current = selector
    setSeen(error)
  }
  const goOn = () => {
    if (next.current !== undefined) place.current?.querySelector<HTMLElement>(next.current)?.focus()
  }
  return (
    <Dialog
      open={isBankNotConfirmed(error) && error !== seen}
      onClose={() => close()}
      onClosed={goOn}
      size="sm"
      title="This bank account could not be confirmed"
      description="Nothing was charged. The service that confirms accounts for the bank did not recognize this one."
      footer={
        <>
          <Button kind={is_new ? 'secondary' : 'primary'} onClick={() => close(ways)}>
            Pay another way
          </Button>
          {is_new && (
            <Button kind="primary" onClick={() => close(number_field)}>
              Check the numbers
            </Button>
          )}
        </>
      }
    >
      <ul className={css.ways}>
        <li>
          <strong>Check the routing and account number.</strong> One wrong digit is enough. Both stand at the foot of a
          check, the nine digits of the routing number first.
        </li>
        <li>
          <strong>Pay in another way.</strong> A card or a PayPal account goes through at once.
        </li>
        <li>
          <strong>Talk to us.</strong> Call <a href={`tel:${brand.phone}`}>{brand.phone}</a> or write to{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>: we find another way to take the payment.
        </li>
      </ul>
    </Dialog>
  )
}
