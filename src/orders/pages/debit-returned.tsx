import { useState } from 'react'
import { useNavigate } from 'react-router'

import { repeatOrder } from '#cart/contract.ts'
import { call } from '#platform/http/call.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import type { OrderDetail } from '../contract.ts'
import { formatMediumDate } from '../dates.ts'
import { RETURNED_DEBIT_TEXT } from '../returned-debit.ts'

type DebitReturnedProps = {
  order: Pick<OrderDetail, 'state' | 'universal_invoice_number' | 'debit_returned_at'>
  canBuy: boolean
  className?: string | undefined
}

/** Why the payment was returned, and how to pay again. */
export const DebitReturned = ({ order, canBuy, className }: DebitReturnedProps) => {
  const { state, universal_invoice_number: number, debit_returned_at: returned_at } = order
  const isClosed = state === 'failed'
  return (
    <Banner
      kind="danger"
      className={className}
      title={
        returned_at ? `Your bank returned the payment on ${formatMediumDate(returned_at)}` : 'Your payment was returned'
      }
      action={isClosed ? <RepeatOrderButton number={number} /> : canBuy && <PayAgainLink number={number} />}
    >
      {returned_at && `${RETURNED_DEBIT_TEXT} `}
      {isClosed
        ? 'The order is closed, its licenses have ended, and nothing is owed. To license the clips, put them into your cart again and pay by card or from another account.'
        : 'The invoice is still open. Please pay it by card or from another account.'}
    </Banner>
  )
}

const PayAgainLink = ({ number }: { number: string }) => (
  <ButtonLink size="sm" to={`/checkout/${number}`} reloadDocument>
    Pay again
  </ButtonLink>
)

const RepeatOrderButton = ({ number }: { number: string }) => {
  const navigate = useNavigate()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const repeat = async () => {
    setBusy(true)
    try {
      const { data } = await call(repeatOrder, { params: { id: number } })
      if (data.skipped > 0)
        toast(
          data.skipped === 1
            ? 'One clip is left out: it is not sold this way anymore. Please write to us about it.'
            : `${data.skipped} clips are left out: they are not sold this way anymore. Please write to us about them.`,
          { kind: 'info' },
        )
      if (data.added > 0) await navigate('/cart')
    } catch {
      toast('Something went wrong. Please try again.', { kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={busy && 'Adding…'} onClick={() => void repeat()}>
      Put the clips into the cart
    </Button>
  )
}
