/** Closing the last month, with a preview, and the list of payouts. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Money } from '#ui/money.tsx'
import { useToast } from '#ui/toast.tsx'

import { monthName } from '../../months.ts'
import { closeLastMonth, type MonthClosing, type PayoutSummary } from '../payouts-contract.ts'
import { MarkSentDialog, formatPayee } from './mark-sent-dialog.tsx'

import css from './payout-panel.module.css'

type PayoutPanelProps = { closing: MonthClosing; payouts: PayoutSummary[]; today: string }

export const PayoutPanel = ({ closing, payouts, today }: PayoutPanelProps) => {
  const [isClosing, setClosing] = useState(false)
  const [sendingNumber, setSendingNumber] = useState<string>()
  // Read from the current list, which may have changed while the dialog was open.
  const sending = payouts.find(({ number }) => number === sendingNumber)
  const unsent = payouts.filter(({ sent }) => sent === null)
  const unsentCents = unsent.reduce((sum, { paid }) => sum + paid.unformatted, 0)
  return (
    <section aria-labelledby="payouts" className={css.panel}>
      <header className={css.head}>
        <h2 id="payouts">To send and sent</h2>
        <p>
          {unsent.length === 0 ? (
            'All payouts have been sent.'
          ) : (
            <>
              <Money cents={unsentCents} mono />{' '}
              {unsent.length === 1
                ? 'in one payout has not been sent.'
                : `in ${unsent.length} payouts has not been sent.`}
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
                  <td>{formatPayee(row)}</td>
                  <td>
                    {row.sent ? (
                      <>
                        <span className="mono">{row.sent.on}</span>, {row.sent.reference}
                      </>
                    ) : (
                      <Button size="sm" onClick={() => setSendingNumber(row.number)}>
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
      {isClosing && <CloseMonthDialog closing={closing} onClose={() => setClosing(false)} />}
      {sending && <MarkSentDialog row={sending} today={today} onClose={() => setSendingNumber(undefined)} />}
    </section>
  )
}

const CloseMonthDialog = ({ closing, onClose }: { closing: MonthClosing; onClose: () => void }) => {
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
      const { data } = await call(closeLastMonth, { body: { month, expected_cents: paid.unformatted } })
      await revalidate()
      toast(
        data.written === 0
          ? `${name} was closed already. Nothing was created twice.`
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
      persistent
      size="lg"
      title={`Close ${name}`}
      description={`Writes ${rows.length === 1 ? 'a statement' : `${rows.length} statements`} and pays ${paid.formatted} out. It also happens automatically at night. It cannot be undone.`}
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
              <th scope="col">Refunded</th>
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
                {[row.opening, row.earned, row.refunded, row.paid, row.closing].map((amount, index) => (
                  <td key={index} data-number>
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
