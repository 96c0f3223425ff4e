/** A mail of a ticket: collapsed when it was automatic, expanded when a staff member wrote it. */
import { ChevronRight } from 'lucide-react'

import { formatDateTime } from '#ui/admin/format-date.ts'

import type { TicketMail } from '../contract.ts'

import css from './mail-view.module.css'

const kindLabels = { staff: 'To us', receipt: 'Receipt', reply: 'Reply' } as const

export const MailView = ({ mail }: { mail: TicketMail }) => {
  const { kind, to, subject, text, by, board, sent_at } = mail
  return (
    <details className={css.mail} open={kind === 'reply'}>
      <summary>
        <ChevronRight aria-hidden />
        <span className={css.kind}>{kindLabels[kind]}</span>
        <span className={css.subject}>{subject}</span>
        <span className="mono">{sent_at ? formatDateTime(sent_at) : 'queued'}</span>
      </summary>
      <p className={css.to}>
        To {to}
        {kind === 'reply' && `, by ${by ?? 'a former colleague'}`}
      </p>
      <p className={css.text}>{text}</p>
      {board && (
        <p className={css.to}>
          With the board {board.name}, {board.is_delivered ? 'copied to the sender’s boards' : 'shared by link'}
        </p>
      )}
    </details>
  )
}
