import { useState } from 'react'
import { useNavigate } from 'react-router'

import { call } from '#platform/call.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { orderAgain, type OrderDetail } from '../contract.ts'
import { shortDate } from '../dates.ts'

type Props = {
  order: Pick<OrderDetail, 'state' | 'universal_invoice_number' | 'debit_returned_at'>
  buys: boolean
  className?: string | undefined
}

/** Why the money did not come, and how to pay again. */
export const DebitReturned = ({ order, buys, className }: Props) => {
  const { state, universal_invoice_number: number, debit_returned_at: at } = order
  const isOver = state === 'failed'
  return (
    <Banner
      kind="danger"
      className={className}
      title={at ? `Your bank sent the payment back on ${shortDate(at)}` : 'The payment did not arrive'}
      action={isOver ? <Again number={number} /> : buys && <PayAgain number={number} />}
    >
      {at && 'Most often the account held too little that day, or does not allow debits; your bank can say which. '}
      {isOver
        ? 'The order is closed, its licenses have ended, and nothing is owed. To license the clips, put them into your cart again and pay by card or from another account.'
        : 'The invoice is still open. Please pay it by card or from another account.'}
    </Banner>
  )
}

const PayAgain = ({ number }: { number: string }) => (
  <ButtonLink size="sm" to={`/checkout/${number}`} reloadDocument>
    Pay again
  </ButtonLink>
)

const Again = ({ number }: { number: string }) => {
  const navigate = useNavigate()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    try {
      const { data } = await call(orderAgain, { params: { id: number } })
      if (data.left_out > 0)
        toast(
          data.left_out === 1
            ? 'One clip is left out: it is not sold this way any more. Please write to us about it.'
            : `${data.left_out} clips are left out: they are not sold this way any more. Please write to us about them.`,
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
    <Button size="sm" busy={busy && 'Adding…'} onClick={() => void again()}>
      Put the clips into the cart
    </Button>
  )
}
