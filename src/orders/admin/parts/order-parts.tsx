/** Sections of the order page: payments, documents, history, emails and disputes. */
import { FileText } from 'lucide-react'

import { formatDateTime } from '#ui/admin/format-date.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'

import { documentLabels } from '../../contract.ts'
import { stateLabels } from '../../states.ts'
import { staffDocumentPath, staffDocumentXmlPath } from '../contract.ts'
import type { StaffOrder, StaffRefund } from '../order-contract.ts'

import page from '#ui/admin/detail-page.module.css'
import css from './order-parts.module.css'

type OrderSectionProps = { order: StaffOrder }

const attemptLabels: Record<string, string> = {
  started: 'In progress',
  unknown: 'Outcome unknown',
  processing: 'Debit processing',
  succeeded: 'Charged',
  declined: 'Declined',
  abandoned: 'Never charged',
  reversing: 'Reversing',
  reversed: 'Reversed',
}

const refundLabels: Record<StaffRefund['state'], string> = {
  started: 'Refund in progress',
  unknown: 'Refund, outcome unknown',
  waiting: 'Refund pending',
  done: 'Refunded',
  refused: 'Refund refused',
  canceled: 'Refund canceled',
}

type OrderPaymentsProps = OrderSectionProps & { onCancelRefund: (refund_id: number) => void }

export const OrderPayments = ({ order: { attempts, refunds, is_own }, onCancelRefund }: OrderPaymentsProps) => {
  const rows = [
    ...attempts.map(attempt => ({
      key: `attempt ${attempt.id}`,
      at: attempt.started_at,
      what: attemptLabels[attempt.state] ?? attempt.state,
      isBad: attempt.state === 'declined',
      amount: attempt.amount.formatted,
      who: attempt.transaction_id ?? '',
      text: attempt.message,
      canceled: undefined,
    })),
    ...refunds.map(refund => ({
      key: `refund ${refund.id}`,
      at: refund.started_at,
      what: refundLabels[refund.state],
      isBad: refund.state === 'refused',
      amount: `−${refund.amount.formatted}`,
      who: refund.reference || (refund.transaction_id ?? ''),
      text: [refund.by && `by ${refund.by}`, refund.reason, refund.message].filter(Boolean).join(': '),
      canceled: refund.can_cancel && !is_own ? refund.id : undefined,
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at))
  if (rows.length === 0) return <p className={page.none}>No payments through the payment provider.</p>
  return (
    <ol className={css.rows}>
      {rows.map(({ key, at, what, isBad, amount, who, text, canceled }) => (
        <li key={key}>
          <span className="mono">{formatDateTime(at)}</span>
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

export const OrderDocuments = ({
  order: { id, documents, credit_notes, e_invoices, replaced_documents },
}: OrderSectionProps) => {
  const documentLinks = [
    ...documents.map(kind => ({
      path: staffDocumentPath(id, kind),
      xml_path: e_invoices.includes(kind) ? staffDocumentXmlPath(id, kind) : null,
      label: documentLabels[kind],
      about: '',
    })),
    ...credit_notes.map(({ number, total, by_dispute }) => ({
      path: staffDocumentPath(id, number),
      xml_path: e_invoices.includes(number) ? staffDocumentXmlPath(id, number) : null,
      label: `Credit note ${number}${by_dispute ? ', lost dispute' : ''}`,
      about: total.formatted,
    })),
    ...replaced_documents.map(({ document, version, replaced_at, has_xml }) => ({
      path: staffDocumentPath(id, document, version),
      xml_path: has_xml ? staffDocumentXmlPath(id, document, version) : null,
      label: `${documentLabels[document]}, version ${version}`,
      about: `replaced ${formatDateTime(replaced_at)}`,
    })),
  ]
  if (documentLinks.length === 0) return <p className={page.none}>None.</p>
  return (
    <ul className={css.documents}>
      {documentLinks.map(({ path, xml_path, label, about }) => (
        <li key={path}>
          <span className={css.links}>
            <a href={path} target="_blank" rel="noreferrer">
              <FileText aria-hidden />
              {label}
            </a>
            {xml_path && (
              <a href={xml_path} aria-label={`${label} as XML`}>
                XML
              </a>
            )}
          </span>
          {about && <span className="mono">{about}</span>}
        </li>
      ))}
    </ul>
  )
}

export const OrderHistory = ({ order: { transitions: statusChanges } }: OrderSectionProps) => (
  <ol className={css.rows}>
    {statusChanges.map(({ to_state, by, reason, transitioned_at }, index) => (
      // Status changes are only ever appended, so the index is a stable key.
      // eslint-disable-next-line react/no-array-index-key
      <li key={index}>
        <span className="mono">{formatDateTime(transitioned_at)}</span>
        <span>{to_state === 'pending' ? 'Checkout began' : stateLabels[to_state]}</span>
        <span className={css.words}>{to_state !== 'pending' && reason}</span>
        <span className={css.soft}>{by ?? 'system'}</span>
      </li>
    ))}
  </ol>
)

const projectChangeLabels: Record<StaffOrder['project_changes'][number]['kind'], string> = {
  named: 'Named',
  corrected: 'Corrected',
  amended: 'Amendment',
}

/** The projects that the clips are licensed for, with every correction and amendment. */
export const OrderProjects = ({ order: { project_changes: changes } }: OrderSectionProps) => (
  <ol className={css.rows}>
    {changes.map(({ kind, amendment, clip_ids, project, previous, by, reason, changed_at }) => (
      <li key={`${changed_at} ${project} ${previous}`}>
        <span className="mono">{formatDateTime(changed_at)}</span>
        <span>{amendment === null ? projectChangeLabels[kind] : `Amendment ${amendment}`}</span>
        <span className={css.words}>
          {previous === null ? project : `${previous} → ${project}`}
          {` · ${clip_ids.length === 1 ? 'clip' : 'clips'} ${clip_ids.join(', ')}`}
          {reason !== '' && ` · ${reason}`}
        </span>
        <span className={css.soft}>{by}</span>
      </li>
    ))}
  </ol>
)

export const OrderMails = ({ order: { mails } }: OrderSectionProps) =>
  mails.length === 0 ? (
    <p className={page.none}>None yet.</p>
  ) : (
    <ul className={css.documents}>
      {mails.map(({ kind, sent_at }) => (
        <li key={`${kind} ${sent_at}`}>
          {kind}
          <span className="mono">{sent_at ? formatDateTime(sent_at) : 'pending'}</span>
        </li>
      ))}
    </ul>
  )

/** Disputes at the buyer's bank: reason, amount and deadline for evidence. */
export const OrderDisputes = ({ order: { cases: disputes } }: OrderSectionProps) => (
  <ol className={css.rows}>
    {disputes.map(({ id, status, reason, is_open, is_retrieval, amount, reply_by, address }) => (
      <li key={id}>
        <span className="mono">{is_open && reply_by ? `Reply by ${reply_by}` : id}</span>
        <span className={cx(is_open && css.bad)}>{status}</span>
        <span className="mono">{amount.formatted}</span>
        <span className={css.words}>
          {reason}
          {is_retrieval && ' (requests documents only)'}{' '}
          {address && (
            <a href={address} target="_blank" rel="noreferrer">
              Dispute at the payment provider
            </a>
          )}
        </span>
      </li>
    ))}
  </ol>
)
