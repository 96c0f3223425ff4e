/** Closing the last month, after a look at what it makes, and payouts with whether they have left. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'

import { monthName } from '#earnings/months.ts'
import { call } from '#platform/call.ts'
import { Refusal } from '#platform/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Money } from '#ui/money.tsx'
import { useToast } from '#ui/toast.tsx'

import { closeLastMonth, type Closing, type PayoutRow } from '../payouts-contract.ts'
import { SentDialog, whereTo } from './sent-dialog.tsx'

import css from './payout-desk.module.css'

type Props = { closing: Closing; payouts: PayoutRow[]; today: string }

export const PayoutDesk = ({ closing, payouts, today }: Props) => {
  const [isClosing, setClosing] = useState(false)
  const [sending_number, setSending] = useState<string>()
  // What stands in the list now: it may have changed under the open question.
  const sending = payouts.find(({ number }) => number === sending_number)
  const waiting = payouts.filter(({ sent }) => sent === null)
  const waiting_cents = waiting.reduce((sum, { paid }) => sum + paid.unformatted, 0)
  return (
    <section aria-labelledby="payouts" className={css.desk}>
      <header className={css.head}>
        <h2 id="payouts">Payouts</h2>
        <p>
          {waiting.length === 0 ? (
            'Everything that was paid out has been sent.'
          ) : (
            <>
              <Money cents={waiting_cents} mono />{' '}
              {waiting.length === 1
                ? 'in one payout waits to be sent.'
                : `in ${waiting.length} payouts wait to be sent.`}
            </>
          )}
        </p>
        {closing.rows.length > 0 ? (
          <Button kind="primary" onClick={() => setClosing(true)}>
            Close {monthName(closing.month)}
          </Button>
        ) : (
          <p className={css.closed}>{monthName(closing.month)} is closed.</p>
        )}
      </header>
      {payouts.length > 0 && (
        <div className={css.scroll}>
          <table className={cx(css.table, css.payouts)}>
            <thead>
              <tr>
                <th scope="col">Statement</th>
                <th scope="col">Filmmaker</th>
                <th scope="col">Paid out</th>
                <th scope="col">To</th>
                <th scope="col">Sent</th>
              </tr>
            </thead>
            <tbody>
              {payouts.map(row => (
                <tr key={row.number}>
                  <td className="mono">{row.number}</td>
                  <th scope="row">{row.filmmaker}</th>
                  <td>
                    <Money cents={row.paid.unformatted} mono />
                  </td>
                  <td>{whereTo(row)}</td>
                  <td>
                    {row.sent ? (
                      <>
                        <span className="mono">{row.sent.on}</span>, {row.sent.reference}
                      </>
                    ) : (
                      <Button size="sm" onClick={() => setSending(row.number)}>
                        Mark as sent<span className="visually-hidden">: {row.number}</span>
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isClosing && <CloseDialog closing={closing} onClose={() => setClosing(false)} />}
      {sending && <SentDialog row={sending} today={today} onClose={() => setSending(undefined)} />}
    </section>
  )
}

const CloseDialog = ({ closing, onClose }: { closing: Closing; onClose: () => void }) => {
  const { month, rows, paid } = closing
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const name = monthName(month)
  const close = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const { data } = await call(closeLastMonth, { body: { month, seen_cents: paid.unformatted } })
      await revalidate()
      toast(
        data.written === 0
          ? `${name} was closed already. Nothing was made twice.`
          : `${name} is closed: ${data.written === 1 ? 'one statement' : `${data.written} statements`}.`,
        { kind: 'success' },
      )
      onClose()
    } catch (error) {
      setRefusal(error instanceof Refusal ? error.message : 'Something went wrong. Nothing has been closed.')
      await revalidate()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      keep
      size="lg"
      title={`Close ${name}`}
      description={`Writes ${rows.length === 1 ? 'a statement' : `${rows.length} statements`} and pays ${paid.formatted} out. It would happen by itself in the night, too; it cannot be undone.`}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" size="lg" busy={busy && 'Closing…'} onClick={() => void close()}>
            Close the month
          </Button>
        </>
      }
    >
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Filmmaker</th>
              <th scope="col">Carried over</th>
              <th scope="col">Earned</th>
              <th scope="col">Given back</th>
              <th scope="col">Paid out</th>
              <th scope="col">Carried over</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.filmmaker}>
                <th scope="row">
                  {row.filmmaker}
                  {!row.has_payee && <span className={css.soft}> No payee</span>}
                </th>
                {[row.opening, row.earned, row.given_back, row.paid, row.closing].map((amount, place) => (
                  <td key={place} data-number>
                    <Money cents={amount.unformatted} mono />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {refusal && <Banner kind="danger">{refusal}</Banner>}
    </Dialog>
  )
}
