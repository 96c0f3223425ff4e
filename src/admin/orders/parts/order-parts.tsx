/** What happened around an order: money, papers, moves, mails. */
import { FileText } from 'lucide-react'

import { documentLabels } from '#orders/contract.ts'
import { stateLabels } from '#orders/states.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'

import { momentOf } from '../../parts/moment.ts'
import { staffDocumentPath, type StaffOrder, type StaffRefund } from '../contract.ts'

import page from '../../pages/person.module.css'
import css from './order-parts.module.css'

type Of = { order: StaffOrder }

const attemptWords: Record<string, string> = {
  started: 'Under way',
  unknown: 'Outcome unknown',
  processing: 'Debit on its way',
  succeeded: 'Charged',
  declined: 'Declined',
  abandoned: 'Never charged',
  reversing: 'Goes back',
  reversed: 'Went back',
}

const refundWords: Record<StaffRefund['state'], string> = {
  started: 'Refund under way',
  unknown: 'Refund, outcome unknown',
  waiting: 'Refund pending',
  done: 'Given back',
  refused: 'Refund refused',
  canceled: 'Refund canceled',
}

type PaymentsProps = Of & { onCancelRefund: (refund_id: number) => void }

export const Payments = ({ order: { attempts, refunds, is_own }, onCancelRefund }: PaymentsProps) => {
  const rows = [
    ...attempts.map(one => ({
      key: `attempt ${one.id}`,
      at: one.started_at,
      what: attemptWords[one.state] ?? one.state,
      isBad: one.state === 'declined',
      amount: one.amount.formatted,
      who: one.transaction_id ?? '',
      text: one.message,
      canceled: undefined,
    })),
    ...refunds.map(one => ({
      key: `refund ${one.id}`,
      at: one.started_at,
      what: refundWords[one.state],
      isBad: one.state === 'refused',
      amount: `−${one.amount.formatted}`,
      who: one.reference || (one.transaction_id ?? ''),
      text: [one.by && `by ${one.by}`, one.reason, one.message].filter(Boolean).join(': '),
      canceled: one.can_cancel && !is_own ? one.id : undefined,
    })),
  ].toSorted((one, other) => one.at.localeCompare(other.at))
  if (rows.length === 0) return <p className={page.none}>Nothing has gone through the payment provider.</p>
  return (
    <ol className={css.rows}>
      {rows.map(({ key, at, what, isBad, amount, who, text, canceled }) => (
        <li key={key}>
          <span className="mono">{momentOf(at)}</span>
          <span className={cx(isBad && css.bad)}>{what}</span>
          <span className="mono">{amount}</span>
          <span className={css.words}>
            {who && <span className="mono">{who}</span>} {text}
            {canceled !== undefined && (
              <Button size="sm" onClick={() => onCancelRefund(canceled)}>
                Cancel refund
              </Button>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

export const Papers = ({ order: { id, documents, credit_notes } }: Of) => {
  const papers = [
    ...documents.map(kind => ({ name: kind as string, label: documentLabels[kind], about: '' })),
    ...credit_notes.map(({ number, total, by_dispute }) => ({
      name: number,
      label: `Credit note ${number}${by_dispute ? ', lost dispute' : ''}`,
      about: total.formatted,
    })),
  ]
  if (papers.length === 0) return <p className={page.none}>None.</p>
  return (
    <ul className={css.papers}>
      {papers.map(({ name, label, about }) => (
        <li key={name}>
          <a href={staffDocumentPath(id, name)} target="_blank" rel="noreferrer">
            <FileText aria-hidden />
            {label}
          </a>
          {about && <span className="mono">{about}</span>}
        </li>
      ))}
    </ul>
  )
}

export const History = ({ order: { moves } }: Of) => (
  <ol className={css.rows}>
    {moves.map(({ to_state, by, reason, moved_at }, place) => (
      // Moves are only ever added.
      // eslint-disable-next-line react/no-array-index-key
      <li key={place}>
        <span className="mono">{momentOf(moved_at)}</span>
        <span>{to_state === 'pending' ? 'Checkout began' : stateLabels[to_state]}</span>
        <span className={css.words}>{to_state !== 'pending' && reason}</span>
        <span className={css.soft}>{by ?? 'the shop'}</span>
      </li>
    ))}
  </ol>
)

export const Mails = ({ order: { mails } }: Of) =>
  mails.length === 0 ? (
    <p className={page.none}>None yet.</p>
  ) : (
    <ul className={css.papers}>
      {mails.map(({ kind, sent_at }) => (
        <li key={`${kind} ${sent_at}`}>
          {kind}
          <span className="mono">{sent_at ? momentOf(sent_at) : 'waits'}</span>
        </li>
      ))}
    </ul>
  )

/** Cases at the buyer's bank: why, how much, and until when evidence counts. */
export const Cases = ({ order: { cases } }: Of) => (
  <ol className={css.rows}>
    {cases.map(({ id, status, reason, is_open, is_retrieval, amount, reply_by, address }) => (
      <li key={id}>
        <span className="mono">{is_open && reply_by ? `Reply by ${reply_by}` : id}</span>
        <span className={cx(is_open && css.bad)}>{status}</span>
        <span className="mono">{amount.formatted}</span>
        <span className={css.words}>
          {reason}
          {is_retrieval && ' (asks for documents alone)'}{' '}
          {address && (
            <a href={address} target="_blank" rel="noreferrer">
              Case at the payment provider
            </a>
          )}
        </span>
      </li>
    ))}
  </ol>
)
