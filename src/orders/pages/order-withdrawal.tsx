/** A consumer's right of withdrawal on the order's page: until when, the function to withdraw, and that they did. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { withdrawOrder } from '#refunds/contract.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

import type { OrderDetail } from '../contract.ts'
import { formatLongDate } from '../dates.ts'

import css from './order.module.css'

type Withdrawal = NonNullable<OrderDetail['withdrawal']>

const formatClipCount = (count: number) => (count === 1 ? '1 clip' : `${count} clips`)
/** The period ends with the day before this time. */
const formatLastDay = (until: string) => formatLongDate(new Date(Date.parse(until) - 1).toISOString())

export const Withdrawn = ({ at }: { at: string }) => (
  <Banner className={css.note}>
    You withdrew from this order on {formatLongDate(at)}. We refund what you paid for the clips that you hadn’t
    downloaded, within 14 days at the latest.
  </Banner>
)

export const OrderWithdrawal = ({ number, withdrawal }: { number: string; withdrawal: Withdrawal }) => {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const { withdrawn_at, consented_at, clips_count, until } = withdrawal
  if (withdrawn_at !== null && clips_count === 0) return null
  if (clips_count === 0)
    return consented_at === null ? null : (
      <section className={css.withdrawal} aria-labelledby="withdrawal">
        <div>
          <h2 id="withdrawal">Right of withdrawal</h2>
          <p>
            Your right of withdrawal has ended, because the clips were downloaded or the 14 days are over.{' '}
            <Link to="/withdrawal">How it works</Link>
          </p>
        </div>
      </section>
    )
  const openDialog = () => {
    // A clip may have been downloaded since, which ends the right for it.
    void client.invalidateQueries()
    setOpen(true)
  }
  return (
    <section className={css.withdrawal} aria-labelledby="withdrawal">
      <div>
        <h2 id="withdrawal">Right of withdrawal</h2>
        <p>
          Until {formatLastDay(until)}, you can withdraw from {formatClipCount(clips_count)} that you haven’t
          downloaded, without giving a reason. <Link to="/withdrawal">How it works</Link>
        </p>
      </div>
      <Button onClick={openDialog}>Withdraw from this order</Button>
      <WithdrawalDialog number={number} clips_count={clips_count} open={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}

type WithdrawalDialogProps = { number: string; clips_count: number; open: boolean; onClose: () => void }

const WithdrawalDialog = ({ number, clips_count, open, onClose }: WithdrawalDialogProps) => {
  const client = useQueryClient()
  const { revalidate } = useRevalidator()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState('')
  const confirm = async () => {
    setSending(true)
    try {
      await call(withdrawOrder, { params: { id: number } })
      await Promise.all([client.invalidateQueries(), revalidate()])
      onClose()
    } catch (cause) {
      setError(cause instanceof Refusal ? cause.message : 'Your withdrawal could not be sent. Please try again.')
      void client.invalidateQueries()
    }
    setSending(false)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title="Withdraw from this order"
      description={`Order ${number}`}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Keep the order
          </Button>
          <Button kind="danger" size="lg" busy={isSending && 'Sending…'} onClick={() => void confirm()}>
            Confirm withdrawal
          </Button>
        </>
      }
    >
      <p>
        You’re withdrawing from {formatClipCount(clips_count)} that you haven’t downloaded.{' '}
        {clips_count === 1 ? 'Its license ends' : 'Their licenses end'} at once. We refund your original payment method
        and confirm this by email.
      </p>
      {error !== '' && <Banner kind="danger">{error}</Banner>}
    </Dialog>
  )
}
